import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { test as base, expect, inject } from 'vitest';
import { isLanguage } from '#domain/language';
import { createLaunchOptions } from '../../support/chromium.ts';
import { type InstallOptions, installWallet } from '../../wallet/browser.ts';
import { translateAll } from './inPage.ts';
import { recordVisitProblems } from './listen.ts';
import { delayScripts } from './network.ts';
import type { Visit } from './viewer.ts';
import { Visitor } from './visitor.ts';

/** The options of a visit: the URL, the wallets in the browser, and Playwright's own. */
export interface VisitOptions extends BrowserContextOptions {
  path?: string;
  origin?: string;
  /** Origins of local servers that the page may contact. */
  servers?: string[];
  /** Wallets in the browser. If there are any, the visit starts at `/#connect` on a site without sign-in. */
  wallets?: InstallOptions[];
  /** Whether the test controls the clock of the page. */
  clock?: boolean;
  /** URLs of files that load only after `release`. */
  withhold?: Parameters<typeof delayScripts>[0];
  /** Scripts that run in each document of each tab, before its own. */
  scripts?: (() => void)[];
  before?: (page: Page, context: BrowserContext) => Promise<unknown>;
  /** Consecutive tests with the same name share one page, unless a test changes the page itself or its loading. */
  again?: string;
  /** Whether the visitor stays connected for the next test. See `isConnected`. */
  stays?: boolean;
  /** The suffix of translated texts, if the browser translates the page. See `translateAll`. */
  translated?: string | undefined;
}

/** Opens the page in a new browser context. Resolves to the visitor, by whom the test uses the page. */
export type OpenVisit = (options?: VisitOptions) => Promise<Visitor>;

/** The visitor that successive tests of a file share. */
interface Shared {
  name: string;
  visitor: Visitor | null;
}

interface Fixtures {
  browser: Browser;
  shared: Shared;
  /** Opens the page of any site, for fixtures of other sites. */
  browse: OpenVisit;
  /** Opens the page for a new visitor. Fails at the end if the page has logged an error. */
  visit: OpenVisit;
}

/** The browser of this worker. A fixture would launch one for each `test.extend`. */
let launched: Promise<Browser> | undefined;

/** Vitest's `test` with a browser and visitors as fixtures. */
export const test = base.extend<Fixtures>({
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs
    async ({}, use) => {
      launched ??= chromium.launch(createLaunchOptions());
      await use(await launched);
      await (await launched).close();
    },
    { scope: 'worker' },
  ],
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs
    async ({}, use) => {
      const shared: Shared = { name: '', visitor: null };
      await use(shared);
      await leave(shared);
    },
    { scope: 'file' },
  ],
  browse: async ({ browser, shared, onTestFailed }, use) => {
    const visitors: Visitor[] = [];
    // The page of a failed test may be in any state, so no other test gets it.
    onTestFailed(() => leave(shared));
    await use(async (options = {}) => {
      const { visitor } = shared;
      if (visitor && options.again === shared.name) {
        if (visitors.includes(visitor)) expectNoComplaints(visitor);
        if (await comesAgain(visitor, options)) {
          visitors.push(visitor);
          return visitor;
        }
      }
      const opened = await openPage(browser, options, async (visitor) => {
        visitors.push(visitor);
        if (!options.again) return;
        await leave(shared);
        Object.assign(shared, { name: options.again, visitor });
      });
      return opened;
    });
    for (const visitor of visitors) if (visitor !== shared.visitor) await visitor.context.close();
    visitors.forEach(expectNoComplaints);
  },
  visit: async ({ browse }, use) => use(browse),
});

/** Opens the page in its own browser context. `known` is called with the visitor before the page loads. */
async function openPage(
  browser: Browser,
  options: VisitOptions,
  known: (visitor: Visitor) => Promise<unknown>,
): Promise<Visitor> {
  const {
    wallets,
    servers = [],
    clock,
    scripts = [],
    withhold,
    before,
    translated = process.env.TRANSLATED,
    ...rest
  } = options;
  const { path = wallets ? '/#connect' : '/', origin = inject(wallets ? 'openOrigin' : 'origin') } = rest;
  // Motion is off, because a click may miss something that still scrolls. The window is as small as the wide layout
  // allows, because larger frames take longer.
  const context = await browser.newContext({
    baseURL: origin,
    reducedMotion: 'reduce',
    viewport: { width: 1024, height: 640 },
    ...rest,
  });
  context.setDefaultTimeout(ACTION_TIMEOUT);
  context.setDefaultNavigationTimeout(NAVIGATION_TIMEOUT);
  const page = await context.newPage();
  const noted = { foreign: [], complaints: [], forgiven: [], wallets: [], sockets: [], lines: [], frames: [] };
  const held = withhold === undefined ? null : delayScripts(withhold);
  const visit: Visit = { context, ...noted, release: held?.release ?? (() => {}) };
  const [, language = ''] = path.split('/');
  const visitor = new Visitor(page, visit, isLanguage(language) ? language : 'en');
  await known(visitor);
  await recordVisitProblems(page, visit, [origin, ...servers]);
  if (translated !== undefined) await context.addInitScript(translateAll, translated);
  for (const one of wallets ?? []) visit.wallets.push(await installWallet(context, one));
  if (clock) await page.clock.install();
  for (const script of scripts) await context.addInitScript(script);
  await held?.before(page);
  await before?.(page, context);
  // A style sheet that is withheld delays the load event.
  await page.goto(path, { waitUntil: held ? 'domcontentloaded' : 'load' });
  return visitor;
}

/** Resets the visitor of an earlier test to the start that `options` describe. Returns whether that was possible. */
async function comesAgain(visitor: Visitor, { path, wallets, stays = false }: VisitOptions) {
  if (!(await goHome(visitor, stays))) return false;
  const [, hash] = (path ?? (wallets ? '/#connect' : '/')).split('#');
  const isStill = await visitor.isConnected();
  if (hash && !isStill) await visitor.requests(hash);
  for (const [i, one] of wallets?.entries() ?? [])
    await (stays && isStill ? visitor.wallets[i]?.become(one) : visitor.wallets[i]?.reset(one));
  return true;
}

const expectNoComplaints = ({ complaints, forgiven }: Visitor) =>
  expect(complaints.filter((one) => !forgiven.some((pattern) => pattern.test(one)))).toEqual([]);

/** Replaces Playwright's limit of 30 s, because a computer that runs all tests at once is slower. In ms. */
const ACTION_TIMEOUT = 45_000;
const NAVIGATION_TIMEOUT = 90_000;

/** How long to wait until a page of an earlier test is ready, in ms. */
const TIMEOUT = 15_000;

async function leave(shared: Shared) {
  await shared.visitor?.context.close();
  shared.visitor = null;
}

/** In the page: whether no dialog is open and no announcement is shown. */
const atHome = () =>
  location.hash === '' &&
  // A step back in the history is asynchronous, and would close the next dialog.
  !history.state?.depth &&
  !document.querySelector('dialog[open]') &&
  ![...document.querySelectorAll('[role=alert]')].some((alert) => alert.checkVisibility() && alert.textContent);

/**
 * Resets a shared visit: nothing is stored, and no wallet is connected unless it `stays`. Returns whether that was
 * possible.
 */
async function goHome(visitor: Visitor, stays: boolean) {
  const { page, context, wallets, foreign, complaints, forgiven } = visitor;
  const home = async () => {
    for (const tab of context.pages()) if (tab !== page) await tab.close();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    if (await page.evaluate(() => '__pwClock' in window)) await page.clock.resume();
    const leaves = !stays || !(await visitor.isConnected());
    for (const wallet of wallets) await (leaves ? wallet.reset({}) : wallet.rejectAll());
    // After this short timeout the caller opens a new page, which is quicker than a long wait.
    await expect
      .poll(
        async () => {
          if ((await page.evaluate(atHome)) && !(leaves && (await visitor.isConnected()))) return true;
          await page.keyboard.press('Escape');
          for (const close of await page.locator('[role=alert] button:visible').all()) await close.click();
          return false;
        },
        { timeout: 1_000 },
      )
      .toBe(true);
    await page.evaluate((leaves) => {
      // The page restores the connection from this record after a reload.
      const session = localStorage.getItem('iaborrow.session');
      localStorage.clear();
      sessionStorage.clear();
      if (session && !leaves) localStorage.setItem('iaborrow.session', session);
    }, leaves);
    await context.clearCookies();
  };
  // A page that does not answer is not shared.
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, TIMEOUT, false).unref());
  const came = await Promise.race([
    late,
    home().then(
      () => true,
      () => false,
    ),
  ]);
  for (const list of [foreign, complaints, forgiven]) list.length = 0;
  return came;
}
