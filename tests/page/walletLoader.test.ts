import type { Page, Route } from '@playwright/test';
import { describe, expect } from 'vitest';
import { DIST, DIST_WITHOUT_SIGN_IN } from '../support/build.ts';
import { bundledFiles, walletBundleOf } from './bundle.ts';
import { serveSiteWithoutSignIn } from './sites.ts';
import type { Visiting } from './visitor/fixtures.ts';
import { test } from './visitor/fixtures.ts';
import { PAGE_SCRIPTS } from './visitor/network.ts';
import { say } from './visitor/say.ts';
import { seen } from './visitor/seen.ts';

const bundle = walletBundleOf(DIST_WITHOUT_SIGN_IN).file;
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
  test('the page sends no request and stores nothing, and unknown hashes open no dialog', async ({ visit }) => {
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
    await seen(page).toHaveURL(/#how-it-works$/);
    for (const hash of ['Connect', 'connect/', 'connect=1', 'how-it-works', '%63onnect']) await visitor.requests(hash);
    await visitor.seesNoDialog();
    expect(visitor.foreign).toEqual([]);
    expect(visitor.wallet.questions).toBe(0);
    expect(visitor.wallet.log).toEqual([]);
    expect(await kept(page)).toEqual(['']);
    expect(asked).toContain('/');
    expect(asked).not.toContain(`/${bundle}`);
  });

  test('the error screen opens no dialog for a hash', async ({ visit }) => {
    let asked: string[] = [];
    const visitor = await visit({
      wallets: [{}],
      path: '/nowhere#connect',
      before: async (page) => {
        asked = paths(page);
      },
    });
    visitor.forgiven.push(/status of 404/);
    await seen(visitor.page.getByText(say('notFound'))).toBeVisible();
    await visitor.page.evaluate(() => {
      location.hash = 'account';
    });
    await visitor.seesNoDialog();
    expect(visitor.wallet.questions).toBe(0);
    expect(asked).not.toContain(`/${bundle}`);
  });

  describe('with the account button in the header', () => {
    const site = serveSiteWithoutSignIn('control');

    /** Visits with or without the browser's data saver, and records the requests to the site. */
    const arrive = async (visit: Visiting, saves: boolean) => {
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
      const control = visited.page.getByRole('banner').getByRole('link', { name: /^(Connect|Account)/ });
      return { visitor: visited, asked, control };
    };

    test('an idle browser loads the wallet bundle, and no wallet is asked', async ({ visit }) => {
      const { visitor, asked, control } = await arrive(visit, false);
      await seen.poll(() => asked).toContain(`/${walletBundleOf(site.dist).file}`);
      await visitor.page.waitForLoadState('networkidle');
      expect(visitor.wallet.questions).toBe(0);
      expect(visitor.wallet.log).toEqual([]);
      expect(await kept(visitor.page)).toEqual(['']);
      await visitor.seesNoDialog();
      expect(visitor.foreign).toEqual([]);
      // The dialog shows the list from its first frame.
      await visitor.page.evaluate(() => {
        const dialog = document.querySelector('dialog#wallet')!;
        new MutationObserver(() => {
          const row = dialog.querySelector('[data-wallet]');
          if (dialog.matches('[open]')) Object.assign(window, { first: row ? 'list' : 'loading panel' });
        }).observe(dialog, { attributeFilter: ['open'] });
      });
      await control.click();
      await visitor.seesWallets();
      expect(await visitor.page.evaluate(() => Reflect.get(window, 'first'))).toBe('list');
    });

    for (const way of ['hover', 'focus'] as const)
      test(`${way} loads the wallet bundle if data saver is on`, async ({ visit }) => {
        const { visitor, asked, control } = await arrive(visit, true);
        await visitor.page.evaluate(() => new Promise((idle) => requestIdleCallback(() => setTimeout(idle, 100))));
        expect(asked).not.toContain(`/${walletBundleOf(site.dist).file}`);
        await control[way]();
        await seen.poll(() => asked).toContain(`/${walletBundleOf(site.dist).file}`);
        await visitor.page.waitForLoadState('networkidle');
        expect(visitor.wallet.questions).toBe(0);
        expect(await kept(visitor.page)).toEqual(['']);
        await visitor.seesNoDialog();
        expect(visitor.foreign).toEqual([]);
        // Idle prefetch loads the same files.
        if (way === 'hover') return;
        await control.press('Enter');
        await visitor.seesWallets();
        await visitor.connects();
        await seen(control).toBeFocused();
        await seen(control).toHaveAccessibleName(say('landing.control.account'));
        expect(visitor.foreign).toEqual([]);
      });

    test('a crash of the page removes the account button', async ({ visit }) => {
      const visitor = await visit({ origin: site.origin });
      await visitor.waitsForScripts();
      const links = visitor.page.getByRole('banner').getByRole('link');
      await seen(links).toHaveCount(2);
      await visitor.breaksPage();
      await seen(visitor.page.getByRole('alert')).toBeVisible();
      await seen(links).toHaveCount(1);
    });
  });
});

describe('the order of script requests', () => {
  const isScript = (path: string) => path.endsWith('.js');

  /** Opens `path` while all scripts are delayed. Returns the scripts that are requested before any has run. */
  async function firstScripts(visit: Visiting, path: string, record?: string) {
    let asked: string[] = [];
    const visitor = await visit({
      path,
      before: async (page, context) => {
        asked = paths(page);
        await page.route('**/assets/*.js', () => {});
        if (record) await context.addInitScript((record) => localStorage.setItem('iaborrow.session', record), record);
      },
    });
    await visitor.page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length);
    await seen.poll(() => asked.filter(isScript).length).toBeGreaterThan(0);
    return asked.filter(isScript).sort();
  }

  const entry = bundledFiles(DIST).find((file) => file.entry)?.file;
  const wallet = walletBundleOf(DIST);
  const wholeHalf = [wallet.file, ...wallet.imports].filter((file) => file !== entry);
  const record = '{"version":1,"value":{"id":"walletConnect","connector":"walletConnect"}}';

  test("a new visitor's page requests only its own script and the sentences", async ({ visit }) => {
    expect(await firstScripts(visit, '/')).toEqual([
      `/${entry}`,
      expect.stringMatching(/^\/assets\/page-en-[\w-]+\.js$/),
    ]);
  });

  for (const [when, path, kept] of [
    ['on a deep link', '/#connect', undefined],
    ['for a connected visitor who returns', '/', record],
  ] as const)
    test(`${when} requests all scripts of both bundles at once`, async ({ visit }) => {
      const scripts = await firstScripts(visit, path, kept);
      expect(scripts).toContain(`/${entry}`);
      expect(scripts).toEqual(expect.arrayContaining(wholeHalf.map((file) => `/${file}`)));
      expect(new Set(scripts).size).toBe(scripts.length);
    });
});

describe('opening dialogs by the URL hash', () => {
  for (const hash of ['connect', 'account'])
    test(`#${hash} opens its dialog, on load and later, and closing clears the hash`, async ({ visit }) => {
      const visitor = await visit({ wallets: [{}], path: `/?from=mail#${hash}` });
      const { page } = visitor;
      await visitor.seesWallets();
      await seen(page).toHaveURL(/\/\?from=mail#connect$/);
      if (hash === 'connect') {
        await page.reload();
        await visitor.seesWallets();
      }
      await visitor.connect.close.click();
      await seen(visitor.connect.dialog).toBeHidden();
      await seen(page).toHaveURL(/\/\?from=mail$/);
      await visitor.requests(hash);
      await visitor.seesWallets();
      await seen(page).toHaveURL(/#connect$/);
      await visitor.escapes();
      await seen(visitor.connect.dialog).toBeHidden();
      await seen(page).toHaveURL(/\/\?from=mail$/);
      await visitor.leavesSite();
    });

  test('a link opens its dialog just after another dialog was closed', async ({ visit }) => {
    const visitor = await visit({ wallets: [{}], path: '/' });
    await visitor.waitsForScripts();
    await visitor.page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { id: 'again', href: '#connect' });
      document.querySelector('footer')!.append(link);
    });
    // The page restores the address by an asynchronous step back, one turn after the dialog closes.
    for (const turns of [0, 1, 2, 3]) {
      await visitor.requestsWallets();
      const close = await visitor.connect.close.elementHandle();
      await visitor.page.evaluate(
        async ([close, turns]) => {
          close?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
          for (let i = 0; i < turns; i++) await new Promise((resolve) => setTimeout(resolve));
          document.getElementById('again')!.click();
        },
        [close, turns] as const,
      );
      await visitor.seesWallets();
      await seen(visitor.page).toHaveURL(/#connect$/);
      await visitor.closesList();
    }
    await visitor.leavesSite();
  });

  test('a modified click on a link opens a tab just after a dialog was closed', async ({ visit }) => {
    const visitor = await visit({ wallets: [{}], path: '/' });
    await visitor.waitsForScripts();
    await visitor.requestsWallets();
    const close = await visitor.connect.close.elementHandle();
    const taken = await visitor.page.evaluate(async (close) => {
      const link = Object.assign(document.createElement('a'), { href: '#connect' });
      document.querySelector('footer')!.append(link);
      close?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      const takes = (key: object) => {
        const click = new MouseEvent('click', { bubbles: true, cancelable: true, ...key });
        let isTaken = false;
        const note = (event: Event) => {
          isTaken = event.defaultPrevented;
          event.preventDefault();
        };
        addEventListener('click', note, { once: true });
        link.dispatchEvent(click);
        return isTaken;
      };
      const keys = ['ctrlKey', 'metaKey', 'shiftKey', 'altKey'].map((key) => ({ [key]: true }));
      // Waits until the page starts to restore the address. From then on, the page handles clicks on links.
      for (let turn = 0; turn < 50; turn++) {
        const all = [...keys, {}].map(takes);
        if (all.includes(true)) return all;
        await new Promise((resolve) => setTimeout(resolve));
      }
      return [];
    }, close);
    expect(taken).toEqual([false, false, false, false, true]);
    await visitor.seesWallets();
    await visitor.closesList();
  });

  test('closing a dialog removes both hashes that led to it from the history', async ({ visit }) => {
    const visitor = await visit({ wallets: [{}] });
    await visitor.seesWallets();
    await visitor.requests('account');
    await visitor.escapes();
    await seen(visitor.connect.dialog).toBeHidden();
    await visitor.requestsNext('connect');
    await visitor.seesWallets();
  });

  test('Back closes the dialog, and Forward reopens it', async ({ visit }) => {
    const visitor = await visit({ wallets: [{}], path: '/' });
    const { page, alpha } = visitor;
    await visitor.waitsForScripts();
    const isModalNoted = (noted: boolean) =>
      seen.poll(() => page.evaluate(() => Boolean(history.state?.depth))).toBe(noted);
    await visitor.requestsWallets();
    await page.goBack();
    await seen(visitor.connect.dialog).toBeHidden();
    await visitor.isHome();
    await page.goForward();
    await visitor.seesWallets();
    await visitor.closesList();

    await alpha.join.click();
    await isModalNoted(true);
    await visitor.requestsWallets();
    await page.goBack();
    await visitor.seesNoDialog();
    await isModalNoted(false);

    await alpha.join.click();
    await alpha.field.fill('30000');
    await isModalNoted(true);
    await visitor.requestsWallets();
    await seen(alpha.modal).toBeHidden();
    await seen(visitor.dialogs).toHaveCount(1);
    await visitor.connects();
    await visitor.isHome();
    await seen(alpha.modal).toBeHidden();
    await alpha.join.click();
    await seen(alpha.field).toHaveValue('30,000');
    await alpha.close.click();
    await isModalNoted(false);
    await visitor.leavesSite();
  });

  test('a requested dialog replaces an alpha modal that was opened before hydration', async ({ visit }) => {
    const visitor = await visit({ wallets: [{}], path: '/', withhold: PAGE_SCRIPTS });
    const { page } = visitor;
    await visitor.alpha.join.click();
    await seen(visitor.alpha.modal).toBeVisible();
    // The served list doesn't cover the modal.
    const list = page.waitForResponse(/\.xml$/);
    await visitor.requests('connect');
    await (await list).finished();
    await seen(page.locator('#served-list')).toHaveCount(1);
    await seen(page.locator('#served-list')).toBeHidden();
    visitor.release();
    await visitor.seesWallets();
    await seen(visitor.dialogs).toHaveCount(1);
    await seen(page.locator('#served-list')).toHaveCount(0);
    await visitor.connect.close.click();
    await visitor.seesNoDialog();
    await visitor.isHome();
  });
});

describe('a wallet bundle that fails to load', () => {
  const FAILED = /Failed to load|dynamically imported module/;

  for (const [what, fail] of Object.entries({
    'no answer': (route: Route) => route.abort(),
    'a 404': (route: Route) => route.fulfill({ status: 404, contentType: 'text/html', body: 'gone' }),
  }))
    test(`${what}: the dialog reports it, Retry reloads the page, and the dialog opens`, async ({ visit }) => {
      let broken = true;
      const visitor = await visit({
        wallets: [{}],
        before: (page) => page.route(isBundle, (route) => (broken ? fail(route) : route.continue())),
      });
      const { page, connect } = visitor;
      visitor.forgiven.push(FAILED);
      await visitor.hears('wallet.broken.title');
      await page.evaluate(() => Object.assign(window, { old: true }));
      // Retry does not reload the page while the server does not answer.
      if (what === 'no answer') {
        await page.route('/', (route) => route.abort());
        await connect.retry.click();
        await visitor.hears('wallet.broken.title');
        expect(await page.evaluate(() => 'old' in window)).toBe(true);
        await page.unroute('/');
      }
      // The reloaded page reports the failure again.
      await connect.retry.click();
      await page.waitForFunction(() => !('old' in window));
      await visitor.hears('wallet.broken.title');
      await connect.close.click();
      await visitor.isHome();
      await visitor.alpha.join.click();
      await seen(visitor.alpha.modal).toBeVisible();
      await visitor.alpha.close.click();
      await visitor.requests('connect');
      await visitor.hears('wallet.broken.title');
      broken = false;
      await connect.retry.click();
      await visitor.seesWallets();
    });

  test('a slow wallet bundle shows an empty dialog at once, and a message after 300 ms', async ({ visit }) => {
    const visitor = await visit({
      wallets: [{}],
      path: '/',
      clock: true,
      withhold: isBundle,
    });
    const { page, connect } = visitor;
    await visitor.waitsForScripts();
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
    await visitor.requests('connect');
    await seen(connect.dialog).toBeVisible();
    await seen(connect.status).toHaveText('');
    await page.clock.runFor(299);
    await seen(connect.status).toHaveText('');
    await page.clock.runFor(1);
    await visitor.hears('wallet.slow.title');
    await page.clock.resume();

    await connect.close.click();
    await visitor.isHome();
    const loaded = page.waitForResponse((response) => isBundle(new URL(response.url())));
    visitor.release();
    await (await loaded).finished();
    await page.waitForLoadState('networkidle');
    await visitor.seesNoDialog();
    expect(visitor.wallet.questions).toBe(0);
    await visitor.requestsWallets();
  });
});

/** In the page: causes errors in rendering and in event handlers of the wallet bundle. */
const sabotage = [
  () => {
    // Only the list's search uses this method.
    String.prototype.normalize = () => {
      throw new Error('a fault in the wallet bundle');
    };
  },
  () => {
    const { dispatchEvent } = window;
    window.dispatchEvent = (event) => {
      if (event.type === 'eip6963:requestProvider') throw new Error('a fault in the wallet bundle');
      return dispatchEvent.call(window, event);
    };
  },
];

describe('a wallet bundle that crashes', () => {
  test('a crash of the wallet bundle keeps the page working, and Retry reloads it', async ({ visit }) => {
    const visitor = await visit({ wallets: [{}], path: '/' });
    visitor.forgiven.push(/a fault in the wallet bundle/);
    for (const fault of sabotage) {
      await visitor.waitsForScripts();
      await visitor.page.evaluate(fault);
      await visitor.requests('connect');
      await visitor.hears('wallet.broken.title');
      await visitor.closesList();
      await visitor.page.getByRole('textbox', { name: say('comparison.amount') }).fill('1000');
      await seen(visitor.page.getByText('88%', { exact: true })).toBeVisible();
      await visitor.requests('connect');
      await visitor.hears('wallet.broken.title');
      await visitor.connect.retry.click();
      await visitor.seesWallets();
      await seen(visitor.connect.retry).toBeHidden();
      await visitor.connect.close.click();
      await visitor.isHome();
    }
  });
});
