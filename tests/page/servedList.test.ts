import type { Page } from '@playwright/test';
import { describe, expect, inject } from 'vitest';
import { serveBuild } from '#build/preview';
import { DIST } from '../support/build.ts';
import { gate } from '../support/gate.ts';
import { axe } from './axe.ts';
import { hosting } from './hosting.ts';
import { asked } from './injected.ts';
import { seen } from './seen.ts';
import {
  alive,
  connectOf,
  PAGE_SCRIPTS,
  requestDialog,
  test,
  type VisitOptions,
  visitWith,
  withheld,
} from './visit.ts';

const servedOf = (page: Page) => {
  const dialog = page.locator('#served-list');
  return {
    dialog,
    row: (name: string) => dialog.getByRole('button', { name, exact: true }),
    search: dialog.getByRole('searchbox', { name: 'Search wallets' }),
    close: dialog.getByRole('button', { name: 'Close' }).first(),
  };
};

/** Describes the visible parts of a list: content, place and style. Ids and classes are left out. */
const partsOf = (page: Page, dialog: string) =>
  page.locator(dialog).evaluate((dialog) =>
    [...dialog.querySelectorAll<HTMLElement>('h2, h3, input, li, li *, button, p')]
      .filter((element) => element.checkVisibility())
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const { color, backgroundColor, font } = getComputedStyle(element);
        return {
          part: [element.localName, element.dataset.wallet, element.getAttribute('src'), element.textContent],
          box: [x, y, width, height].map(Math.round),
          style: [color, backgroundColor, font],
        };
      }),
  );

/** Visits `/#connect` while the scripts are held back, and waits for the served list. */
async function early(
  visit: Parameters<typeof visitWith>[0],
  wallets: Parameters<typeof visitWith>[1] = [],
  options: VisitOptions = {},
) {
  const { before, release } = withheld(PAGE_SCRIPTS);
  const visited = await visitWith(visit, wallets, {
    ...options,
    before: async (page, context) => {
      await before(page);
      await options.before?.(page, context);
    },
  });
  const served = servedOf(visited.page);
  await seen(served.dialog).toBeVisible();
  return { ...visited, served, release };
}

const METAMASK = { info: { rdns: 'io.metamask', name: 'MetaMask' } };

describe('the wallet list in the HTML', () => {
  for (const [name, viewport] of [
    ['in two panes', { width: 1024, height: 640 }],
    ['in one pane', { width: 600, height: 640 }],
  ] as const)
    test(`the served list equals the rendered one, ${name}, and nothing moves`, async ({ visit }) => {
      const { page, connect, served, release } = await early(visit, [], { viewport });
      await seen(served.dialog.getByRole('heading', { name: 'Connect a wallet' })).toBeFocused();
      expect(await axe(page)).toEqual([]);
      const before = await partsOf(page, '#served-list');
      expect(before.filter(({ part: [tag] }) => tag === 'li').length).toBeGreaterThanOrEqual(22);
      release();
      await seen(connect.dialog).toBeVisible();
      await seen(served.dialog).toHaveCount(0);
      await seen(connect.dialog.getByRole('heading', { name: 'Connect a wallet' })).toBeFocused();
      expect(await partsOf(page, '#wallet')).toEqual(before);
      const shifts = await page.evaluate(
        () =>
          new Promise((resolve) => {
            new PerformanceObserver((list) => resolve(list.getEntries().length)).observe({
              type: 'layout-shift',
              buffered: true,
            });
            setTimeout(resolve, 100, 0);
          }),
      );
      expect(shifts).toBe(0);
      await page.keyboard.press('Escape');
      await seen(connect.dialog).toBeHidden();
      await seen(page).toHaveURL(/\/$/);
    });

  test('a served list that comes before the body waits for it', async ({ visit }) => {
    const [parse, listHasCome] = gate();
    const whole = await fetch(inject('origin'));
    const [head, body] = (await whole.text()).split(/(?=<body)/) as [string, string];
    const policy = whole.headers.get('content-security-policy')!;
    const answer = serveBuild(DIST);
    const { origin } = await hosting(async (request, response) => {
      if (request.url !== '/') return answer(request, response);
      response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy });
      response.write(head);
      await listHasCome;
      response.end(body);
    });
    const awaited = new Set(['xml', 'js']);
    const scripts = withheld(PAGE_SCRIPTS);
    const { page } = await visit({
      origin,
      path: '/#connect',
      before: async (page) => {
        await scripts.before(page);
        page.on('requestfinished', async (request) => {
          const [, extension = ''] = /\/list-[^/]*\.(xml|js)$/.exec(request.url()) ?? [];
          if (!awaited.delete(extension) || awaited.size) return;
          // The page has handled both files once it answers.
          await page.evaluate(() => new Promise((next) => setTimeout(next)));
          parse();
        });
      },
    });
    await seen(servedOf(page).dialog).toBeVisible();
    scripts.release();
    await seen(connectOf(page).rows.first()).toBeVisible();
  });

  test('a hash opens the served wallet list before the scripts run, and Back closes it', async ({ visit }) => {
    const { before, release } = withheld(PAGE_SCRIPTS);
    const { page, connect } = await visitWith(visit, [], { path: '/', before });
    const served = servedOf(page);
    for (const _ of [1, 2]) {
      await requestDialog(page, 'connect');
      await seen(served.dialog).toBeVisible();
      await page.goBack();
      await seen(served.dialog).toBeHidden();
      await seen(page).toHaveURL(/\/$/);
    }
    release();
    await alive(page);
    await seen(page.getByRole('dialog')).toHaveCount(0);
    await requestDialog(page, 'connect');
    await seen(connect.rows.first()).toBeVisible();
    await seen(served.dialog).toHaveCount(0);
  });

  test('Back closes the served list while the wallet bundle loads', async ({ visit }) => {
    const bundle = withheld('**/assets/wallet-*.js');
    const scripts = withheld(PAGE_SCRIPTS);
    const { page, connect } = await visitWith(visit, [], {
      path: '/',
      before: async (page) => {
        await scripts.before(page);
        await bundle.before(page);
      },
    });
    const served = servedOf(page);
    await requestDialog(page, 'connect');
    await seen(served.dialog).toBeVisible();
    scripts.release();
    await alive(page);
    await seen(served.dialog).toBeVisible();
    await seen(connect.dialog).toBeHidden();
    await page.goBack();
    await seen(served.dialog).toHaveCount(0);
    bundle.release();
    await seen(page.getByRole('dialog')).toHaveCount(0);
    await requestDialog(page, 'connect');
    await seen(connect.rows.first()).toBeVisible();
  });

  for (const [who, { record = false, ...options }] of [
    ['a visitor of whom the page keeps a record', { record: true }],
    ['a visitor with a touch screen', { hasTouch: true, isMobile: true }],
  ] as [string, VisitOptions & { record?: boolean }][])
    test(`the served list is not shown to ${who}`, async ({ visit }) => {
      const { before } = withheld(PAGE_SCRIPTS);
      const requests: string[] = [];
      const { page } = await visit({
        ...options,
        path: '/#connect',
        before: async (page, context) => {
          page.on('request', (request) => requests.push(request.url()));
          await before(page);
          if (record)
            await context.addInitScript(() =>
              localStorage.setItem('iaborrow.recents', '{"version":1,"value":["rainbow"]}'),
            );
        },
      });
      await seen.poll(() => requests.filter((url) => url.endsWith('.js')).length).toBeGreaterThan(1);
      expect(requests.filter((url) => url.includes('/list-'))).toEqual([]);
      await seen(servedOf(page).dialog).toHaveCount(0);
    });
});

describe('using the served list before the scripts have run', () => {
  test('an early pick is marked, and the wallet is asked once', async ({ visit }) => {
    const { page, connect, wallet, served, release } = await early(visit, [METAMASK]);
    await served.row('Rainbow').click();
    await served.row('MetaMask').click();
    await seen(served.row('MetaMask')).toHaveAttribute('aria-current', 'true');
    await seen(served.dialog.locator('[aria-current]')).toHaveCount(1);
    release();
    await seen(connect.dialog).toBeHidden();
    await seen.poll(() => page.evaluate(() => document.documentElement.matches('[data-connected]'))).toBe(true);
    expect(asked(wallet)).toBe(1);
    await seen(served.dialog).toHaveCount(0);
  });

  test('an early pick opens its step, with the focus on the title', async ({ visit }) => {
    const { page, connect, served, release } = await early(visit, [{ ...METAMASK, answer: 'hold' }]);
    await served.row('MetaMask').click();
    release();
    await seen(connect.back).toBeVisible();
    await seen(connect.dialog.getByRole('heading', { name: 'MetaMask' }).first()).toBeFocused();
    await page.keyboard.press('Escape');
    await seen(connect.dialog).toBeHidden();
  });

  test('an early click on the help for newcomers opens that step', async ({ visit }) => {
    const { connect, served, release } = await early(visit);
    await served.dialog.getByRole('button', { name: 'Get a wallet' }).click();
    release();
    await seen(connect.back).toBeVisible();
  });

  test('an early search keeps its text and the focus, and filters the list', async ({ visit }) => {
    const { page, connect, served, release } = await early(visit);
    await served.search.fill('rain');
    release();
    await seen(connect.search).toHaveValue('rain');
    await seen(connect.rows).toHaveCount(1);
    await seen(connect.search).toBeFocused();
    await page.keyboard.type('x');
    await seen(connect.search).toHaveValue('rainx');
  });

  test('an early scroll position is kept, and so is the focus', async ({ visit }) => {
    const { page, connect, served, release } = await early(visit);
    await served.row('Ronin Wallet').or(served.row('Ronin')).focus();
    const top = () =>
      page
        .locator('dialog[open] [data-scrolls]')
        .first()
        .evaluate(({ scrollTop }) => scrollTop);
    const before = await top();
    expect(before).toBeGreaterThan(0);
    release();
    await seen(connect.row('Ronin Wallet').or(connect.row('Ronin'))).toBeFocused();
    expect(await top()).toBe(before);
  });

  for (const [way, act] of [
    ['Close', (page: Page) => servedOf(page).close.click()],
    ['Esc', (page: Page) => page.keyboard.press('Escape')],
    ['a press on the backdrop', (page: Page) => page.mouse.click(5, 5)],
  ] as const)
    test(`an early ${way} closes the list for good, and clears the hash`, async ({ visit }) => {
      const { page, connect, wallet, served, release } = await early(visit, [METAMASK]);
      await act(page);
      await seen(served.dialog).toBeHidden();
      await seen(page).toHaveURL(/\/$/);
      release();
      await alive(page);
      await seen(page.getByRole('dialog')).toHaveCount(0);
      expect(wallet.questions).toBe(0);
      // Going back leaves the site, and the hash opens the list again.
      await requestDialog(page, 'connect');
      await seen(connect.rows.first()).toBeVisible();
    });

  test('an early Back on the first history entry leaves the page', async ({ visit }) => {
    const { page } = await early(visit);
    await page.goBack();
    expect(page.url()).toBe('about:blank');
  });

  test('an early Close while the wallet bundle loads closes the list for good', async ({ visit }) => {
    const bundle = withheld('**/assets/wallet-*.js');
    const { page, connect, served, release } = await early(visit, [], { before: bundle.before });
    release();
    await alive(page);
    await seen(served.dialog).toBeVisible();
    await served.close.click();
    await seen(served.dialog).toHaveCount(0);
    await seen(page).toHaveURL(/\/$/);
    bundle.release();
    await requestDialog(page, 'connect');
    await seen(connect.rows.first()).toBeVisible();
  });

  test('without toggle events, the rendered list still replaces the served one', async ({ visit }) => {
    const { page, connect, served, release } = await early(visit, [], {
      before: (page) =>
        page.addInitScript(() => {
          for (const event of ['beforetoggle', 'toggle'])
            addEventListener(event, (told) => told.isTrusted && told.stopImmediatePropagation(), true);
        }),
    });
    await served.search.fill('rain');
    release();
    await seen(served.dialog).toHaveCount(0);
    await seen(connect.search).toBeFocused();
    await seen(connect.search).toHaveValue('rain');
    await seen(page.locator('dialog[open]')).toHaveCount(1);
  });

  for (const extension of ['xml', 'js'])
    test(`the rendered list replaces the served one if its ${extension} does not load`, async ({ visit }) => {
      const { connect, page, forgiven } = await visitWith(visit, [], {
        before: (page) => page.route(`**/assets/list-*.${extension}`, (route) => route.abort()),
      });
      forgiven.push(/net::ERR_FAILED/);
      await seen(connect.rows.first()).toBeVisible();
      await seen(servedOf(page).dialog).toHaveCount(0);
    });

  test('an error replaces the served list if the wallet bundle does not load', async ({ visit }) => {
    const { page, forgiven } = await visitWith(visit, [], {
      before: (page) => page.route('**/assets/wallet-*.js', (route) => route.abort()),
    });
    forgiven.push(/net::ERR_FAILED/);
    await seen(page.getByRole('button', { name: 'Retry' })).toBeVisible();
    await seen(servedOf(page).dialog).toHaveCount(0);
    await page.keyboard.press('Escape');
    await seen(page.getByRole('dialog')).toHaveCount(0);
  });
});
