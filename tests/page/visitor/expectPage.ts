import { expect, type Locator, type Page } from '@playwright/test';

interface Call {
  isNot: boolean;
  timeout: number;
}

const answer = async ({ isNot }: Call, wait: Promise<unknown>) => {
  const failure = await wait.then(
    () => null,
    (error: Error) => error.message,
  );
  return { pass: (failure === null) !== isNot, message: () => failure ?? '' };
};

/** Waits until something is visible, or with `visible: false` hidden. */
const isShown = (wanted: boolean) =>
  function (this: Call, target: Locator, { visible = true, timeout = this.timeout } = {}) {
    const shown = (wanted === visible) !== this.isNot;
    return answer(this, target.waitFor({ state: shown ? 'visible' : 'hidden', timeout }));
  };

/** Waits until the page's own URL matches, or doesn't. Playwright learns of a new URL late. */
function isAt(this: Call, page: Page, url: RegExp) {
  // While the document is being replaced, it cannot be evaluated.
  const where = () => page.evaluate(() => location.href).catch(() => null);
  const { isNot, timeout } = this;
  const polled = expect.poll(where, { timeout, intervals: [20, 50] });
  return answer(this, polled.toEqual(isNot ? expect.not.stringMatching(url) : expect.stringMatching(url)));
}

/**
 * Playwright's `expect` for pages. Its time limits are longer, and its checks do not describe the whole page at each
 * try.
 */
export const expectPage = expect
  .extend({
    toBeVisible: isShown(true),
    toBeHidden: isShown(false),
    toHaveURL: isAt,
  })
  .configure({ timeout: 45_000 }) as typeof expect;

/** Stops and advances the clock of a page. The clock runs normally until `stop` is called. */
export const createPageClock = (page: Page) => {
  const turn = (ms = 20) => page.clock.runFor(ms);
  const stop = async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  return {
    stop,
    /** Runs the clock for a few ms, for timers of zero ms. */
    turn,
    /** Runs the clock until a condition holds. */
    until: (holds: () => Promise<unknown>, why: string) =>
      expectPage.poll(() => turn().then(holds).then(Boolean), { message: why, intervals: [20, 50, 100] }).toBe(true),
  };
};
