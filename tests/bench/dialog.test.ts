import { chromium } from '@playwright/test';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createLaunchOptions } from '../support/chromium.ts';
import { measureDialogs } from './dialog.ts';
import { computeMedian, formatComparisonTable, type Measurements } from './table.ts';

/** `npm run bench` compares the wallet dialog with a bare `<dialog>` that opens in the same way on the same page. */

const ROUNDS = 5;
const OPENINGS = { cold: 'ms, aim: below 500', warm: 'ms, aim: below 100', 'alpha, cold': 'ms', 'alpha, warm': 'ms' };
const UNITS = Object.fromEntries(
  Object.entries(OPENINGS).flatMap(([name, unit]) => [
    [name, unit],
    [`${name} elements`, 'whose style is recalculated'],
    ...['script', 'style', 'layout'].map((part) => [`${name} ${part}`, 'ms']),
  ]),
);

let browser: Awaited<ReturnType<typeof chromium.launch>>;
beforeAll(async () => {
  browser = await chromium.launch(createLaunchOptions());
});
afterAll(() => browser?.close());

const mediansOf = (measures: Measurements[]): Measurements =>
  Object.fromEntries(
    Object.keys(UNITS).flatMap((name) => {
      const values = measures.flatMap((one) => one[name] ?? []);
      return values.length ? [[name, computeMedian(values)]] : [];
    }),
  );

test('measures how long opening the wallet dialog takes', { timeout: 120_000 }, async () => {
  const origin = inject('origin');
  const rounds: Awaited<ReturnType<typeof measureDialogs>>[] = [];
  await measureDialogs(browser, origin); // The first visit warms up the browser.
  for (let round = 0; round < ROUNDS; round++) rounds.push(await measureDialogs(browser, origin));

  const ours = mediansOf(rounds.flatMap((round) => round.ours));
  const bare = mediansOf(rounds.flatMap((round) => round.bare));
  console.info(
    `${formatComparisonTable(ours, bare, UNITS, ['dialog', 'bare'])}\n\nMedians of ${ROUNDS} visits: CPU/4, no delay.`,
  );
  for (const value of [...Object.values(ours), ...Object.values(bare)]) expect(value).toBeGreaterThanOrEqual(0);
});
