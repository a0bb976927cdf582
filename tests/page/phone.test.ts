import { devices } from '@playwright/test';
import { describe, expect } from 'vitest';
import { installWallet } from '../wallet/browser.ts';
import { ACCOUNT } from '../wallet/wallet.ts';
import { asked } from './injected.ts';
import { noteTaps, setVisibility, tapsIn } from './inPage.ts';
import { acknowledgedSessions, CUT_OFF, lineOf, uriIn, withRelay } from './relayed.ts';
import { seen } from './seen.ts';
import { type InjectedWallet, tapLink, type VisitOptions, withClock } from './visit.ts';

const test = withRelay('phone');

const held = (name: string): VisitOptions => {
  const { defaultBrowserType: _, ...device } = devices[name]!;
  return device;
};
const phones = {
  Android: { ...held('Pixel 7'), store: 'https://play.google.com/store/apps/' },
  iPhone: { ...held('iPhone 15'), store: 'https://apps.apple.com/' },
};
const { store: _, ...iPhone } = phones.iPhone;

const PAIRING = /^wc:[0-9a-f]{64}@2\?/;

const tapping: VisitOptions = {
  before: withClock(noteTaps),
};
const usual: VisitOptions = { ...iPhone, ...tapping, again: 'iPhone' };

describe('the sheet on a phone', () => {
  for (const [name, { store, ...device }] of Object.entries(phones)) {
    test(`${name}: a tap opens the app, which approves`, async ({ enter, phoneOf }) => {
      const { page, dialog } = await enter({ ...device, ...tapping, again: name });
      const phone = await phoneOf();
      await seen(dialog.tiles).toBeVisible();
      await seen(dialog.button('What is a wallet?')).toBeHidden();
      const link = await dialog.linkOf('Rainbow');
      expect(link).toMatch(/^https:\/\/rnbwapp\.com\/wc\?uri=wc%3A[0-9a-f]{64}%402%3F[\w%.-]+$/);
      const uri = uriIn(link);
      expect(uri).toMatch(PAIRING);
      expect(await dialog.linkOf('1inch')).toBe(`oneinch://wc?uri=${encodeURIComponent(uri)}`);
      expect(await dialog.linkOf('WalletConnect')).toBe(uri);

      await tapLink(dialog.tile('Rainbow'));
      expect(await tapsIn(page)).toEqual([{ href: link, follows: true, active: true }]);
      await seen(dialog.status).toContainText('Opening Rainbow');
      const record = await page.evaluate(() => localStorage.getItem('iaborrow.deepLink'));
      expect(JSON.parse(record ?? '')).toMatchObject({ value: { href: 'https://rnbwapp.com/wc', name: 'Rainbow' } });
      await phone.pair(uri);
      await seen(dialog.modal).toBeHidden();
      await dialog.account();
      await seen(dialog.modal).toContainText('Connected with Rainbow');
    });

    test(`${name}: at most three wallets are offered, with links to the phone's store`, async ({ enter }) => {
      const { dialog } = await enter({ ...device, ...tapping, again: name });
      await tapLink(dialog.button('Get a wallet'));
      const offers = dialog.link(/^Get /);
      await seen(offers).toHaveCount(3);
      for (const offer of await offers.all()) {
        await seen(offer).toHaveAttribute('href', new RegExp(`^${store}`));
        await seen(offer).toHaveAttribute('rel', 'noopener noreferrer');
      }
      await tapLink(dialog.back);
      await seen(dialog.button('Get a wallet')).toBeVisible();
    });
  }

  test('an app that does not open leads to a hint, the store, and the link again', async ({ enter, phoneOf }) => {
    const { page, dialog } = await enter(usual);
    const phone = await phoneOf();
    const link = await dialog.linkOf('Rainbow');
    await tapLink(dialog.tile('Rainbow'));
    await seen(dialog.status).toContainText('Opening Rainbow');
    await seen(dialog.link('Retry')).toBeHidden();
    await page.clock.runFor(2_500);
    await seen(dialog.status).toContainText('If the app did not open, retry');
    const store = dialog.link('Get Rainbow');
    await seen(store).toHaveAttribute('href', /^https:\/\/apps\.apple\.com\//);
    await tapLink(dialog.link('Retry'));
    const followed = { href: link, follows: true, active: true };
    expect(await tapsIn(page)).toEqual([followed, followed]);
    await phone.pair(uriIn(link));
    await seen(dialog.modal).toBeHidden();
  });

  test('an app that opens shows no hint', async ({ enter }) => {
    const { page, dialog } = await enter(usual);
    await dialog.linkOf('Rainbow');
    await tapLink(dialog.tile('Rainbow'));
    await seen(dialog.status).toContainText('Opening Rainbow');
    await setVisibility(page, 'hidden');
    await page.clock.runFor(5_000);
    await seen(dialog.status).toContainText('Approve the connection in the app');
    await seen(dialog.link('Retry')).toBeHidden();
    await seen(dialog.link('Get Rainbow')).toBeHidden();
    await setVisibility(page, 'visible');
  });

  test('after a rejection in the app, Retry gives another link, which works', async ({ enter, phoneOf }) => {
    const { page, dialog } = await enter(usual);
    await tapsIn(page);
    const phone = await phoneOf('reject');
    const first = await dialog.linkOf('Rainbow');
    await tapLink(dialog.tile('Rainbow'));
    await phone.pair(uriIn(first));
    await seen(dialog.status).toContainText('You declined the request');
    phone.answers.default = 'approve';
    await tapLink(dialog.retry);
    await seen(dialog.status).toContainText('Rainbow is ready');
    const second = (await dialog.link('Open Rainbow').getAttribute('href')) ?? '';
    expect(uriIn(second)).toMatch(PAIRING);
    expect(second).not.toBe(first);
    await tapLink(dialog.link('Open Rainbow'));
    expect(await tapsIn(page)).toEqual([first, second].map((href) => ({ href, follows: true, active: true })));
    await phone.pair(uriIn(second));
    await seen(dialog.modal).toBeHidden();
  });

  test('going back discards the opened link, and another wallet has another one', async ({ enter, phoneOf }) => {
    const { dialog } = await enter(usual);
    const [late, phone] = [await phoneOf(), await phoneOf()];
    const first = await dialog.linkOf('Rainbow');
    await tapLink(dialog.tile('Rainbow'));
    await tapLink(dialog.back);
    await seen(dialog.tile('MetaMask')).toHaveAttribute('href', /^https:\/\/metamask\.app\.link/);
    const second = await dialog.linkOf('MetaMask');
    expect(uriIn(second)).not.toBe(uriIn(first));
    await late.pair(uriIn(first)).catch(() => {});
    await tapLink(dialog.tile('MetaMask'));
    await phone.pair(uriIn(second));
    await seen(dialog.modal).toBeHidden();
    await dialog.account();
    await seen(dialog.modal).toContainText('Connected with MetaMask');
    expect(acknowledgedSessions(late)).toEqual([]);
  });

  test('closing the sheet discards its link', async ({ enter }) => {
    const { page, dialog } = await enter(usual);
    const first = await dialog.linkOf('Rainbow');
    await tapLink(dialog.close);
    await seen(dialog.modal).toBeHidden();
    await seen(page).toHaveURL(/\/$/);
    await dialog.ask('connect');
    await seen.poll(async () => uriIn(await dialog.linkOf('Rainbow'))).not.toBe(uriIn(first));
  });

  test('the browser follows the link, and the page stays', async ({ enter }) => {
    const { page, context, dialog, forgiven } = await enter(iPhone);
    // No app on this machine handles such a link.
    forgiven.push(/^Failed to launch 'oneinch:/);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Page.enable');
    const asked: string[] = [];
    devtools.on('Page.frameRequestedNavigation', ({ url }) => asked.push(url));
    const link = await dialog.linkOf('1inch');
    await tapLink(dialog.tile('1inch'));
    await seen.poll(() => asked).toEqual([link]);
    await seen(dialog.status).toContainText('Opening 1inch');
  });

  test('a tap before the link is ready can be repeated, and a failed relay is reported', async ({
    enter,
    phoneOf,
    relay,
  }) => {
    relay.refuse();
    const { page, dialog, forgiven } = await enter({ ...iPhone, ...tapping });
    forgiven.push(CUT_OFF);
    await seen(dialog.tile('Rainbow')).toBeVisible();
    await seen(dialog.tile('Rainbow')).not.toHaveAttribute('href');
    await tapLink(dialog.tile('Rainbow'));
    await seen(dialog.status).toContainText('One moment…');
    await tapLink(dialog.back);
    await seen(dialog.tile('MetaMask')).toBeVisible();
    await page.clock.runFor(12_000);
    await seen(dialog.status).toContainText('We can’t reach wallet apps');
    await seen(dialog.status).toContainText('Smart Wallet still works.');
    for (const tile of await dialog.tiles.getByRole('link').all())
      await seen(tile).toHaveAttribute('aria-disabled', 'true');
    await tapLink(dialog.tile('Rainbow'), { force: true });
    await seen(dialog.tile('Rainbow')).toBeVisible();

    relay.allow();
    const phone = await phoneOf();
    await tapLink(dialog.retry);
    const link = await dialog.linkOf('Rainbow');
    await tapLink(dialog.tile('Rainbow'));
    await phone.pair(uriIn(link));
    await seen(dialog.modal).toBeHidden();
    const nowhere = { href: null, follows: true, active: true };
    expect(await tapsIn(page)).toEqual([nowhere, nowhere, { href: link, follows: true, active: true }]);
  });

  test('a tile that was tapped too early opens its app by a second tap', async ({ enter, phoneOf, relay }) => {
    let line!: Awaited<ReturnType<typeof lineOf>>;
    const { dialog } = await enter({
      ...iPhone,
      before: async (page) => {
        await page.addInitScript(noteTaps);
        line = await lineOf(page, relay);
        line.hold();
      },
    });
    await tapLink(dialog.tile('Rainbow'));
    await seen(dialog.status).toContainText('One moment…');
    line.release();
    await seen(dialog.status).toContainText('Rainbow is ready');
    const phone = await phoneOf();
    const link = (await dialog.link('Open Rainbow').getAttribute('href')) ?? '';
    await tapLink(dialog.link('Open Rainbow'));
    await seen(dialog.status).toContainText('Opening Rainbow');
    await phone.pair(uriIn(link));
    await seen(dialog.modal).toBeHidden();
  });

  test('an unavailable wallet is labelled, and links to its store', async ({ enter }) => {
    const { dialog } = await enter(usual);
    await tapLink(dialog.tiles.getByRole('button', { name: 'Phantom (unsupported)' }));
    await seen(dialog.link('Get Phantom')).toHaveAttribute('href', /^https:\/\/apps\.apple/);
    await tapLink(dialog.back);
    // Rabby exists only for desktops.
    await seen(dialog.tiles.getByRole('button', { name: /^Rabby/ })).toHaveCount(0);
  });

  for (const [which, info] of Object.entries({
    'a wallet that is in this browser': { name: 'Inner Wallet' },
    'a wallet that is listed, in its own browser': { name: 'Trust Wallet', rdns: 'com.trustwallet.app' },
  }))
    test(`${which} is first, and is asked without a link`, async ({ enter }) => {
      const wallets: InjectedWallet[] = [];
      const entered = await enter({
        ...iPhone,
        before: async (_, context) => {
          wallets.push(await installWallet(context, { info }));
        },
      });
      const { dialog } = entered;
      const first = dialog.tiles.getByRole('listitem').first();
      await seen(first).toContainText(info.name);
      await tapLink(first.getByRole('button'));
      await seen(dialog.modal).toBeHidden();
      expect(wallets.map((wallet) => asked(wallet))).toEqual([1]);
      await dialog.account();
      await seen(dialog.modal).toContainText(ACCOUNT.address.slice(-4));
      await seen(dialog.modal).toContainText(`Connected with ${info.name}`);
    });
});
