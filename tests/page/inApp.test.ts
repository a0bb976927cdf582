import { devices } from '@playwright/test';
import { describe, expect } from 'vitest';
import { installWallet } from '../wallet/browser.ts';
import { ACCOUNT } from '../wallet/wallet.ts';
import { asked } from './injected.ts';
import { layouts } from './look.ts';
import { uriIn, withRelay } from './relayed.ts';
import { seen } from './seen.ts';
import { type InjectedWallet, tapLink, type VisitOptions } from './visit.ts';

const test = withRelay('inApp');

const { defaultBrowserType: _, ...pixel } = devices['Pixel 7']!;
const { defaultBrowserType: __, ...iPhone } = devices['iPhone 15']!;

/** How a wallet's own browser shows itself: by an announcement, or by a provider with a flag. */
const browsers: Record<string, NonNullable<Parameters<typeof installWallet>[1]>> = {
  MetaMask: { info: { name: 'MetaMask', rdns: 'io.metamask.mobile' }, legacy: { isMetaMask: true } },
  'Trust Wallet': { announce: 'when told', legacy: { isTrust: true, isMetaMask: true } },
  'OKX Wallet': { announce: 'when told', legacy: { isOkxWallet: true } },
  imToken: { announce: 'when told', legacy: { isImToken: true } },
  'Bitget Wallet': { announce: 'when told', legacy: { isBitKeep: true } },
};

describe('in the browser of a wallet app', () => {
  for (const [name, options] of Object.entries(browsers))
    test(`${name} is listed once and first, and connects without a link`, async ({ enter }) => {
      const wallets: InjectedWallet[] = [];
      const { dialog } = await enter({
        ...pixel,
        before: async (_, context) => {
          wallets.push(await installWallet(context, options));
        },
      });
      const items = dialog.tiles.getByRole('listitem');
      await seen(items.filter({ hasText: name })).toHaveCount(1);
      await seen(items.first()).toContainText(name);
      await seen(items.first().getByRole('link')).toHaveCount(0);
      await tapLink(items.first().getByRole('button'));
      await seen(dialog.modal).toBeHidden();
      expect(wallets.map((wallet) => asked(wallet))).toEqual([1]);
      await dialog.account();
      await seen(dialog.modal).toContainText(ACCOUNT.address.slice(-4));
      await seen(dialog.modal).toContainText(`Connected with ${name}`);
    });
});

/** Web views by their user agents. Telegram's looks like Chrome, but adds an object to the page. */
const webViews: Record<string, VisitOptions> = {
  'Telegram on Android': {
    ...pixel,
    before: (page) => page.addInitScript(() => Object.assign(window, { TelegramWebviewProxy: {} })),
  },
  'any app on Android': { ...pixel, userAgent: pixel.userAgent.replace(/\)/, '; wv)') },
  'any app on an iPhone': { ...iPhone, userAgent: iPhone.userAgent.replace(/ (Version|Safari)\/[\d.]+/g, '') },
  Instagram: { ...iPhone, userAgent: `${iPhone.userAgent} Instagram 350.0.0.0` },
};

const { defaultBrowserType: ___, ...desktop } = devices['Desktop Chrome']!;

test('a tablet with a desktop user agent gets a link to the app beside the code', async ({ enter, phoneOf }) => {
  const { page, dialog } = await enter({
    ...desktop,
    viewport: { width: 1180, height: 820 },
    userAgent: desktop.userAgent.replace(/\(.*?\)/, '(X11; Linux x86_64)'),
    hasTouch: true,
    isMobile: true,
    before: (page) =>
      page.addInitScript(() => {
        // A tablet with a pen says that there is a mouse besides.
        const { matchMedia } = window;
        window.matchMedia = (query) => matchMedia(/any-pointer: fine|hover: hover/.test(query) ? 'all' : query);
        // Keeps clicks on links in the page, because no app handles them.
        addEventListener('click', (event) => (event.target as Element).closest('a') && event.preventDefault());
      }),
  });
  await dialog.pick('Rainbow');
  const phone = await phoneOf();
  await seen(dialog.code).toBeVisible();
  const open = dialog.link('Open Rainbow');
  await seen(open).toHaveAttribute('href', /^https:\/\/rnbwapp\.com\/wc\?uri=wc%3A/);
  const link = (await open.getAttribute('href')) ?? '';
  await tapLink(open);
  await seen(dialog.code).toBeVisible();
  const record = await page.evaluate(() => localStorage.getItem('iaborrow.deepLink'));
  expect(JSON.parse(record ?? '')).toMatchObject({ value: { href: 'https://rnbwapp.com/wc', name: 'Rainbow' } });
  await phone.pair(uriIn(link));
  await seen(dialog.modal).toBeHidden();
});

test('on desktop, a link beside the code opens the app of Ledger', async ({ enter, phoneOf }) => {
  const { page, dialog } = await enter({
    viewport: { width: 1000, height: 700 },
    before: (page) =>
      page.addInitScript(() =>
        addEventListener('click', (event) => (event.target as Element).closest('a') && event.preventDefault()),
      ),
  });
  await dialog.pick('Ledger');
  // All of it is seen without scrolling.
  const copyLink = dialog.modal.getByRole('button', { name: 'Copy link' });
  for (const viewport of [page.viewportSize()!, layouts.wide.viewport, layouts.compact.viewport]) {
    await page.setViewportSize(viewport);
    await seen(copyLink, `${viewport.width} px`).toBeInViewport({ ratio: 1 });
  }
  const open = dialog.link('Open Ledger');
  await seen(open).toHaveAttribute('href', /^ledgerlive:\/\/wc\?uri=wc%3A/);
  await open.click();
  const phone = await phoneOf();
  await phone.pair(await dialog.uri());
  await seen(dialog.modal).toBeHidden();
});

test('Coinbase Wallet shows a code, and its smart wallet is a separate entry', async ({ enter, phoneOf }) => {
  const { dialog } = await enter();
  await seen(dialog.row('Coinbase Smart Wallet')).toBeVisible();
  await dialog.connects(await phoneOf(), 'Coinbase Wallet');
});

describe('in the web view of another app', () => {
  for (const [name, options] of Object.entries(webViews))
    test(`${name}: links into apps use https, and wallets without one show a code`, async ({ enter, phoneOf }) => {
      const { page, dialog } = await enter({ ...options });
      const { tiles } = dialog;
      const tile = (name: string) => tiles.getByRole('link', { name, exact: true });
      await seen(tile('Rainbow')).toHaveAttribute('href', /^https:/);
      const links = await tiles.locator('a').evaluateAll((all: HTMLAnchorElement[]) => all.map(({ href }) => href));
      expect(links.filter((href) => !href.startsWith('https:'))).toEqual([]);

      const phone = await phoneOf();
      await tapLink(tiles.getByRole('button', { name: '1inch', exact: true }));
      await phone.pair(await dialog.uri());
      await seen(dialog.modal).toBeHidden();
      expect(await page.evaluate(() => location.protocol)).toMatch(/^http/);
    });
});
