import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createLaunchOptions } from '../support/chromium.ts';
import { measureRendering } from '../support/rendering.ts';
import { computeMedians, formatComparisonTable, type Measurements } from './table.ts';

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
const CPU_SLOWDOWN = 4;
const WARM_ROUNDS = 5;

/** In the page: adds an empty dialog, which opens and closes with its hash. */
function addBareDialog() {
  const bare = document.createElement('dialog');
  bare.id = 'bare';
  bare.append(document.createElement('p'));
  document.body.append(bare);
  addEventListener('hashchange', () => (location.hash === '#bare' ? bare.showModal() : bare.close()));
  bare.addEventListener('close', () => location.hash && history.back());
}

/** In the page: opens a dialog by its hash or by a press. Returns the ms until it was painted. */
async function open([hash, what, least]: [string, string, number]) {
  await new Promise((idle) => requestIdleCallback(idle));
  const asked = performance.now();
  if (hash) location.hash = hash;
  else document.querySelector<HTMLElement>('[commandfor=alpha]')!.click();
  await new Promise<void>((resolve) => {
    const look = () => (document.querySelectorAll(what).length >= least ? resolve() : requestAnimationFrame(look));
    requestAnimationFrame(look);
  });
  // A task that is queued in a frame runs after that frame was painted.
  await new Promise((painted) => setTimeout(painted));
  return performance.now() - asked;
}

/** Opens a dialog once, by its hash or by the button of the alpha modal. Returns the times and counts of elements. */
async function openOnce(
  [page, devtools]: [Page, CDPSession],
  name: string,
  ...of: [hash: string, what: string, least: number]
) {
  let time = 0;
  const { elements, script, style, layout } = await measureRendering(
    page,
    async () => {
      time = await page.evaluate(open, of);
    },
    devtools,
  );
  await page.keyboard.press('Escape');
  // Waits for closing animations before the next opening.
  await page.waitForFunction(
    () => !location.hash && [...document.querySelectorAll('dialog')].every((dialog) => !dialog.checkVisibility()),
  );
  const counts = { [`${name} elements`]: elements, [`${name} script`]: script };
  return { [name]: time, ...counts, [`${name} style`]: style, [`${name} layout`]: layout };
}

/** Measures the first and a second opening of the wallet dialog, the alpha modal and a bare dialog on the same page. */
async function measureDialogs(browser: Browser, url: string, ours: Measurements[], bare: Measurements[]) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await page.goto(url, { waitUntil: 'networkidle' });
    await page.locator('#wallet').waitFor({ state: 'attached' });
    await page.evaluate(addBareDialog);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    for (let round = 0; round <= WARM_ROUNDS; round++) {
      const name = round ? 'warm' : 'cold';
      bare.push(await openOnce([page, devtools], name, 'bare', '#bare[open] p', 1));
      ours.push(await openOnce([page, devtools], name, 'connect', '#wallet[open] li', 10));
      ours.push(await openOnce([page, devtools], `alpha, ${name}`, '', '#alpha[open] form', 1));
    }
  } finally {
    await context.close();
  }
}

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch(createLaunchOptions());
});
afterAll(() => browser?.close());

test('measures how long opening the wallet dialog takes', { timeout: 120_000 }, async () => {
  const origin = inject('origin');
  const measured: Record<'ours' | 'bare', Measurements[]> = { ours: [], bare: [] };
  await measureDialogs(browser, origin, [], []); // The first visit warms up the browser.
  for (let round = 0; round < ROUNDS; round++) await measureDialogs(browser, origin, measured.ours, measured.bare);

  const [ours, bare] = [computeMedians(measured.ours, UNITS), computeMedians(measured.bare, UNITS)];
  console.info(
    `${formatComparisonTable(ours, bare, UNITS, ['dialog', 'bare'])}\n\nMedians of ${ROUNDS} visits: CPU/4, no delay.`,
  );
  for (const value of [...Object.values(ours), ...Object.values(bare)]) expect(value).toBeGreaterThanOrEqual(0);
});
