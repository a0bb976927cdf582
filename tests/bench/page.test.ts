import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { DIST, serveSite } from '../support/build.ts';
import { createLaunchOptions } from '../support/chromium.ts';
import { runLighthouse } from './lighthouse.ts';
import { computeMedians, formatComparisonTable, type Measurements } from './table.ts';

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
  CLS: '',
  'bytes in all': 'bytes',
  html: 'bytes',
  js: 'bytes',
  font: 'bytes',
  'Join Alpha answers': 'ms',
  'islands are alive': 'ms',
  'Lighthouse score': 'aim: 99 or 100',
};

const SCRIPT = /<script\b([^>]*)>[\s\S]*?<\/script>/g;

/** Returns the HTML without its scripts, but with data for search engines. */
const withoutScripts = (html: string) =>
  html.replace(SCRIPT, (script, attributes: string) => (attributes.includes('application/ld+json') ? script : ''));

/** Copies the build in `dist` without the scripts of its pages, and returns the copy's folder. */
function copyWithoutScripts(dist: string) {
  const copy = resolve('node_modules/.cache/site/without-scripts');
  rmSync(copy, { recursive: true, force: true });
  cpSync(dist, copy, { recursive: true });
  for (const page of ['index.html', '404.html'].map((name) => join(copy, name)))
    writeFileSync(page, withoutScripts(readFileSync(page, 'utf8')));
  return copy;
}

/** A mid-range phone on a slow network, as Lighthouse assumes. */
const CPU_SLOWDOWN = 4;
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

/** Calls `measure` with a new page without cache. `arrive` opens `url`, and resolves at the first contentful paint. */
async function visit<T>(
  browser: Browser,
  url: string,
  measure: (page: Page, arrive: () => Promise<unknown>, devtools: CDPSession) => Promise<T>,
) {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', NETWORK);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await devtools.send('Page.enable');
    await devtools.send('Page.setLifecycleEventsEnabled', { enabled: true });
    const painted = new Promise<void>((resolve) => {
      devtools.on('Page.lifecycleEvent', ({ name }) => name === 'firstContentfulPaint' && resolve());
    });
    return await measure(page, () => page.goto(url, { waitUntil: 'commit' }).then(() => painted), devtools);
  } finally {
    await context.close();
  }
}

/** Adds up the transferred bytes with headers, by type. */
function countBytes(devtools: CDPSession) {
  const kinds = new Map<string, string>();
  const bytes = { Document: 0, Script: 0, Font: 0, all: 0 };
  devtools.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    bytes.all += encodedDataLength;
    if (kind === 'Document' || kind === 'Script' || kind === 'Font') bytes[kind] += encodedDataLength;
  });
  return bytes;
}

/** In the page: returns paints, layout shifts and long tasks. Times are in ms. */
async function readTimeline() {
  const entries = (type: string) =>
    new Promise<PerformanceEntry[]>((resolve) => {
      const observer = new PerformanceObserver((list) => resolve(list.getEntries()));
      observer.observe({ type, buffered: true });
      setTimeout(() => resolve(observer.takeRecords()), 500);
    });
  const [paints, largest, shifts, tasks] = await Promise.all(
    ['paint', 'largest-contentful-paint', 'layout-shift', 'longtask'].map(entries),
  );
  const fcp = paints?.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? Number.NaN;
  const sum = (values: number[] = []) => values.reduce((total, value) => total + value, 0);
  return {
    FCP: fcp,
    LCP: largest?.at(-1)?.startTime ?? Number.NaN,
    // Total blocking time: the part beyond 50 ms of each task after the first contentful paint.
    TBT: sum(
      tasks
        ?.filter(({ startTime, duration }) => startTime + duration > fcp)
        .map(({ startTime, duration }) => Math.max(0, startTime + duration - Math.max(startTime, fcp) - 50)),
    ),
    CLS: sum(shifts?.map((shift) => (shift as PerformanceEntry & { value: number }).value)),
  };
}

/** Loads the page at `url` on a simulated slow phone. Returns its paint times in ms, and its bytes by kind of file. */
const measurePageLoad = (browser: Browser, url: string) =>
  visit(browser, url, async (page, arrive, devtools) => {
    const bytes = countBytes(devtools);
    await arrive();
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(1000);
    const { Document: html, Script: js, Font: font, all } = bytes;
    return { ...(await page.evaluate(readTimeline)), 'bytes in all': all, html, js, font };
  });

/** Taps 'Join Alpha' once it is visible. Returns the ms until the modal opens. */
const measureAlphaOpening = (browser: Browser, url: string) =>
  visit(browser, url, async (page, arrive) => {
    await arrive();
    const answered = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const look = () =>
            document.querySelector('#alpha:modal') ? resolve(performance.now()) : requestAnimationFrame(look);
          look();
        }),
    );
    const { x, y } = await page.evaluate(() => document.querySelector('[commandfor=alpha]')!.getBoundingClientRect());
    await page.touchscreen.tap(x + 20, y + 20);
    return { 'Join Alpha answers': await answered };
  });

/** Types an amount into the comparison once the page is visible. Returns the ms until the figures change. */
const measureComparisonUpdate = (browser: Browser, url: string) =>
  visit(browser, url, async (page, arrive) => {
    await arrive();
    const answered = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const figures = document.querySelector('#comparison-island dl')!;
          const change = { subtree: true, childList: true, characterData: true };
          new MutationObserver(() => resolve(performance.now())).observe(figures, change);
        }),
    );
    await page.locator('#compared').selectText();
    await page.keyboard.insertText('50000');
    return { 'islands are alive': await answered };
  });

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
  const measured: Record<'page' | 'copy', Measurements[]> = { page: [], copy: [] };
  await measurePageLoad(browser, page); // The first visit warms up the browser.
  // Alternates, so that other load on the machine affects both equally.
  for (let round = 0; round < ROUNDS; round++) {
    for (const measure of [measurePageLoad, measureAlphaOpening, measureComparisonUpdate])
      measured.page.push(await measure(browser, page));
    for (const measure of [measurePageLoad, measureAlphaOpening])
      measured.copy.push(await measure(browser, copy.origin));
  }
  for (let round = 0; round < LIGHTHOUSE_ROUNDS; round++) {
    measured.page.push(await score(page));
    measured.copy.push(await score(copy.origin));
  }
  const [ofPage, ofCopy] = [computeMedians(measured.page, UNITS), computeMedians(measured.copy, UNITS)];
  console.info(
    `${formatComparisonTable(ofPage, ofCopy, UNITS)}\n\nMedians of ${ROUNDS} rounds: CPU/4, 1.6 Mbit/s, 150 ms.`,
  );
  for (const value of [...Object.values(ofPage), ...Object.values(ofCopy)]) expect(value).toBeGreaterThanOrEqual(0);
});
