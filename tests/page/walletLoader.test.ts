import type { Page } from '@playwright/test';
import { describe, expect } from 'vitest';
import { DIST, DIST_WITHOUT_SIGN_IN } from '../support/build.ts';
import { findWalletBundle, listBundledFiles } from './bundle.ts';
import { serveSiteWithoutSignIn } from './sites.ts';
import { expectPage } from './visitor/expectPage.ts';
import type { OpenVisit } from './visitor/fixtures.ts';
import { test } from './visitor/fixtures.ts';
import { PAGE_SCRIPT_PATTERN } from './visitor/network.ts';
import { say } from './visitor/say.ts';

const bundle = findWalletBundle(DIST_WITHOUT_SIGN_IN).file;
const isBundle = (url: URL) => url.pathname === `/${bundle}`;

function paths(page: Page) {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  return asked;
}

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
    let asked: string[] = [];
    const visitor = await visit({
      wallets: [{ legacy: {} }],
      path: '/#wallet',
      before: async (page) => {
        asked = paths(page);
      },
    });
    const { page } = visitor;
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

    /** Visits with or without the browser's data saver, and records the requests to the site. */
    const arrive = async (visit: OpenVisit, saves: boolean) => {
      let asked: string[] = [];
      const visited = await visit({
        wallets: [{}],
        path: '/',
        origin: site.origin,
        before: async (page, context) => {
          asked = paths(page);
          if (saves)
            await context.addInitScript(() =>
              Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
            );
        },
      });
      await visited.waitsForScripts();
      const control = visited.page.getByRole('banner').locator('.control');
      return { visitor: visited, asked, control };
    };

    test('focusing the account button loads the wallet bundle if data saver is on', async ({ visit }) => {
      const { visitor, asked, control } = await arrive(visit, true);
      await visitor.page.evaluate(() => new Promise((idle) => requestIdleCallback(() => setTimeout(idle, 100))));
      expect(asked).not.toContain(`/${findWalletBundle(site.dist).file}`);
      await control.focus();
      await expectPage.poll(() => asked).toContain(`/${findWalletBundle(site.dist).file}`);
      await control.press('Enter');
      await visitor.connects();
      await expectPage(control).toBeFocused();
      await expectPage(control).toHaveAccessibleName(say('landing.control.account'));
      expect(visitor.foreign).toEqual([]);
    });
  });
});

describe('the order of script requests', () => {
  const isScript = (path: string) => path.endsWith('.js');

  /** Opens `path` while all scripts are delayed. Returns the scripts that are requested before any has run. */
  async function firstScripts(visit: OpenVisit, path: string) {
    let asked: string[] = [];
    const visitor = await visit({
      path,
      before: async (page) => {
        asked = paths(page);
        await page.route('**/assets/*.js', () => {});
      },
    });
    await visitor.page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length);
    await expectPage.poll(() => asked.filter(isScript).length).toBeGreaterThan(0);
    return asked.filter(isScript).sort();
  }

  const entry = listBundledFiles(DIST).find((file) => file.entry)!;
  const wallet = findWalletBundle(DIST);
  const wholeHalf = [wallet.file, ...wallet.imports].filter((file) => file !== entry.file);

  test('the page of a new visitor first requests only the scripts of the landing bundle', async ({ visit }) => {
    const files = [entry.file, ...entry.imports].map((file) => `/${file}`);
    expect(await firstScripts(visit, '/')).toEqual(files.sort());
  });

  test('a deep link requests all scripts of both bundles at once', async ({ visit }) => {
    const scripts = await firstScripts(visit, '/#connect');
    expect(scripts).toContain(`/${entry.file}`);
    expect(scripts).toEqual(expect.arrayContaining(wholeHalf.map((file) => `/${file}`)));
    expect(new Set(scripts).size).toBe(scripts.length);
  });
});

describe('opening dialogs by the URL hash', () => {
  test('the hash #connect opens the connect dialog at any time, and closing clears it', async ({ visit }) => {
    const visitor = await visit({ wallets: [{}], path: '/?from=mail#connect' });
    const { page } = visitor;
    await visitor.seesWallets();
    await page.reload();
    await visitor.connect.close.click();
    await expectPage(page).toHaveURL(/\/\?from=mail$/);
    await visitor.requestsWallets();
    await expectPage(page).toHaveURL(/\/\?from=mail#connect$/);
    await page.goBack();
    await expectPage(visitor.connect.dialog).toBeHidden();
    await page.goForward();
    await visitor.seesWallets();
    await visitor.escapes();
    await expectPage(page).toHaveURL(/\/\?from=mail$/);
    await visitor.leavesSite();
  });

  test('a requested dialog replaces an alpha modal that the visitor opened earlier', async ({ visit }) => {
    const visitor = await visit({ wallets: [{}], path: '/', withhold: PAGE_SCRIPT_PATTERN });
    const { page } = visitor;
    await visitor.alpha.join.click();
    await expectPage(visitor.alpha.modal).toBeVisible();
    // The list of wallets in the HTML loads, but must not open over the modal.
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
    await visitor.isHome();
  });
});

test('the dialog reports slow and failed loading, and Retry reloads the page', async ({ visit }) => {
  let answers: 'late' | 'never' | 'well' = 'late';
  const visitor = await visit({
    wallets: [{}],
    path: '/',
    before: (page) =>
      page.route(isBundle, (route) => {
        if (answers !== 'late') return answers === 'well' ? route.continue() : route.abort();
      }),
  });
  const { page, connect } = visitor;
  visitor.forgiven.push(/Failed to load|dynamically imported module|net::ERR_/);
  // Until its scripts run, the page shows the list in the HTML, which has no message about slowness.
  await visitor.waitsForScripts();
  await visitor.requests('connect');
  await visitor.hears('wallet.slow.title');
  answers = 'never';
  await page.reload();
  await visitor.hears('wallet.broken.title');
  await page.evaluate(() => Object.assign(window, { old: true }));
  // Retry does not reload while the server gives no answer at all.
  await visitor.context.setOffline(true);
  await connect.retry.click();
  await visitor.hears('wallet.offline.title');
  expect(await page.evaluate(() => 'old' in window)).toBe(true);
  // Once the browser is online, the page reloads by itself, and reports the failure again.
  await visitor.context.setOffline(false);
  await page.waitForFunction(() => !('old' in window));
  await visitor.hears('wallet.broken.title');
  await connect.close.click();
  await visitor.isHome();
  await visitor.alpha.join.click();
  await expectPage(visitor.alpha.modal).toBeVisible();
  await visitor.alpha.close.click();
  await visitor.requests('connect');
  await visitor.hears('wallet.broken.title');
  answers = 'well';
  await connect.retry.click();
  await visitor.seesWallets();
});

/** In the page: makes the wallet bundle fail at rendering. Only the list's search uses this method. */
const sabotage = () => {
  String.prototype.normalize = () => {
    throw new Error('a fault in the wallet bundle');
  };
};

test('a crash of the wallet bundle keeps the page working, and Retry reloads it', async ({ visit }) => {
  const visitor = await visit({ wallets: [{}], path: '/' });
  visitor.forgiven.push(/a fault in the wallet bundle/);
  await visitor.waitsForScripts();
  await visitor.page.evaluate(sabotage);
  await visitor.requests('connect');
  await visitor.hears('wallet.broken.title');
  await visitor.connect.close.click();
  await visitor.isAtRest();
  await visitor.page.getByRole('textbox', { name: say('comparison.amount') }).fill('1000');
  await expectPage(visitor.page.getByText('88%', { exact: true })).toBeVisible();
  await visitor.requests('connect');
  await visitor.hears('wallet.broken.title');
  await visitor.connect.retry.click();
  await visitor.seesWallets();
  await expectPage(visitor.connect.retry).toBeHidden();
});
