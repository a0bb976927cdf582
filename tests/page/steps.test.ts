import type { Locator } from '@playwright/test';
import { describe, expect } from 'vitest';
import { installWallet } from '../wallet/browser.ts';
import { type Relay, uriIn, withRelay } from './relaySite.ts';
import type { VisitOptions } from './visitor/fixtures.ts';
import { layouts } from './visitor/layouts.ts';
import { checkLayout } from './visitor/look.ts';
import { say } from './visitor/say.ts';
import { seen } from './visitor/seen.ts';
import type { InjectedWallet } from './visitor/viewer.ts';
import type { Visitor } from './visitor/visitor.ts';

/* Checks the steps of the connect dialog that generated tests leave out, in each layout, by keyboard. */

const test = withRelay('steps');

type Layout = 'compact' | 'wide';

/** Returns functions that go through the dialog on desktop, and check its steps. */
function eyesOf(visitor: Visitor, layout: Layout) {
  const { page, modal } = visitor;
  const press = (target: Locator) => visitor.pressesKeyOn(target);
  return {
    press,
    look: async (name: string, title?: string) => {
      if (title) await seen(modal.locator('h2:focus')).toHaveText(title);
      const state = `${layout} ${name}`;
      await (layout === 'wide' ? checkLayout(page, state) : visitor.looksRight(state));
    },
    shop: async (store: Locator, host: string) => {
      const [tab] = await Promise.all([visitor.context.waitForEvent('page'), press(store)]);
      await tab.close();
      await page.bringToFront();
      // The page asks its relay over HTTP for the reason of the failure.
      const hosts = visitor.foreign.splice(0).map((url) => new URL(url).host);
      expect(hosts.filter((one) => !one.startsWith('127.0.0.1:'))).toEqual([host]);
    },
  };
}

async function getsWallets(visitor: Visitor, layout: Layout) {
  const { modal } = visitor;
  const { link, back } = visitor.connect;
  const { press, look, shop } = eyesOf(visitor, layout);
  await press(visitor.button('browse'));
  await look('get', say('browse'));

  await press(visitor.button('getName', 'MetaMask'));
  await look('downloadOptions', say('getName', 'MetaMask'));
  await press(modal.getByRole('button', { name: new RegExp(`^${say('options.mobile.title')}`) }));
  await look('download', say('getApp', 'MetaMask'));
  await press(visitor.button('haveIt'));
  await look('instructionsMobile', say('setUp', 'MetaMask'));
  await press(back);
  await press(back);
  await shop(link(new RegExp(`^${say('options.extension.title')}`)), 'chromewebstore.google.com');
  await look('instructionsExtension', say('setUp', 'MetaMask'));
  await press(back);
  await press(back);
  await press(visitor.button('getName', 'Ledger'));
  await shop(link(new RegExp(`^${say('options.desktop.title')}`)), 'www.ledger.com');
  await look('instructionsDesktop', say('setUp', 'Ledger'));
  await press(back);
  await press(back);
  await press(back);
  if (layout === 'compact') await press(back);
}

async function isDeclined(visitor: Visitor, layout: Layout, wallet: InjectedWallet) {
  const { page } = visitor;
  const { status, row, back } = visitor.connect;
  const { press, look } = eyesOf(visitor, layout);
  await press(row('Fox'));
  await look('opening', 'Fox');
  await page.clock.fastForward(15_000);
  await seen(status).toContainText(say('still'));
  await look('slow', 'Fox');
  await wallet.reject();
  await seen(status).toContainText(say('failure.rejected.title'));
  await look('rejected', 'Fox');
  await press(back);
}

async function scansCode(visitor: Visitor, layout: Layout, relay: Relay) {
  const { page } = visitor;
  const { status, row, retry, code } = visitor.connect;
  const { press, look } = eyesOf(visitor, layout);
  await press(row('Rainbow'));
  await seen(status).toContainText(say('preparing.title'));
  await look('preparing', 'Rainbow');
  await page.clock.fastForward(10_000);
  await seen(status).toContainText(say('failure.unreachable.title', 'Rainbow'));
  await look('unreachable', 'Rainbow');
  relay.allow();
  await press(retry);
  const come = async () => {
    // The clock is stopped while the connection opens, because WalletConnect's library would repeat its requests.
    if (visitor.lines.every((line) => line.isClosed())) await page.clock.fastForward(50);
    return code.isVisible();
  };
  await seen.poll(come, { intervals: [20] }).toBe(true);
  await page.clock.resume();
  await look('code', say('scan', 'Rainbow'));
  await press(visitor.button('copy'));
  await seen(visitor.button('copied')).toBeVisible();
  await look('copied');
}

describe('the connect dialog', () => {
  /** Opens the page with an installed wallet that never answers. */
  const usual: VisitOptions = {
    before: async (page, context) => {
      await page.clock.install();
      wallet = await installWallet(context, { info: { name: 'Fox', rdns: 'com.example.fox' }, answer: 'hold' });
    },
  };
  let wallet!: InjectedWallet;

  test('each step of the connect dialog passes axe on a phone', async ({ visit, phoneOf }) => {
    const visitor = await visit({ ...layouts.sheet, ...usual });
    const { connect } = visitor;
    const { page } = visitor;

    const press = (target: Locator) => visitor.pressesKeyOn(target);
    const look = async (name: string, title: string) => {
      await seen(visitor.modal.locator('h2:focus')).toHaveText(title);
      await checkLayout(page, `sheet ${name}`);
    };

    await seen(connect.link('Rainbow')).toBeVisible();
    await look('none', say('wallet.title'));
    await press(visitor.button('browse'));
    await look('get', say('browse'));
    await press(connect.back);
    await press(visitor.modal.getByRole('button', { name: 'Fox', exact: true }));
    await look('asked', 'Fox');
    await press(connect.back);
    await seen(connect.link('Rainbow')).toBeVisible();
    await seen(connect.link('Rainbow')).toHaveAttribute('href', /^https:/);
    const href = (await connect.link('Rainbow').getAttribute('href')) ?? '';
    await page.evaluate(() => addEventListener('click', (event) => event.preventDefault(), { once: true }));
    await press(connect.link('Rainbow'));
    await look('opening', 'Rainbow');
    await page.clock.fastForward(2_500);
    await seen(connect.status).toContainText(say('phone.stuck'));
    await look('stuck', 'Rainbow');
    const phone = await phoneOf('reject');
    await phone.pair(uriIn(href));
    await seen(connect.status).toContainText(say('failure.rejected.title'));
    await seen(visitor.modal.locator('h2:focus')).toHaveText('Rainbow');
    await visitor.looksRight('sheet rejected');
    await press(connect.retry);
    await seen(connect.link('Open Rainbow')).toBeVisible();
    await seen(visitor.modal.locator('h2:focus')).toHaveText('Rainbow');
    await visitor.looksRight('sheet ready');
    await visitor.escapes();
    await seen(visitor.modal).toBeHidden();
  });

  test('each step of the connect dialog passes axe on desktop', async ({ visit, relay, cutOff }) => {
    const visitor = await visit({ ...layouts.compact, ...usual });
    const { page } = visitor;
    const { modal } = visitor;
    for (const layout of ['compact', 'wide'] as const) {
      const { press, look } = eyesOf(visitor, layout);
      if (layout === 'wide') {
        await page.setViewportSize(layouts.wide.viewport);
        await visitor.requests('connect');
      }
      // Waits for a wallet in the list, because the view before that has the same title.
      await visitor.seesWallets('Fox');
      // When the list opens again, the wallet that was picked last has the focus.
      if (layout === 'wide') await seen(modal.getByRole('listitem').locator('button:focus')).toHaveCount(1);
      await look('none', layout === 'wide' ? undefined : say('wallet.title'));
      // A narrow window shows the wallet dialog for phones only on touch screens.
      await seen(modal.getByRole('list', { name: say('phone.list') })).toHaveCount(0);
      if (layout === 'compact') {
        await press(visitor.button('what'));
        await look('learnCompact', say('what'));
      }
      await getsWallets(visitor, layout);
      await isDeclined(visitor, layout, wallet);

      // The clock is stopped between two retries of WalletConnect's library, so that only the first retries happen.
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
      await cutOff(visitor);
      await scansCode(visitor, layout, relay);
      await visitor.escapes();
      await seen(modal).toBeHidden();
      await visitor.isHome();
    }
  });
});
