import { expect, type Locator, type Page } from '@playwright/test';

/** The details of a matcher's call. */
interface Call {
  isNot: boolean;
  timeout: number;
}

/** The answer of a matcher, by whether what was waited for came. */
const answer = async ({ isNot }: Call, wait: Promise<unknown>) => {
  const failure = await wait.then(
    () => null,
    (error: Error) => error.message,
  );
  return { pass: (failure === null) !== isNot, message: () => failure ?? '' };
};

/** Waits until something is shown, or is not. */
const isShown = (wanted: boolean) =>
  function (this: Call, target: Locator, { visible = true, timeout = this.timeout } = {}) {
    const shown = (wanted === visible) !== this.isNot;
    return answer(this, target.waitFor({ state: shown ? 'visible' : 'hidden', timeout }));
  };

/** Waits until the address of a page is like `url`, or is not. The page itself is asked, as others hear of it late. */
function isAt(this: Call, page: Page, url: RegExp) {
  // Between two documents there is nobody to ask.
  const where = () => page.evaluate(() => location.href).catch(() => null);
  const { isNot, timeout } = this;
  const polled = expect.poll(where, { timeout, intervals: [20, 50] });
  return answer(this, polled.toEqual(isNot ? expect.not.stringMatching(url) : expect.stringMatching(url)));
}

/**
 * Playwright's `expect`, with time limits for a full run. Frequent checks use cheaper ways than its own, which describe
 * the whole page at each try.
 */
export const seen = expect
  .extend({
    toBeVisible: isShown(true),
    toBeHidden: isShown(false),
    toHaveURL: isAt,
  })
  .configure({ timeout: 45_000 }) as typeof expect;

/** Lets time go by, where the clock is the test's, until `what` is there: so many `ms` at once, and only `when`. */
export const pass = (page: Page, what: Locator, { ms = 1_000, when = (): boolean => true } = {}) =>
  seen
    .poll(
      async () => {
        if (when()) await page.clock.fastForward(ms);
        return what.isVisible();
      },
      { intervals: [20] },
    )
    .toBe(true);

/** The clock of a page whose time is the test's, from `stop` on. */
export const clockOf = (page: Page) => {
  const turn = (ms = 20) => page.clock.runFor(ms);
  const stop = async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  return {
    stop,
    /** Waits for the next turn. */
    turn,
    /** Turns until it holds, as few times as can be. */
    until: (holds: () => Promise<unknown>, why: string) =>
      seen.poll(() => turn().then(holds).then(Boolean), { message: why, intervals: [20, 50, 100] }).toBe(true),
    /** Does what needs the time as it is. */
    inTime: async <T>(does: () => Promise<T>) => {
      await page.clock.resume();
      const done = await does();
      await stop();
      return done;
    },
    /** Lets time pass by. */
    lasts: (ms: number) => () => page.clock.fastForward(ms),
  };
};
