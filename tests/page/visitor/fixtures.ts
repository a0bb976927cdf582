import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { test as base, expect, inject } from 'vitest';
import { isLanguage } from '#domain/language';
import { createLaunchOptions } from '../../support/chromium.ts';
import { type InstallOptions, installWallet } from '../../wallet/browser.ts';
import { recordAnnouncements, translateAll } from './inPage.ts';
import { recordVisitProblems } from './listen.ts';
import { createScriptDelay } from './network.ts';
import { Visit } from './viewer.ts';
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
  /** Selects the URLs that load only after `visitor.release()`. */
  withhold?: Parameters<typeof createScriptDelay>[0];
  /** Scripts that run in each document of each tab, before the scripts of the document. */
  scripts?: (() => void)[];
  before?: (page: Page, context: BrowserContext) => Promise<unknown>;
  /** The suffix of translated texts, if the browser translates the page. See `translateAll`. */
  translated?: string | undefined;
}

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

/** Visit options by the name of a layout that the dialogs have in a window of that size. */
export const layoutOptions = {
  wide: { viewport: { width: 1280, height: 800 } },
  compact: { viewport: { width: 480, height: 800 } },
  sheet: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, userAgent: IPHONE },
  narrow: { viewport: { width: 320, height: 480 } },
} satisfies Record<string, VisitOptions>;

/** Options of a visit that controls the clock and records announcements. Messages to the relay get no answer. */
export const announcementVisitOptions: VisitOptions = {
  clock: true,
  scripts: [recordAnnouncements],
  before: (page) => page.routeWebSocket(/relay/, () => {}),
};

/** Opens the page in a new browser context. Resolves to the visitor, whose methods use the page. */
export type OpenVisit = (options?: VisitOptions) => Promise<Visitor>;

/** The browser of this test worker. Vitest would launch another browser for each `test.extend`. */
let launched: Promise<Browser> | undefined;

/** Vitest's `test` with a browser and visitors as fixtures. */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
    launched ??= chromium.launch(createLaunchOptions());
    const browser = await launched;
    onCleanup(() => browser.close());
    return browser;
  })
  /** Opens the page of any site for a new visitor. The test fails if the page logs an error that it does not expect. */
  .extend('browse', ({ browser }, { onCleanup }): OpenVisit => {
    const visitors: Visitor[] = [];
    onCleanup(async () => {
      for (const { context } of visitors) await context.close();
      for (const { complaints, forgiven } of visitors)
        expect(complaints.filter((one) => !forgiven.some((pattern) => pattern.test(one)))).toEqual([]);
    });
    return (options = {}) => openPage(browser, options, (visitor) => visitors.push(visitor));
  })
  /** Opens the page of the sample site. Tests of other sites replace this fixture. */
  .extend('visit', ({ browse }) => browse);

async function openPage(browser: Browser, options: VisitOptions, known: (visitor: Visitor) => unknown) {
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
  // Reduces motion, because a click may miss an element that still scrolls. Uses the smallest window with the wide
  // layout, because larger windows take longer to render.
  const context = await browser.newContext({
    baseURL: origin,
    reducedMotion: 'reduce',
    viewport: { width: 1024, height: 640 },
    ...rest,
  });
  // Replaces Playwright's limits of 30 s, because a computer that runs all tests at once is slower.
  context.setDefaultTimeout(45_000);
  context.setDefaultNavigationTimeout(90_000);
  const page = await context.newPage();
  const held = withhold === undefined ? null : createScriptDelay(withhold);
  const visit = new Visit(context, held?.release);
  const [, language = ''] = path.split('/');
  const visitor = new Visitor(page, visit, isLanguage(language) ? language : 'en');
  known(visitor);
  await recordVisitProblems(page, visit, [origin, ...servers]);
  if (translated !== undefined) await context.addInitScript(translateAll, translated);
  for (const one of wallets ?? []) visit.wallets.push(await installWallet(context, one));
  if (clock) await page.clock.install();
  for (const script of scripts) await context.addInitScript(script);
  await held?.before(page);
  await before?.(page, context);
  // A delayed file may delay the `load` event until `visitor.release()`.
  await page.goto(path, { waitUntil: held ? 'domcontentloaded' : 'load' });
  return visitor;
}
