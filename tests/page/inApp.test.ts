import { devices } from '@playwright/test';
import { describe, expect } from 'vitest';
import { installWallet } from '../wallet/browser.ts';
import { ACCOUNT } from '../wallet/wallet.ts';
import { uriIn, withRelay } from './relaySite.ts';
import type { VisitOptions } from './visitor/fixtures.ts';
import { layouts } from './visitor/layouts.ts';
import { say } from './visitor/say.ts';
import { seen } from './visitor/seen.ts';
import type { InjectedWallet } from './visitor/viewer.ts';
import { asked } from './visitor/wallets.ts';

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
    test(`${name} is listed once and first, and connects without a link`, async ({ visit }) => {
      const wallets: InjectedWallet[] = [];
      const visitor = await visit({
        ...pixel,
        before: async (_, context) => {
          wallets.push(await installWallet(context, options));
        },
      });
      const items = visitor.connect.tiles.getByRole('listitem');
      await seen(items.filter({ hasText: name })).toHaveCount(1);
      await seen(items.first()).toContainText(name);
      await seen(items.first().getByRole('link')).toHaveCount(0);
      await visitor.taps(items.first().getByRole('button'));
      await seen(visitor.modal).toBeHidden();
      expect(wallets.map((wallet) => asked(wallet))).toEqual([1]);
      await visitor.entersAccount();
      await seen(visitor.modal).toContainText(ACCOUNT.address.slice(-4));
      await seen(visitor.modal).toContainText(say('account.through', name));
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

test('a tablet with a desktop user agent has a link to the app beside the QR code', async ({ visit, phoneOf }) => {
  const visitor = await visit({
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
  await visitor.picks('Rainbow');
  const phone = await phoneOf();
  await seen(visitor.connect.code).toBeVisible();
  const open = visitor.connect.link('Open Rainbow');
  await seen(open).toHaveAttribute('href', /^https:\/\/rnbwapp\.com\/wc\?uri=wc%3A/);
  const link = (await open.getAttribute('href')) ?? '';
  await visitor.taps(open);
  await seen(visitor.connect.code).toBeVisible();
  const record = await visitor.page.evaluate(() => localStorage.getItem('iaborrow.deepLink'));
  expect(JSON.parse(record ?? '')).toMatchObject({ value: { href: 'https://rnbwapp.com/wc', name: 'Rainbow' } });
  await phone.pair(uriIn(link));
  await seen(visitor.modal).toBeHidden();
});

test('on desktop, a link beside the QR code opens the Ledger app', async ({ visit, phoneOf }) => {
  const visitor = await visit({
    viewport: { width: 1000, height: 700 },
    before: (page) =>
      page.addInitScript(() =>
        addEventListener('click', (event) => (event.target as Element).closest('a') && event.preventDefault()),
      ),
  });
  await visitor.picks('Ledger');
  // All of it is seen without scrolling.
  const copyLink = visitor.modal.getByRole('button', { name: say('copy') });
  for (const viewport of [visitor.page.viewportSize()!, layouts.wide.viewport, layouts.compact.viewport]) {
    await visitor.page.setViewportSize(viewport);
    await seen(copyLink, `${viewport.width} px`).toBeInViewport({ ratio: 1 });
  }
  const open = visitor.connect.link('Open Ledger');
  await seen(open).toHaveAttribute('href', /^ledgerlive:\/\/wc\?uri=wc%3A/);
  await open.click();
  const phone = await phoneOf();
  await phone.pair(await visitor.copiesLink());
  await seen(visitor.modal).toBeHidden();
});

test('Coinbase Wallet shows a QR code, and its smart wallet is a separate entry', async ({ visit, phoneOf }) => {
  const visitor = await visit();
  await seen(visitor.connect.row('Coinbase Smart Wallet')).toBeVisible();
  await visitor.connectsBy(await phoneOf(), 'Coinbase Wallet');
});

describe('in the web view of another app', () => {
  for (const [name, options] of Object.entries(webViews))
    test(`${name}: links to apps use https, and wallets without such a link show a QR code`, async ({
      visit,
      phoneOf,
    }) => {
      const visitor = await visit({ ...options });

      const tile = (name: string) => visitor.connect.tiles.getByRole('link', { name, exact: true });
      await seen(tile('Rainbow')).toHaveAttribute('href', /^https:/);
      const links = await visitor.connect.tiles
        .locator('a')
        .evaluateAll((all: HTMLAnchorElement[]) => all.map(({ href }) => href));
      expect(links.filter((href) => !href.startsWith('https:'))).toEqual([]);

      const phone = await phoneOf();
      await visitor.taps(visitor.connect.tiles.getByRole('button', { name: '1inch', exact: true }));
      await phone.pair(await visitor.copiesLink());
      await seen(visitor.modal).toBeHidden();
      expect(await visitor.page.evaluate(() => location.protocol)).toMatch(/^http/);
    });
});
