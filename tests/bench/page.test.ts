import { type Browser, chromium } from '@playwright/test';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { DIST, serveSite } from '../support/build.ts';
import { createLaunchOptions } from '../support/chromium.ts';
import { copyWithoutScripts } from './copy.ts';
import { runLighthouse } from './lighthouse.ts';
import { computeMedianMeasurements, formatComparisonTable, type Measurements } from './table.ts';
import { measureAlphaOpening, measureComparisonUpdate, measurePageLoad } from './visit.ts';

/**
 * `npm run bench` compares the page with a copy of its HTML without scripts, on a slow phone. Times differ between
 * computers, and their ratios do not. The test only reports them.
 */

const ROUNDS = 5;
const LIGHTHOUSE_ROUNDS = 3;
const UNITS = {
  FCP: 'ms',
  LCP: 'ms, aim: ratio up to 1.1',
  TBT: 'ms, aim: below 50',
  'bytes in all': 'bytes',
  html: 'bytes',
  js: 'bytes',
  font: 'bytes',
  'Join Alpha answers': 'ms',
  'islands are alive': 'ms',
  'Lighthouse score': 'aim: 99 or 100',
};

let browser: Browser;
let copy: Awaited<ReturnType<typeof serveSite>>;
beforeAll(async () => {
  copy = await serveSite(copyWithoutScripts(DIST));
  browser = await chromium.launch(createLaunchOptions());
});
afterAll(async () => {
  copy?.close();
  await browser?.close();
});

const score = async (url: string): Promise<Measurements> => {
  const { scores } = await runLighthouse(url, ['performance']);
  return { 'Lighthouse score': scores.performance ?? Number.NaN };
};

test('measures how fast the page, and its copy without scripts, are painted', { timeout: 600_000 }, async () => {
  const page = inject('origin');
  const rounds: { page: Measurements; copy: Measurements }[] = [];
  await measurePageLoad(browser, page); // The first visit warms up the browser.
  // Alternates, so that other load on the machine affects both equally.
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({
      page: {
        ...(await measurePageLoad(browser, page)),
        ...(await measureAlphaOpening(browser, page)),
        ...(await measureComparisonUpdate(browser, page)),
      },
      copy: { ...(await measurePageLoad(browser, copy.origin)), ...(await measureAlphaOpening(browser, copy.origin)) },
    });

  const scores: { page: Measurements; copy: Measurements }[] = [];
  for (let round = 0; round < LIGHTHOUSE_ROUNDS; round++)
    scores.push({ page: await score(page), copy: await score(copy.origin) });

  const ofPage = {
    ...computeMedianMeasurements(rounds.map((round) => round.page)),
    ...computeMedianMeasurements(scores.map((round) => round.page)),
  };
  const ofCopy = {
    ...computeMedianMeasurements(rounds.map((round) => round.copy)),
    ...computeMedianMeasurements(scores.map((round) => round.copy)),
  };
  console.info(
    `${formatComparisonTable(ofPage, ofCopy, UNITS)}\n\nMedians of ${ROUNDS} rounds: CPU/4, 1.6 Mbit/s, 150 ms.`,
  );
  for (const value of [...Object.values(ofPage), ...Object.values(ofCopy)]) expect(value).toBeGreaterThanOrEqual(0);
});
