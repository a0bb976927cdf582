import type { Page } from '@playwright/test';
import { describe, expect } from 'vitest';
import type { BundledFile } from '#build/bundle';
import { DIST, DIST_WITHOUT_SIGN_IN } from '../support/build.ts';
import { findWalletBundle, listBundledFiles } from './bundle.ts';
import { serveSiteWithoutSignIn } from './sites.ts';
import { expectPage } from './visitor/expectPage.ts';
import { test } from './visitor/fixtures.ts';
import { PAGE_SCRIPT_PATTERN } from './visitor/network.ts';
import { say } from './visitor/say.ts';
import type { Visitor } from './visitor/visitor.ts';

const bundle = findWalletBundle(DIST_WITHOUT_SIGN_IN).file;
const isBundle = (url: URL) => url.pathname === `/${bundle}`;

const kept = (page: Page) =>
  page.evaluate(async () => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
    ...(await indexedDB.databases()).map(({ name }) => name),
    ...(await caches.keys()),
    document.cookie,
  ]);

describe('before a dialog is requested', () => {
  test('the page sends no request and stores nothing, even with an unknown hash', async ({ visit }) => {
    const visitor = await visit({ wallets: [{ legacy: {} }], path: '/#wallet' });
    const { page, asked } = visitor;
    await visitor.waitsForScripts();
    await page.getByRole('textbox', { name: say('comparison.amount') }).fill('1000');
    await visitor.alpha.join.click();
    await visitor.alpha.close.click();
    await page.getByRole('link', { name: say('landing.hero.how') }).click();
    await expectPage(page).toHaveURL(/#how-it-works$/);
    for (const hash of ['Connect', 'connect/', 'connect=1', 'how-it-works', '%63onnect']) await visitor.requests(hash);
    await visitor.seesNoDialog();
    expect(visitor.foreign).toEqual([]);
    expect(visitor.wallet.questions).toBe(0);
    expect(visitor.wallet.log).toEqual([]);
    expect(await kept(page)).toEqual(['']);
    expect(asked).toContain('/');
    expect(asked).not.toContain(`/${bundle}`);
  });

  describe('with the account button in the header', () => {
    const site = serveSiteWithoutSignIn('control');

    test('focusing the account button loads the wallet bundle if data saver is on', async ({ visit }) => {
      const save = () => Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
      const visitor = await visit({ wallets: [{}], path: '/', origin: site.origin, scripts: [save] });
      const { asked } = visitor;
      const control = visitor.page.getByRole('banner').locator('.control');
      const bundle = `/${findWalletBundle(site.dist).file}`;
      await visitor.waitsForScripts();
      await visitor.page.evaluate(() => new Promise((idle) => requestIdleCallback(() => setTimeout(idle, 100))));
      expect(asked).not.toContain(bundle);
      await control.focus();
      await expectPage.poll(() => asked).toContain(bundle);
      await control.press('Enter');
      await visitor.connects();
      await expectPage(control).toBeFocused();
      await expectPage(control).toHaveAccessibleName(say('landing.control.account'));
      expect(visitor.foreign).toEqual([]);
    });
  });
});

const filesOf = ({ file, imports }: BundledFile) => [file, ...imports].map((name) => `/${name}`);
const landing = filesOf(listBundledFiles(DIST).find((file) => file.entry)!);

test.for<[string, string[]]>([
  ['/', landing],
  ['/#connect', [...landing, ...filesOf(findWalletBundle(DIST))]],
])('the page at %s requests its scripts at once, and each of them once', async ([path, files], { visit }) => {
  const visitor = await visit({ path, before: (page) => page.route('**/assets/*.js', () => {}) });
  const scripts = () => visitor.asked.filter((path) => path.endsWith('.js') && !path.includes('/list-')).sort();
  await visitor.page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length);
  await expectPage.poll(scripts).toEqual([...new Set(files)].sort());
});

describe('opening dialogs by the URL hash', () => {
  test('the hash #connect opens the connect dialog at any time, and closing clears it', async ({ visit }) => {
    const visitor = await visit({ wallets: [{}], path: '/?from=mail#connect' });
    const { page } = visitor;
    await visitor.seesWallets();
    await page.reload();
    await visitor.connect.close.click();
    await expectPage(page).toHaveURL(/\/\?from=mail$/);
    await visitor.requests('connect');
    await visitor.seesWallets();
    await expectPage(page).toHaveURL(/\/\?from=mail#connect$/);
    await page.goBack();
    await expectPage(visitor.connect.dialog).toBeHidden();
    await page.goForward();
    await visitor.seesWallets();
    await visitor.escapes();
    await expectPage(page).toHaveURL(/\/\?from=mail$/);
    await visitor.leavesSite();
  });

  test('closing a dialog once removes every hash that the visitor typed', async ({ visit }) => {
    const visitor = await visit({ wallets: [{}], path: '/' });
    const { page } = visitor;
    const type = (hash: string) =>
      page.evaluate(async (hash) => {
        const told = new Promise((tell) => addEventListener('hashchange', tell, { once: true }));
        location.hash = hash;
        await told;
      }, hash);
    await visitor.waitsForScripts();
    for (const close of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
      await visitor.requests('connect');
      await visitor.seesWallets();
      for (const hash of ['account', 'chain']) await type(hash);
      await close();
      await expectPage(visitor.connect.dialog).toBeHidden();
      await visitor.seesNoHash();
    }
    await visitor.requests('connect');
    await visitor.seesWallets();
    await type('account');
    await page.reload();
    await visitor.seesWallets();
    await visitor.escapes();
    await visitor.seesNoDialogOrHash();
    await visitor.leavesSite();
  });

  test('a requested dialog replaces an alpha modal that the visitor opened earlier', async ({ visit }) => {
    const visitor = await visit({ wallets: [{}], path: '/', withhold: PAGE_SCRIPT_PATTERN });
    const { page } = visitor;
    await visitor.alpha.join.click();
    await expectPage(visitor.alpha.modal).toBeVisible();
    // The served list of wallets loads before the scripts, but must not open over the modal.
    const list = page.waitForResponse(/\.xml$/);
    await visitor.requests('connect');
    await (await list).finished();
    await expectPage(page.locator('#served-list')).toHaveCount(1);
    await expectPage(page.locator('#served-list')).toBeHidden();
    visitor.release();
    await visitor.seesWallets();
    await expectPage(visitor.dialogs).toHaveCount(1);
    await expectPage(page.locator('#served-list')).toHaveCount(0);
    await visitor.connect.close.click();
    await visitor.seesNoDialog();
    await visitor.seesNoHash();
  });
});

/** Checks that the dialog reports a failure, the rest of the page works, and Retry loads the bundle after `mend()`. */
async function expectFailureAndRetry(visitor: Visitor, mend: () => void = () => {}) {
  await visitor.requests('connect');
  await visitor.hears('wallet.broken.title');
  await visitor.connect.close.click();
  await visitor.seesNoDialogOrHash();
  await visitor.alpha.join.click();
  await expectPage(visitor.alpha.modal).toBeVisible();
  await visitor.alpha.close.click();
  await visitor.requests('connect');
  await visitor.hears('wallet.broken.title');
  mend();
  await visitor.connect.retry.click();
  await visitor.seesWallets();
  await expectPage(visitor.connect.retry).toBeHidden();
}

test('the page works if the wallet bundle fails, and Retry loads the bundle again', async ({ visit }) => {
  let isDown = true;
  const visitor = await visit({
    wallets: [{}],
    path: '/',
    before: (page) => page.route(isBundle, (route) => (isDown ? route.abort() : route.continue())),
  });
  visitor.forgiven.push(/Failed to load|dynamically imported module|net::ERR_|a fault in the wallet bundle/);
  await visitor.waitsForScripts();
  await expectFailureAndRetry(visitor, () => {
    isDown = false;
  });
  await visitor.page.goto('/');
  await visitor.waitsForScripts();
  // Makes the wallet list fail while rendering. Nothing else on the page calls `normalize`.
  await visitor.page.evaluate(() => {
    String.prototype.normalize = () => {
      throw new Error('a fault in the wallet bundle');
    };
  });
  await expectFailureAndRetry(visitor);
});
