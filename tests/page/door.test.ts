import { readFileSync } from 'node:fs';
import { type Page, type Route, expect as seen } from '@playwright/test';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type BundledFile, bundleOf } from '#build/plugin';
import { DIST, OPEN, serveSite } from '../support/build.ts';
import { deploySite } from './deploy.ts';
import { NAME } from './injected.ts';
import { alive, alphaOf, ask, connectOf, test, visitWith } from './visit.ts';

/** The file that the wallet half is loaded from, in a build into `dist`. */
function halfOf(dist: string) {
  const bundle: BundledFile[] = JSON.parse(readFileSync(bundleOf(dist), 'utf8'));
  const half = bundle.find(({ modules }) => Object.keys(modules).some((module) => module.endsWith('/src/wallet.tsx')));
  return half?.file ?? expect.fail('there is no wallet half');
}
const half = halfOf(OPEN);
const isHalf = (url: URL) => url.pathname === `/${half}`;

/** Notes the paths that are asked of this site. */
function paths(page: Page) {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  return asked;
}

/** What is kept in the browser. */
const kept = (page: Page) =>
  page.evaluate(async () => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
    ...(await indexedDB.databases()).map(({ name }) => name),
    ...(await caches.keys()),
    document.cookie,
  ]);

describe('before somebody asks for a dialog', () => {
  test('nobody is asked for anything, and nothing is kept', async ({ visit }) => {
    let asked: string[] = [];
    const { page, foreign, wallet } = await visitWith(visit, [{ legacy: {} }], {
      path: '/',
      before: async (page) => {
        asked = paths(page);
      },
    });
    await alive(page);
    const alpha = alphaOf(page);
    await page.getByRole('textbox', { name: 'Amount to borrow' }).fill('1000');
    await alpha.join.click();
    await alpha.close.click();
    await page.getByRole('link', { name: 'How it Works' }).click();
    await seen(page).toHaveURL(/#how-it-works$/);
    expect(foreign).toEqual([]);
    expect(wallet.questions).toBe(0);
    expect(wallet.log).toEqual([]);
    expect(await kept(page)).toEqual(['']);
    expect(asked).toContain('/');
    expect(asked).not.toContain(`/${half}`);
  });

  test('on a page that is none, not even the address asks', async ({ visit }) => {
    let asked: string[] = [];
    const { page, forgiven, wallet } = await visitWith(visit, [{}], {
      path: '/nowhere#connect',
      before: async (page) => {
        asked = paths(page);
      },
    });
    forgiven.push(/status of 404/);
    await seen(page.getByText('404 Not Found')).toBeVisible();
    await ask(page, 'account');
    await seen(page.getByRole('dialog')).toHaveCount(0);
    expect(wallet.questions).toBe(0);
    expect(asked).not.toContain(`/${half}`);
  });

  describe('with a control in the header', () => {
    const dist = `${DIST}-control`;
    let origin = '';
    let close = () => {};
    beforeAll(async () => {
      await deploySite(dist, { VITE_WALLET_CONTROL: 'header', VITE_SIGN_IN: 'off' });
      const served = await serveSite(dist);
      origin = served.origin;
      close = served.close;
    });
    afterAll(() => close());

    for (const way of ['hover', 'focus'] as const)
      test(`${way} fetches the wallet half, and nothing of it runs`, async ({ visit }) => {
        let asked: string[] = [];
        const { page, connect, wallet, foreign } = await visitWith(visit, [{}], {
          path: '/',
          origin,
          before: async (page) => {
            asked = paths(page);
          },
        });
        await alive(page);
        const control = page.getByRole('link', { name: /^(Connect|Account)/ });
        expect(asked).not.toContain(`/${halfOf(dist)}`);
        await control[way]();
        await seen.poll(() => asked).toContain(`/${halfOf(dist)}`);
        await page.waitForLoadState('networkidle');
        expect(wallet.questions).toBe(0);
        expect(await kept(page)).toEqual(['']);
        await seen(page.getByRole('dialog')).toHaveCount(0);
        await control.press('Enter');
        await seen(connect.row(NAME)).toBeVisible();
        await connect.row(NAME).click();
        await seen(connect.dialog).toBeHidden();
        await seen(control).toBeFocused();
        await seen(control).toHaveAccessibleName('Account');
        expect(foreign).toEqual([]);
      });
  });
});

describe('a dialog that is asked for', () => {
  test('asks nobody but the wallet that is chosen', async ({ visit }) => {
    const { connect, wallets, foreign } = await visitWith(visit, [
      {},
      { info: { name: 'Other', rdns: 'example.other' } },
    ]);
    await seen(connect.row('Other')).toBeVisible();
    await connect.row(NAME).click();
    await seen(connect.dialog).toBeHidden();
    await seen(connect.news).toHaveText('Connected');
    expect(wallets[1]?.log).toEqual([]);
    expect(foreign).toEqual([]);
  });

  for (const hash of ['connect', 'account'])
    test(`#${hash} opens it, on load and later; closing takes the hash away`, async ({ visit }) => {
      const { page, connect } = await visitWith(visit, [{}], { path: `/?from=mail#${hash}` });
      await seen(connect.row(NAME)).toBeVisible();
      await seen(page).toHaveURL(/\/\?from=mail#connect$/);
      await connect.close.click();
      await seen(connect.dialog).toBeHidden();
      await seen(page).toHaveURL(/\/\?from=mail$/);
      await ask(page, hash);
      await seen(connect.row(NAME)).toBeVisible();
      await seen(page).toHaveURL(/#connect$/);
      await page.keyboard.press('Escape');
      await seen(connect.dialog).toBeHidden();
      await seen(page).toHaveURL(/\/\?from=mail$/);
      // It has left nothing behind to go back to.
      await page.goBack();
      await seen.poll(() => page.url()).toBe('about:blank');
    });

  test('another hash opens none', async ({ visit }) => {
    const { page, wallet } = await visitWith(visit, [{}], { path: '/#wallet' });
    await alive(page);
    for (const hash of ['Connect', 'connect/', 'connect=1', 'how-it-works', '%63onnect']) await ask(page, hash);
    await seen(page.getByRole('dialog')).toHaveCount(0);
    expect(wallet.questions).toBe(0);
  });

  test("the browser's back closes it, and forward opens it again", async ({ visit }) => {
    const { page, connect } = await visitWith(visit, [{}], { path: '/' });
    await alive(page);
    await ask(page, 'connect');
    await seen(connect.row(NAME)).toBeVisible();
    await page.goBack();
    await seen(connect.dialog).toBeHidden();
    await seen(page).toHaveURL(/\/$/);
    await page.goForward();
    await seen(connect.row(NAME)).toBeVisible();
  });

  test('a reload keeps it open', async ({ visit }) => {
    const { page, connect } = await visitWith(visit);
    await seen(connect.row(NAME)).toBeVisible();
    await page.reload();
    await seen(connect.row(NAME)).toBeVisible();
    await connect.close.click();
    await seen(page).toHaveURL(/\/$/);
  });

  test('takes the place of the alpha modal', async ({ visit }) => {
    const { page, connect } = await visitWith(visit, [{}], { path: '/' });
    await alive(page);
    const alpha = alphaOf(page);
    await alpha.join.click();
    await alpha.field.fill('30000');
    await seen.poll(() => page.evaluate(() => history.state?.dialog)).toBe(true);
    await ask(page, 'connect');
    await seen(connect.row(NAME)).toBeVisible();
    await seen(alpha.modal).toBeHidden();
    await seen(page.locator('dialog[open]')).toHaveCount(1);
    await connect.row(NAME).click();
    await seen(connect.dialog).toBeHidden();
    await seen(page).toHaveURL(/\/$/);
    await seen(alpha.modal).toBeHidden();
    await alpha.join.click();
    await seen(alpha.field).toHaveValue('30,000');
    await alpha.close.click();
    await seen.poll(() => page.evaluate(() => history.state?.dialog)).toBeUndefined();
    await page.goBack();
    await seen.poll(() => page.url()).toBe('about:blank');
  });

  test('takes the place of the alpha modal, which Back does not bring back', async ({ visit }) => {
    const { page, connect } = await visitWith(visit, [{}], { path: '/' });
    await alive(page);
    const alpha = alphaOf(page);
    await alpha.join.click();
    await seen.poll(() => page.evaluate(() => history.state?.dialog)).toBe(true);
    await ask(page, 'connect');
    await seen(connect.row(NAME)).toBeVisible();
    await page.goBack();
    await seen(page.locator('dialog[open]')).toHaveCount(0);
    await seen.poll(() => page.evaluate(() => history.state?.dialog)).toBeUndefined();
    await page.goBack();
    await seen.poll(() => page.url()).toBe('about:blank');
  });

  test('takes the place of an alpha modal that was open before the scripts came', async ({ visit }) => {
    let come = () => {};
    const coming = new Promise<void>((resolve) => {
      come = resolve;
    });
    const { page, connect } = await visitWith(visit, [{}], {
      before: (page) =>
        page.route('**/assets/*.js', async (route) => {
          await coming;
          await route.continue();
        }),
    });
    const alpha = alphaOf(page);
    await alpha.join.click();
    await seen(alpha.modal).toBeVisible();
    come();
    await seen(connect.row(NAME)).toBeVisible();
    await seen(page.locator('dialog[open]')).toHaveCount(1);
    await connect.close.click();
    await seen(page.locator('dialog[open]')).toHaveCount(0);
    await seen(page).toHaveURL(/\/$/);
  });
});

describe('a wallet half that does not come', () => {
  const FAILED = /Failed to load|dynamically imported module/;

  for (const [what, fail] of Object.entries({
    'no answer': (route: Route) => route.abort(),
    'a 404': (route: Route) => route.fulfill({ status: 404, contentType: 'text/html', body: 'gone' }),
  }))
    test(`${what}: that is said, Retry loads the page anew, and the dialog opens`, async ({ visit }) => {
      let broken = true;
      const { page, connect, forgiven } = await visitWith(visit, [{}], {
        before: (page) => page.route(isHalf, (route) => (broken ? fail(route) : route.continue())),
      });
      forgiven.push(FAILED);
      await seen(connect.status).toContainText('This window did not load');
      // Still so: it is said again, on the page that was loaded anew.
      await page.evaluate(() => Object.assign(window, { old: true }));
      await connect.retry.click();
      await page.waitForFunction(() => !('old' in window));
      await seen(connect.status).toContainText('This window did not load');
      // The page itself works.
      await connect.close.click();
      await seen(page).toHaveURL(/\/$/);
      await alphaOf(page).join.click();
      await seen(alphaOf(page).modal).toBeVisible();
      await alphaOf(page).close.click();
      await ask(page, 'connect');
      await seen(connect.status).toContainText('This window did not load');
      broken = false;
      await connect.retry.click();
      await seen(connect.row(NAME)).toBeVisible();
    });

  test('a server that does not answer: Retry keeps the page that is there', async ({ visit }) => {
    const { page, connect, forgiven } = await visitWith(visit, [{}], {
      before: (page) => page.route(isHalf, (route) => route.abort()),
    });
    forgiven.push(FAILED);
    await seen(connect.retry).toBeVisible();
    await page.route('/', (route) => route.abort());
    await page.evaluate(() => Object.assign(window, { old: true }));
    await connect.retry.click();
    await seen(connect.status).toContainText('This window did not load');
    expect(await page.evaluate(() => 'old' in window)).toBe(true);
  });

  test('offline: that is said, and it goes on by itself', async ({ visit }) => {
    const { page, context, connect, forgiven } = await visitWith(visit, [{}], { path: '/' });
    forgiven.push(FAILED);
    await alive(page);
    await context.setOffline(true);
    await ask(page, 'connect');
    await seen(connect.status).toContainText('You are offline');
    await connect.retry.click();
    await seen(connect.status).toContainText('You are offline');
    await context.setOffline(false);
    await seen(connect.row(NAME)).toBeVisible();
  });

  test('slow: the frame is there at once, and says after 300 ms what it waits for', async ({ visit }) => {
    let come = () => {};
    const coming = new Promise<void>((resolve) => {
      come = resolve;
    });
    const { page, connect } = await visitWith(visit, [{}], {
      path: '/',
      before: async (page) => {
        await page.clock.install();
        await page.route(isHalf, async (route) => {
          await coming;
          await route.continue();
        });
      },
    });
    await alive(page);
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
    await ask(page, 'connect');
    await seen(connect.dialog).toBeVisible();
    await seen(connect.status).toHaveText('');
    await page.clock.runFor(299);
    await seen(connect.status).toHaveText('');
    await page.clock.runFor(1);
    await seen(connect.status).toContainText('Getting things ready…');
    await page.clock.resume();
    come();
    await seen(connect.row(NAME)).toBeVisible();
  });

  test('left while it loads: nothing opens later, and the next time it is there', async ({ visit }) => {
    let come = () => {};
    const coming = new Promise<void>((resolve) => {
      come = resolve;
    });
    const { page, connect, wallet } = await visitWith(visit, [{}], {
      before: (page) =>
        page.route(isHalf, async (route) => {
          await coming;
          await route.continue();
        }),
    });
    await seen(connect.dialog).toBeVisible();
    await connect.close.click();
    await seen(page).toHaveURL(/\/$/);
    const loaded = page.waitForResponse((response) => isHalf(new URL(response.url())));
    come();
    await (await loaded).finished();
    await page.waitForLoadState('networkidle');
    await seen(page.getByRole('dialog')).toHaveCount(0);
    expect(wallet.questions).toBe(0);
    await ask(page, 'connect');
    await seen(connect.row(NAME)).toBeVisible();
  });
});

describe('a wallet half that breaks down', () => {
  for (const [where, sabotage] of Object.entries({
    'what it shows': () => {
      // Only the search of its list needs this.
      String.prototype.normalize = () => {
        throw new Error('a fault in the wallet half');
      };
    },
    'what it does': () => {
      const { dispatchEvent } = window;
      window.dispatchEvent = (event) => {
        if (event.type === 'eip6963:requestProvider') throw new Error('a fault in the wallet half');
        return dispatchEvent.call(window, event);
      };
    },
  }))
    test(`in ${where}: the page lives on, and Retry loads it anew`, async ({ visit }) => {
      const { page, connect, forgiven } = await visitWith(visit, [{}], { path: '/' });
      forgiven.push(/a fault in the wallet half/);
      await alive(page);
      await page.evaluate(sabotage);
      await ask(page, 'connect');
      await seen(connect.status).toContainText('This window did not load');
      await connect.close.click();
      await seen(connect.dialog).toBeHidden();
      await seen(page).toHaveURL(/\/$/);
      const amount = page.getByRole('textbox', { name: 'Amount to borrow' });
      await amount.fill('1000');
      await seen(page.getByText('88%', { exact: true })).toBeVisible();
      await ask(page, 'connect');
      await seen(connect.status).toContainText('This window did not load');
      await connect.retry.click();
      await seen(connect.row(NAME)).toBeVisible();
      await seen(connectOf(page).retry).toBeHidden();
    });
});
