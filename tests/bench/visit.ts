import type { Browser, CDPSession, Page } from '@playwright/test';

/** A mid-range phone on a slow network, as Lighthouse assumes. */
const CPU_SLOWDOWN = 4;
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

/** Opens `url` with an empty cache. `arrive` resolves after the first contentful paint. */
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
    // The part of each task beyond 50 ms after the first paint.
    TBT: sum(
      tasks
        ?.filter(({ startTime, duration }) => startTime + duration > fcp)
        .map(({ startTime, duration }) => Math.max(0, startTime + duration - Math.max(startTime, fcp) - 50)),
    ),
    CLS: sum(shifts?.map((shift) => (shift as PerformanceEntry & { value: number }).value)),
  };
}

/** Loads the page at `url` on a simulated slow phone. Returns its paint times in ms, and its bytes by kind of file. */
export const measurePageLoad = (browser: Browser, url: string) =>
  visit(browser, url, async (page, arrive, devtools) => {
    const bytes = countBytes(devtools);
    await arrive();
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(1000);
    const { Document: html, Script: js, Font: font, all } = bytes;
    return { ...(await page.evaluate(readTimeline)), 'bytes in all': all, html, js, font };
  });

/** Taps 'Join Alpha' once it is visible. Returns the ms until the modal opens. */
export const measureAlphaOpening = (browser: Browser, url: string) =>
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

/** Types an amount to compare once the page is visible. Returns the ms until the figures follow. */
export const measureComparisonUpdate = (browser: Browser, url: string) =>
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
