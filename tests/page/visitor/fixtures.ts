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
  /** The suffix of translated texts, if the browser translates the page. See `translateAll`. */
  translated?: string | undefined;
}

/** Opens the page in a new browser context. Resolves to the visitor, whose methods use the page. */
export type OpenVisit = (options?: VisitOptions) => Promise<Visitor>;

interface Fixtures {
  browser: Browser;
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
  browse: async ({ browser }, use) => {
    const visitors: Visitor[] = [];
    await use((options = {}) => openPage(browser, options, (visitor) => visitors.push(visitor)));
    for (const { context } of visitors) await context.close();
    for (const { complaints, forgiven } of visitors)
      expect(complaints.filter((one) => !forgiven.some((pattern) => pattern.test(one)))).toEqual([]);
  },
  visit: async ({ browse }, use) => use(browse),
});

/** Opens the page in its own browser context. Calls `known` with the visitor before the page loads. */
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
  const noted = {
    asked: [],
    foreign: [],
    complaints: [],
    forgiven: [],
    wallets: [],
    sockets: [],
    lines: [],
    frames: [],
  };
  const held = withhold === undefined ? null : delayScripts(withhold);
  const visit: Visit = { context, ...noted, release: held?.release ?? (() => {}) };
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
  // A style sheet that is withheld delays the load event.
  await page.goto(path, { waitUntil: held ? 'domcontentloaded' : 'load' });
  return visitor;
}

/** Replaces Playwright's limit of 30 s, because a computer that runs all tests at once is slower. In ms. */
const ACTION_TIMEOUT = 45_000;
const NAVIGATION_TIMEOUT = 90_000;
