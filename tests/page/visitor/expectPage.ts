import { expect, type Page } from '@playwright/test';

/** Playwright's `expect` for pages, with a longer time limit. */
export const expectPage = expect
  .extend({
    /** Reads `location.href` in the page, because Playwright's `page.url()` lags behind. */
    async toHaveURL(this: { isNot: boolean; timeout: number }, page: Page, url: RegExp) {
      const { isNot, timeout } = this;
      // `evaluate` rejects while the browser replaces the document.
      const where = () => page.evaluate(() => location.href).catch(() => null);
      const wanted = isNot ? expect.not.stringMatching(url) : expect.stringMatching(url);
      const message = await expect
        .poll(where, { timeout, intervals: [20, 50] })
        .toEqual(wanted)
        .then(() => null)
        .catch((error: Error) => error.message);
      return { pass: (message === null) !== isNot, message: () => message ?? '' };
    },
  })
  .configure({ timeout: 45_000 }) as typeof expect;

/** Stops and advances the clock of a page. The clock runs normally until `stop` is called. */
export const createPageClock = (page: Page) => {
  const turn = (ms = 20) => page.clock.runFor(ms);
  const stop = async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  return {
    stop,
    /** Runs the clock for `ms`, by default for 20 ms, so that timers of zero ms fire. */
    turn,
    /** Runs the clock until `holds` resolves to a truthy value. */
    until: (holds: () => Promise<unknown>, why: string) =>
      expectPage.poll(() => turn().then(holds).then(Boolean), { message: why, intervals: [20, 50, 100] }).toBe(true),
  };
};
