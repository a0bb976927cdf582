import type { Page } from '@playwright/test';
import { describe, expect, inject } from 'vitest';
import { serveBuild } from '#build/preview';
import { DIST } from '../support/build.ts';
import { createGate } from '../support/gate.ts';
import { startHostWithCached404 } from './sites.ts';
import { expectPage } from './visitor/expectPage.ts';
import { type OpenVisit, test, type VisitOptions } from './visitor/fixtures.ts';
import { findLayoutShifts, runAxe } from './visitor/look.ts';
import { createScriptDelay, PAGE_SCRIPT_PATTERN } from './visitor/network.ts';
import { say } from './visitor/say.ts';
import { countRequests } from './visitor/viewer.ts';
import type { Visitor } from './visitor/visitor.ts';

const servedOf = (page: Page) => {
  const dialog = page.locator('#served-list');
  return {
    dialog,
    row: (name: string) => dialog.getByRole('button', { name, exact: true }),
    search: dialog.getByRole('searchbox', { name: say('search') }),
    close: dialog.getByRole('button', { name: say('close') }).first(),
  };
};

/** Returns content, position and style of the visible elements in a dialog, without ids and classes. */
const partsOf = (visitor: Visitor, dialog: string) =>
  visitor.page.locator(dialog).evaluate((dialog) =>
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

/** Opens `/#connect` while the scripts are delayed, and waits for the list of wallets that the HTML contains. */
async function early(visit: OpenVisit, options: VisitOptions = {}) {
  const visitor = await visit({ wallets: [], withhold: PAGE_SCRIPT_PATTERN, ...options });
  const served = servedOf(visitor.page);
  await expectPage(served.dialog).toBeVisible();
  return { visitor, served };
}

/** Runs in the page: hides the browser's toggle events from all listeners. */
function stopToggleEvents() {
  for (const event of ['beforetoggle', 'toggle'])
    addEventListener(event, (told) => told.isTrusted && told.stopImmediatePropagation(), true);
}

const METAMASK = { info: { rdns: 'io.metamask', name: 'MetaMask' } };

describe('the wallet list that is served in the HTML', () => {
  for (const [name, viewport] of [
    ['in two panes', { width: 1024, height: 640 }],
    ['in one pane', { width: 600, height: 640 }],
  ] as const)
    test(`the rendered list replaces the served list ${name} without a visible change`, async ({ visit }) => {
      const { visitor, served } = await early(visit, { viewport });
      await expectPage(served.dialog.getByRole('heading', { name: say('wallet.title') })).toBeFocused();
      expect(await runAxe(visitor.page)).toEqual([]);
      const before = await partsOf(visitor, '#served-list');
      expect(before.filter(({ part: [tag] }) => tag === 'li').length).toBeGreaterThanOrEqual(22);
      visitor.release();
      await expectPage(visitor.connect.dialog).toBeVisible();
      await expectPage(served.dialog).toHaveCount(0);
      await expectPage(visitor.connect.dialog.getByRole('heading', { name: say('wallet.title') })).toBeFocused();
      expect(await partsOf(visitor, '#wallet')).toEqual(before);
      expect(await visitor.page.evaluate(findLayoutShifts)).toEqual([]);
      await visitor.escapes();
      await visitor.seesNoDialogOrHash();
    });

  test('a wallet list that loads before <body> exists is inserted once <body> exists', async ({ visit }) => {
    const [parse, listHasCome] = createGate();
    const whole = await fetch(inject('origin'));
    const [head, body] = (await whole.text()).split(/(?=<body)/) as [string, string];
    const policy = whole.headers.get('content-security-policy')!;
    const answer = serveBuild(DIST);
    const { origin } = await startHostWithCached404(async (request, response) => {
      if (request.url !== '/') return answer(request, response);
      response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy });
      response.write(head);
      await listHasCome;
      response.end(body);
    });
    const awaited = new Set(['xml', 'js']);
    const visitor = await visit({
      origin,
      path: '/#connect',
      withhold: PAGE_SCRIPT_PATTERN,
      before: async (page) => {
        page.on('requestfinished', async (request) => {
          const [, extension = ''] = /\/list-[^/]*\.(xml|js)$/.exec(request.url()) ?? [];
          if (!awaited.delete(extension) || awaited.size) return;
          await page.evaluate(() => new Promise((next) => setTimeout(next)));
          parse();
        });
      },
    });
    await expectPage(servedOf(visitor.page).dialog).toBeVisible();
    visitor.release();
    await expectPage(visitor.connect.rows.first()).toBeVisible();
  });

  test.for<[string, (visitor: Visitor) => Promise<unknown>]>([
    ['Back', ({ page }) => page.goBack()],
    ['Close', ({ page }) => servedOf(page).close.click()],
  ])('a hash opens the served list, and the button %s closes it before scripts load', async ([, close], { visit }) => {
    const bundle = createScriptDelay('**/assets/wallet-*.js');
    const visitor = await visit({ wallets: [], path: '/', withhold: PAGE_SCRIPT_PATTERN, before: bundle.before });
    const served = servedOf(visitor.page);
    const opensAndCloses = async (opened = async () => {}) => {
      await visitor.requests('connect');
      await expectPage(served.dialog).toBeVisible();
      await opened();
      await close(visitor);
      await expectPage(served.dialog).toBeHidden();
      await visitor.seesNoHash();
    };
    await opensAndCloses();
    await opensAndCloses(async () => {
      await visitor.receivesScripts();
      await expectPage(served.dialog).toBeVisible();
      await expectPage(visitor.connect.dialog).toBeHidden();
    });
    bundle.release();
    await visitor.seesNoDialog();
    await visitor.requests('connect');
    await expectPage(visitor.connect.rows.first()).toBeVisible();
    await expectPage(served.dialog).toHaveCount(0);
  });
});

describe('using the served list before the scripts have run', () => {
  test('only the last wallet picked in the served list gets a request and the focus', async ({ visit }) => {
    const { visitor, served } = await early(visit, { wallets: [{ ...METAMASK, answer: 'hold' }] });
    await served.row('Rainbow').click();
    await served.row('MetaMask').click();
    await expectPage(served.row('MetaMask')).toHaveAttribute('aria-current', 'true');
    await expectPage(served.dialog.locator('[aria-current]')).toHaveCount(1);
    visitor.release();
    await expectPage(visitor.connect.back).toBeVisible();
    await expectPage(visitor.connect.dialog.getByRole('heading', { name: 'MetaMask' }).first()).toBeFocused();
    await expectPage.poll(() => visitor.wallet.pending.length).toBe(1);
    await visitor.wallet.approve();
    await expectPage(visitor.connect.dialog).toBeHidden();
    await expectPage.poll(() => visitor.isConnected()).toBe(true);
    expect(countRequests(visitor.wallet)).toBe(1);
    await expectPage(served.dialog).toHaveCount(0);
  });

  test('the help for newcomers in the served list opens the explanation of wallets', async ({ visit }) => {
    const { visitor, served } = await early(visit);
    await served.dialog.getByRole('button', { name: say('browse') }).click();
    visitor.release();
    await expectPage(visitor.connect.back).toBeVisible();
  });

  test('the rendered list keeps the scroll position and the focus of the served list', async ({ visit }) => {
    const { visitor, served } = await early(visit);
    await served.row('Ronin Wallet').or(served.row('Ronin')).focus();
    const top = () =>
      visitor.page
        .locator('dialog[open] [data-scrolls]')
        .first()
        .evaluate(({ scrollTop }) => scrollTop);
    const before = await top();
    expect(before).toBeGreaterThan(0);
    visitor.release();
    await expectPage(visitor.connect.row('Ronin Wallet').or(visitor.connect.row('Ronin'))).toBeFocused();
    expect(await top()).toBe(before);
  });

  for (const [way, act] of [
    ['Esc', (page: Page) => page.keyboard.press('Escape')],
    ['a press on the backdrop', (page: Page) => page.mouse.click(5, 5)],
  ] as const)
    test(`the served list stays closed after ${way}, and the hash is removed`, async ({ visit }) => {
      const { visitor, served } = await early(visit, { wallets: [METAMASK] });
      await act(visitor.page);
      await expectPage(served.dialog).toBeHidden();
      await visitor.seesNoHash();
      await visitor.receivesScripts();
      await visitor.seesNoDialog();
      expect(visitor.wallet.questions).toBe(0);
      // The hash can open the wallet list again.
      await visitor.requests('connect');
      await expectPage(visitor.connect.rows.first()).toBeVisible();
    });

  test('Back in the served list leaves the page if it is the first history entry', async ({ visit }) => {
    const { visitor } = await early(visit);
    await visitor.page.goBack();
    expect(visitor.page.url()).toBe('about:blank');
  });

  for (const [how, scripts] of [
    ['', []],
    [', even without toggle events', [stopToggleEvents]],
  ] as const)
    test(`the rendered list keeps the search of the served list${how}`, async ({ visit }) => {
      const { visitor, served } = await early(visit, { scripts: [...scripts] });
      const { search, rows } = visitor.connect;
      await served.search.fill('rain');
      visitor.release();
      await expectPage(search).toHaveValue('rain');
      await expectPage(rows).toHaveCount(1);
      await expectPage(served.dialog).toHaveCount(0);
      await expectPage(visitor.dialogs).toHaveCount(1);
      await expectPage(search).toBeFocused();
      await visitor.page.keyboard.type('x');
      await expectPage(search).toHaveValue('rainx');
    });

  for (const file of ['list-*.xml', 'list-*.js', 'wallet-*.js'])
    test(`the rendered dialog replaces the served list if ${file} fails to load`, async ({ visit }) => {
      const visitor = await visit({
        wallets: [],
        before: (page) => page.route(`**/assets/${file}`, (route) => route.abort()),
      });
      visitor.forgiven.push(/net::ERR_FAILED/);
      const { rows, retry } = visitor.connect;
      await expectPage(file.startsWith('wallet') ? retry : rows.first()).toBeVisible();
      await expectPage(servedOf(visitor.page).dialog).toHaveCount(0);
      await visitor.escapes();
      await visitor.seesNoDialog();
    });
});
