import type { Locator, Page } from '@playwright/test';
import type { InstallOptions } from '../wallet/browser.ts';
import { alphaControls, connectControls } from './visitor/controls.ts';
import type { Visiting, VisitOptions } from './visitor/fixtures.ts';
import { say } from './visitor/say.ts';
import { clockOf } from './visitor/seen.ts';
import type { Visit } from './visitor/viewer.ts';
import { Visitor } from './visitor/visitor.ts';
/** The scripts of both bundles. The served list has a script of its own, which opens it. */
export const PAGE_SCRIPTS = /\/assets\/(?!list-)[^/]*\.js$/;

export type PageVisit = Visitor;

const on = (page: Page) => new Visitor(page, { looks: { folder: '', known: new Set() } } as unknown as Visit);

export const isConnected = (page: Page) => on(page).isConnected();

/** For `before`: installs a clock that the test controls, and runs `scripts` in each document of the page. */
export const withClock =
  (...scripts: (() => void)[]) =>
  async (page: Page) => {
    await page.clock.install();
    for (const script of scripts) await page.addInitScript(script);
  };

export const alive = (page: Page) => on(page).waitsForScripts();
export const reloadPage = (page: Page) => on(page).reloads();
export const leavesSite = (page: Page) => on(page).leavesSite();
export const lookAt = (page: Page) => on(page).looksAgain();
export const tapLink = (target: Locator, options?: { position?: { x: number; y: number }; force?: boolean }) =>
  on(target.page()).taps(target, options);
export const requestDialog = (page: Page, hash: string) => on(page).requests(hash);
export const askAfresh = (page: Page, hash: string) => on(page).requestsNext(hash);
export const breakPage = (page: Page) => on(page).breaksPage();
export const alphaOf = (page: Page) => alphaControls(page, say);

export const connectOf = (page: Page) => {
  const { account, news } = on(page);
  return { ...connectControls(page, say), account: account.dialog, leave: account.leave, news };
};

/** Requests dialogs by hash on a page whose clock the test controls. See `clockOf`. */
export function requesterOf(page: Page) {
  const { until } = clockOf(page);
  const dialogs = page.locator('dialog[open]');
  const closes = () =>
    until(async () => {
      if (await dialogs.count()) await page.keyboard.press('Escape');
      return (await dialogs.count()) === 0 && (await page.evaluate(() => location.hash === ''));
    }, 'all dialogs are closed');
  return {
    closes,
    /** Closes the open dialog, and requests another one. */
    requests: async (hash: string) => {
      await closes();
      await page.evaluate((hash) => {
        location.hash = hash;
      }, hash);
      await until(() => dialogs.count(), 'a dialog opens');
    },
  };
}

/** Visits `/#connect` with wallets in the browser. Sign-in is off, unless `origin` is another site. */
export async function visitWith(
  visit: Visiting,
  wallets: (InstallOptions | undefined)[] = [{}],
  options: VisitOptions = {},
) {
  const visitor = await visit({ wallets: wallets.map((one) => one ?? {}), ...options });
  return { ...visitor, visitor, wallet: visitor.wallet, connect: connectOf(visitor.page) };
}
