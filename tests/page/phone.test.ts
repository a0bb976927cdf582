import { devices } from '@playwright/test';
import { describe, expect } from 'vitest';
import { installWallet } from '../wallet/browser.ts';
import { ACCOUNT } from '../wallet/wallet.ts';
import { acknowledgedSessions, CUT_OFF, uriIn, withRelay } from './relaySite.ts';
import type { VisitOptions } from './visitor/fixtures.ts';
import { noteTaps } from './visitor/inPage.ts';
import { lineOf } from './visitor/network.ts';
import { say } from './visitor/say.ts';
import { seen } from './visitor/seen.ts';
import type { InjectedWallet } from './visitor/viewer.ts';
import { asked } from './visitor/wallets.ts';

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
  clock: true,
  scripts: [noteTaps],
};
const usual: VisitOptions = { ...iPhone, ...tapping, again: 'iPhone' };

describe('the sheet on a phone', () => {
  for (const [name, { store, ...device }] of Object.entries(phones)) {
    test(`${name}: a tap opens the app, and an approval there connects`, async ({ visit, phoneOf }) => {
      const visitor = await visit({ ...device, ...tapping, again: name });
      const phone = await phoneOf();
      await seen(visitor.connect.tiles).toBeVisible();
      await seen(visitor.button('what')).toBeHidden();
      const link = await visitor.linkOf('Rainbow');
      expect(link).toMatch(/^https:\/\/rnbwapp\.com\/wc\?uri=wc%3A[0-9a-f]{64}%402%3F[\w%.-]+$/);
      const uri = uriIn(link);
      expect(uri).toMatch(PAIRING);
      expect(await visitor.linkOf('1inch')).toBe(`oneinch://wc?uri=${encodeURIComponent(uri)}`);
      expect(await visitor.linkOf('WalletConnect')).toBe(uri);

      await visitor.taps(visitor.connect.tile('Rainbow'));
      expect(await visitor.followed()).toEqual([{ href: link, follows: true, active: true }]);
      await seen(visitor.connect.status).toContainText(say('connect.status.opening.title', 'Rainbow'));
      const record = await visitor.page.evaluate(() => localStorage.getItem('iaborrow.deepLink'));
      expect(JSON.parse(record ?? '')).toMatchObject({ value: { href: 'https://rnbwapp.com/wc', name: 'Rainbow' } });
      await phone.pair(uri);
      await seen(visitor.modal).toBeHidden();
      await visitor.entersAccount();
      await seen(visitor.modal).toContainText(say('account.through', 'Rainbow'));
    });

    test(`${name}: at most three wallets are offered, with links to the phone's store`, async ({ visit }) => {
      const visitor = await visit({ ...device, ...tapping, again: name });
      await visitor.taps(visitor.button('browse'));
      const offers = visitor.connect.link(/^Get /);
      await seen(offers).toHaveCount(3);
      for (const offer of await offers.all()) {
        await seen(offer).toHaveAttribute('href', new RegExp(`^${store}`));
        await seen(offer).toHaveAttribute('rel', 'noopener noreferrer');
      }
      await visitor.taps(visitor.connect.back);
      await seen(visitor.button('browse')).toBeVisible();
    });
  }

  test('an app that does not open shows a hint, the store, and the link again', async ({ visit, phoneOf }) => {
    const visitor = await visit(usual);
    const { connect } = visitor;
    const phone = await phoneOf();
    const link = await visitor.linkOf('Rainbow');
    await visitor.taps(connect.tile('Rainbow'));
    await seen(connect.status).toContainText(say('connect.status.opening.title', 'Rainbow'));
    await seen(connect.link('Retry')).toBeHidden();
    await visitor.page.clock.runFor(2_500);
    await seen(connect.status).toContainText('If the app did not open, retry');
    const store = connect.link('Get Rainbow');
    await seen(store).toHaveAttribute('href', /^https:\/\/apps\.apple\.com\//);
    await visitor.taps(connect.link('Retry'));
    const followed = { href: link, follows: true, active: true };
    expect(await visitor.followed()).toEqual([followed, followed]);
    await phone.pair(uriIn(link));
    await seen(visitor.modal).toBeHidden();
  });

  test('an app that opens shows no hint', async ({ visit }) => {
    const visitor = await visit(usual);
    const { connect } = visitor;
    await visitor.linkOf('Rainbow');
    await visitor.taps(connect.tile('Rainbow'));
    await seen(connect.status).toContainText(say('connect.status.opening.title', 'Rainbow'));
    await visitor.setsVisibility('hidden');
    await visitor.page.clock.runFor(5_000);
    await seen(connect.status).toContainText('Approve the connection in the app');
    await seen(connect.link('Retry')).toBeHidden();
    await seen(connect.link('Get Rainbow')).toBeHidden();
    await visitor.setsVisibility('visible');
  });

  test('Retry after a rejection in the app opens a new link, which connects', async ({ visit, phoneOf }) => {
    const visitor = await visit(usual);
    const { connect } = visitor;
    await visitor.followed();
    const phone = await phoneOf('reject');
    const first = await visitor.linkOf('Rainbow');
    await visitor.taps(connect.tile('Rainbow'));
    await phone.pair(uriIn(first));
    await visitor.hears('failure.rejected.title');
    phone.answers.default = 'approve';
    await visitor.taps(connect.retry);
    await visitor.hears('phone.ready.title', 'Rainbow');
    const second = (await connect.link('Open Rainbow').getAttribute('href')) ?? '';
    expect(uriIn(second)).toMatch(PAIRING);
    expect(second).not.toBe(first);
    await visitor.taps(connect.link('Open Rainbow'));
    expect(await visitor.followed()).toEqual([first, second].map((href) => ({ href, follows: true, active: true })));
    await phone.pair(uriIn(second));
    await seen(visitor.modal).toBeHidden();
  });

  test('Back withdraws the link that was opened, and another wallet gets another link', async ({ visit, phoneOf }) => {
    const visitor = await visit(usual);
    const { connect } = visitor;
    const [late, phone] = [await phoneOf(), await phoneOf()];
    const first = await visitor.linkOf('Rainbow');
    await visitor.taps(connect.tile('Rainbow'));
    await visitor.taps(connect.back);
    await seen(connect.tile('MetaMask')).toHaveAttribute('href', /^https:\/\/metamask\.app\.link/);
    const second = await visitor.linkOf('MetaMask');
    expect(uriIn(second)).not.toBe(uriIn(first));
    await late.pair(uriIn(first)).catch(() => {});
    await visitor.taps(connect.tile('MetaMask'));
    await phone.pair(uriIn(second));
    await seen(visitor.modal).toBeHidden();
    await visitor.entersAccount();
    await seen(visitor.modal).toContainText(say('account.through', 'MetaMask'));
    expect(acknowledgedSessions(late)).toEqual([]);
  });

  test('closing the sheet withdraws its link', async ({ visit }) => {
    const visitor = await visit(usual);
    const first = await visitor.linkOf('Rainbow');
    await visitor.taps(visitor.connect.close);
    await seen(visitor.modal).toBeHidden();
    await visitor.isHome();
    await visitor.requests('connect');
    await seen.poll(async () => uriIn(await visitor.linkOf('Rainbow'))).not.toBe(uriIn(first));
  });

  test('the link opens the app, and the page stays in its tab', async ({ visit }) => {
    const visitor = await visit(iPhone);
    // No app on this machine handles such a link.
    visitor.forgiven.push(/^Failed to launch 'oneinch:/);
    const devtools = await visitor.context.newCDPSession(visitor.page);
    await devtools.send('Page.enable');
    const asked: string[] = [];
    devtools.on('Page.frameRequestedNavigation', ({ url }) => asked.push(url));
    const link = await visitor.linkOf('1inch');
    await visitor.taps(visitor.connect.tile('1inch'));
    await seen.poll(() => asked).toEqual([link]);
    await seen(visitor.connect.status).toContainText('Opening 1inch');
  });

  test('a tap before the link is ready can be repeated, and a lost relay is reported', async ({
    visit,
    phoneOf,
    relay,
  }) => {
    relay.refuse();
    const visitor = await visit({ ...iPhone, ...tapping });
    const { connect } = visitor;
    visitor.forgiven.push(CUT_OFF);
    await seen(connect.tile('Rainbow')).toBeVisible();
    await seen(connect.tile('Rainbow')).not.toHaveAttribute('href');
    await visitor.taps(connect.tile('Rainbow'));
    await visitor.hears('phone.preparing.title');
    await visitor.taps(connect.back);
    await seen(connect.tile('MetaMask')).toBeVisible();
    await visitor.page.clock.runFor(12_000);
    await visitor.hears('phone.unreachable.title', []);
    await seen(connect.status).toContainText('Smart Wallet still works.');
    for (const tile of await connect.tiles.getByRole('link').all())
      await seen(tile).toHaveAttribute('aria-disabled', 'true');
    await visitor.taps(connect.tile('Rainbow'), { force: true });
    await seen(connect.tile('Rainbow')).toBeVisible();

    relay.allow();
    const phone = await phoneOf();
    await visitor.taps(connect.retry);
    const link = await visitor.linkOf('Rainbow');
    await visitor.taps(connect.tile('Rainbow'));
    await phone.pair(uriIn(link));
    await seen(visitor.modal).toBeHidden();
    const nowhere = { href: null, follows: true, active: true };
    expect(await visitor.followed()).toEqual([nowhere, nowhere, { href: link, follows: true, active: true }]);
  });

  test('a tile that was tapped before its link was ready opens the app at the second tap', async ({
    visit,
    phoneOf,
    relay,
  }) => {
    let line!: Awaited<ReturnType<typeof lineOf>>;
    const visitor = await visit({
      ...iPhone,
      before: async (page) => {
        await page.addInitScript(noteTaps);
        line = await lineOf(page, relay);
        line.hold();
      },
    });
    const { connect } = visitor;
    await visitor.taps(connect.tile('Rainbow'));
    await visitor.hears('phone.preparing.title');
    line.release();
    await visitor.hears('phone.ready.title', 'Rainbow');
    const phone = await phoneOf();
    const link = (await connect.link('Open Rainbow').getAttribute('href')) ?? '';
    await visitor.taps(connect.link('Open Rainbow'));
    await seen(connect.status).toContainText(say('connect.status.opening.title', 'Rainbow'));
    await phone.pair(uriIn(link));
    await seen(visitor.modal).toBeHidden();
  });

  test('an unavailable wallet is marked as such, and links to its store', async ({ visit }) => {
    const visitor = await visit(usual);
    const { connect } = visitor;
    await visitor.taps(connect.tiles.getByRole('button', { name: 'Phantom (unsupported)' }));
    await seen(connect.link('Get Phantom')).toHaveAttribute('href', /^https:\/\/apps\.apple/);
    await visitor.taps(connect.back);
    // Rabby exists only for desktops.
    await seen(connect.tiles.getByRole('button', { name: /^Rabby/ })).toHaveCount(0);
  });

  for (const [which, info] of Object.entries({
    'a wallet that is in this browser': { name: 'Inner Wallet' },
    'a wallet that is listed, in its own browser': { name: 'Trust Wallet', rdns: 'com.trustwallet.app' },
  }))
    test(`${which} is listed first, and is asked without a link`, async ({ visit }) => {
      const wallets: InjectedWallet[] = [];
      const entered = await visit({
        ...iPhone,
        before: async (_, context) => {
          wallets.push(await installWallet(context, { info }));
        },
      });

      const first = entered.connect.tiles.getByRole('listitem').first();
      await seen(first).toContainText(info.name);
      await entered.taps(first.getByRole('button'));
      await seen(entered.modal).toBeHidden();
      expect(wallets.map((wallet) => asked(wallet))).toEqual([1]);
      await entered.entersAccount();
      await seen(entered.modal).toContainText(ACCOUNT.address.slice(-4));
      await seen(entered.modal).toContainText(say('account.through', info.name));
    });
});
