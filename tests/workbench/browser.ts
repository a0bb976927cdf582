import { createServer } from 'node:http';
import { type Browser, type BrowserContextOptions, type ConsoleMessage, chromium, type Page } from '@playwright/test';
import { beforeAll, expect, onTestFinished } from 'vitest';
import { serveBuild } from '#build/preview';
import { expectPage } from '../page/visitor/expectPage.ts';
import { expectStatesDistinct } from '../page/visitor/layout.ts';
import { runAxe } from '../page/visitor/look.ts';
import { createLaunchOptions } from '../support/chromium.ts';
import { listenOnFreePort } from '../support/listen.ts';
import { addPageTools } from './inPage.ts';

/** Starts a browser that blocks windows which no click has opened, as a developer's browser does. */
export const launchBrowser = () =>
  chromium.launch({ ...createLaunchOptions(), ignoreDefaultArgs: ['--disable-popup-blocking'] });

/** In the page: blocks windows that no click has opened, because the packaged Chromium has no pop-up blocker. */
const blockPopups = () => {
  const { open } = window;
  window.open = (...how) => (navigator.userActivation.isActive ? open.apply(window, how) : null);
};

/** Before the tests of a file, builds pages into the folder `out`, serves them, and starts a browser. */
export function serveBuiltPages(out: string, build: () => Promise<unknown>) {
  const built = {} as { browser: Browser; origin: string };
  beforeAll(async () => {
    const [browser] = await Promise.all([launchBrowser(), build()]);
    const { port, close } = await listenOnFreePort(createServer(serveBuild(out)));
    Object.assign(built, { browser, origin: `http://localhost:${port}` });
    return async () => {
      await browser.close();
      close();
    };
  }, 300_000);
  return built;
}

interface PageOptions extends BrowserContextOptions {
  isProblem?: (said: ConsoleMessage) => boolean;
}

/** Opens a page in a context of its own. `problems` collects the errors of all pages of the context. */
export async function watchPage(browser: Browser, { isProblem, ...options }: PageOptions = {}) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(120_000);
  await context.addInitScript(blockPopups);
  await context.addInitScript(addPageTools);
  const problems: string[] = [];
  const counts = isProblem ?? ((said: ConsoleMessage) => said.type() === 'error');
  context.on('weberror', (error) => problems.push(error.error().message));
  context.on('console', (said) => counts(said) && problems.push(`${said.text()} ${said.location().url}`));
  return { context, page: await context.newPage(), problems };
}

/** Opens a page until the test ends. The test fails if a page of its context has an error. */
export async function openPage(browser: Browser, options?: PageOptions) {
  const opened = await watchPage(browser, options);
  onTestFinished(async () => {
    const found = [...opened.problems];
    await opened.context.close();
    expect(found).toEqual([]);
  });
  return opened;
}

/** Returns the ids of the states that the chart highlights. */
export const readHighlightedIds = (page: Page) =>
  page.locator('.canvas .lit').evaluateAll((boxes) => boxes.map((box) => box.getAttribute('data-state')).sort());

/** Presses "Step back", and waits for the step and its chart. */
export async function pressStepBack(page: Page) {
  const slider = page.getByRole('slider', { name: 'Step' });
  // Reads both at once, because the page may take a step in between.
  const from = await page.getByRole('button', { name: 'Step back' }).evaluate((button: HTMLElement) => {
    const { value } = button.parentElement!.querySelector('input')!;
    button.click();
    return Number(value);
  });
  await expectPage(slider).toHaveValue(String(from - 1));
  const actor = page.locator('.log [aria-current] span').nth(1);
  // The id of the actor may follow.
  const machine = await actor.evaluate(({ firstChild }) => firstChild!.textContent);
  // The chart of another machine is laid out first.
  await expectPage(page.locator('.canvas svg')).toHaveAttribute('aria-label', `Chart of ${machine}`);
  await expectPage(page.locator('.canvas .lit')).not.toHaveCount(0);
}

/** Checks that axe finds nothing in either colour scheme, and that forced colours hide nothing. */
export async function expectAccessible(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await runAxe(page)).toEqual([]);
  }
  await expectStatesDistinct(page, page.url());
}
