import { devices } from '@playwright/test';
import { expect } from 'vitest';
import { DEFAULT_ACCOUNT } from '../wallet/wallet.ts';
import { createRelayTest, extractPairingUri } from './relaySite.ts';
import { expectPage } from './visitor/expectPage.ts';
import { recordTaps } from './visitor/inPage.ts';
import { say } from './visitor/say.ts';
import { countRequests } from './visitor/viewer.ts';

/* Tests the wallet dialog on phones, in a browser and in the built-in browsers of apps. */

const test = createRelayTest('phone');

const { defaultBrowserType: _, ...iPhone } = devices['iPhone 15']!;
const { defaultBrowserType: __, ...pixel } = devices['Pixel 7']!;

test('a tap on a wallet opens its app, and approving in the app connects', async ({ visit, phoneOf }) => {
  const visitor = await visit({ ...iPhone, clock: true, scripts: [recordTaps] });
  const phone = await phoneOf();
  await expectPage(visitor.connect.tiles).toBeVisible();
  await expectPage(visitor.button('what')).toBeHidden();
  const link = await visitor.linkOf('Rainbow');
  expect(link).toMatch(/^https:\/\/rnbwapp\.com\/wc\?uri=wc%3A[0-9a-f]{64}%402%3F[\w%.-]+$/);
  const uri = extractPairingUri(link);
  expect(uri).toMatch(/^wc:[0-9a-f]{64}@2\?/);
  expect(await visitor.linkOf('1inch')).toBe(`oneinch://wc?uri=${encodeURIComponent(uri)}`);
  expect(await visitor.linkOf('WalletConnect')).toBe(uri);

  await visitor.taps(visitor.connect.tile('Rainbow'));
  expect(await visitor.page.evaluate(() => Reflect.get(window, 'taps'))).toEqual([
    { href: link, follows: true, active: true },
  ]);
  await expectPage(visitor.connect.status).toContainText(say('connect.status.opening.title', 'Rainbow'));
  expect(await visitor.stored('deepLink')).toMatchObject({ href: 'https://rnbwapp.com/wc', name: 'Rainbow' });
  await phone.pair(uri);
  await expectPage(visitor.modal).toBeHidden();
  await visitor.entersAccount();
  await expectPage(visitor.modal).toContainText(say('account.through', 'Rainbow'));
});

test('the installed wallet is listed once and first on a phone, and needs no link', async ({ visit }) => {
  // Trust Wallet's provider, which imitates MetaMask and sends no EIP-6963 announcement.
  const legacy = { isTrust: true, isMetaMask: true };
  const visitor = await visit({ ...pixel, wallets: [{ announce: 'when told', legacy }] });
  const items = visitor.connect.tiles.getByRole('listitem');
  await expectPage(items.filter({ hasText: 'Trust Wallet' })).toHaveCount(1);
  await expectPage(items.first()).toContainText('Trust Wallet');
  await expectPage(items.first().getByRole('link')).toHaveCount(0);
  await visitor.taps(items.first().getByRole('button'));
  await expectPage(visitor.modal).toBeHidden();
  expect(countRequests(visitor.wallet)).toBe(1);
  await visitor.entersAccount();
  await expectPage(visitor.modal).toContainText(DEFAULT_ACCOUNT.address.slice(-4));
  await expectPage(visitor.modal).toContainText(say('account.through', 'Trust Wallet'));
});

test('in an in-app browser, wallet links use https, or a code replaces them', async ({ visit, phoneOf }) => {
  // Telegram's browser has Chrome's user agent, so the page recognises it by this global.
  const pretend = () => Object.assign(window, { TelegramWebviewProxy: {} });
  const visitor = await visit({ ...pixel, scripts: [pretend] });
  const { tiles, tile } = visitor.connect;
  await expectPage(tile('Rainbow')).toHaveAttribute('href', /^https:/);
  const links = await tiles.locator('a').evaluateAll((all: HTMLAnchorElement[]) => all.map(({ href }) => href));
  expect(links.filter((href) => !href.startsWith('https:'))).toEqual([]);
  const phone = await phoneOf();
  await visitor.taps(tiles.getByRole('button', { name: '1inch', exact: true }));
  await phone.pair(await visitor.copiesLink());
  await expectPage(visitor.modal).toBeHidden();
  expect(await visitor.page.evaluate(() => location.protocol)).toMatch(/^http/);
});
