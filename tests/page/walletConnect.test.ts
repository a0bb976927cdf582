import { describe, expect } from 'vitest';
import { ACCOUNT } from '../wallet/wallet.ts';
import { OTHER, shortAddress } from './injected.ts';
import { deployOther } from './otherSite.ts';
import { acknowledgedSessions, CUT_OFF, type Phone, type Relayed, relayedDialog, withRelay } from './relayed.ts';
import { seen } from './seen.ts';
import { isConnected, reloadPage, type VisitOptions } from './visit.ts';

/* Page and phone run the real WalletConnect libraries, with a local relay between them. */

const test = withRelay('walletConnect', deployOther);

const usual: VisitOptions = { again: 'usual' };
const timed: VisitOptions = { again: 'timed', before: (page) => page.clock.install() };

const SHOWN = new RegExp(`${ACCOUNT.address.slice(0, 4)}.*${ACCOUNT.address.slice(-4)}`);

const topicOf = (uri: string) => /^wc:(\w+)@/.exec(uri)?.[1];

async function isNobody({ dialog }: Pick<Relayed, 'dialog'>) {
  await seen(dialog.modal).toBeHidden();
  await dialog.ask('account');
  await seen(dialog.row('Rainbow')).toBeVisible();
  await dialog.close.click();
  await seen(dialog.modal).toBeHidden();
}

const isPhoneFree = (phone: Phone) => seen.poll(() => acknowledgedSessions(phone)).toHaveLength(0);

async function isSomebody({ dialog }: Pick<Relayed, 'dialog'>, name = 'Rainbow') {
  await dialog.account();
  await seen(dialog.modal).toContainText(SHOWN);
  await seen(dialog.modal).toContainText(`Connected with ${name}`);
}

describe('connecting a wallet on a phone', () => {
  for (const [name, app] of [
    ['Rainbow', 'Rainbow'],
    ['WalletConnect', 'your wallet app'],
  ] as const)
    test(`${name}: the phone scans the code, and approves`, async ({ enter, phoneOf, relay }) => {
      const { page, dialog, sockets } = await enter(usual);
      const phone = await phoneOf();
      await dialog.pick(name);
      await seen(dialog.code).toHaveAccessibleName(`QR code to connect ${app}`);
      await seen(dialog.modal).toContainText(/New code in [45]:\d\d/);
      await phone.pair(await dialog.uri());
      await seen(dialog.modal).toBeHidden();
      await seen(page).toHaveURL(/\/$/);
      await isSomebody({ dialog }, name);
      expect(phone.sessions()).toHaveLength(1);
      expect(sockets.map((url) => new URL(url).origin)).toEqual([relay.url]);

      const kept = await page.evaluate(async () => ({
        local: Object.keys(localStorage),
        session: Object.keys(sessionStorage),
        databases: (await indexedDB.databases()).map((database) => database.name),
      }));
      expect(kept.local.filter((key) => !key.startsWith('iaborrow.'))).toEqual([]);
      expect(kept.session).toEqual([]);
      expect(kept.databases).toEqual(['WALLET_CONNECT_V2_INDEXED_DB']);
    });

  test('on plain http, codes work, and a wallet that needs https says so', async ({ enter, phoneOf }) => {
    const { dialog } = await enter({
      before: (page) =>
        page.addInitScript(() => {
          for (const name of ['randomUUID', 'subtle']) Reflect.deleteProperty(Crypto.prototype, name);
          for (const name of ['locks', 'serviceWorker']) Reflect.deleteProperty(Navigator.prototype, name);
        }),
    });
    await dialog.pick('Coinbase Smart Wallet');
    await seen(dialog.status).toContainText('Coinbase Smart Wallet needs a secure page');
    await seen(dialog.status).toContainText('Open this page with https, or choose another wallet.');
    await seen(dialog.retry).toBeHidden();
    const phone = await phoneOf();
    await dialog.pick('Rainbow');
    await phone.pair(await dialog.uri());
    await isSomebody({ dialog });
  });

  test('a phone that declines can scan another code, which works', async ({ enter, phoneOf }) => {
    const { dialog } = await enter(usual);
    const phone = await phoneOf('reject');
    await dialog.pick('Rainbow');
    const first = await dialog.uri();
    await phone.pair(first);
    await seen(dialog.status).toContainText('You declined the request');
    await seen(dialog.code).toBeHidden();

    phone.answers.default = 'approve';
    await dialog.retry.click();
    const second = await dialog.uri();
    expect(second).not.toBe(first);
    await phone.pair(second);
    await isSomebody({ dialog });
    expect(phone.sessions()).toHaveLength(1);
  });

  for (const code of [5000, 5003])
    test(`a rejection in other words counts as declined, with ${code}`, async ({ enter, phoneOf }) => {
      const { dialog } = await enter(usual);
      const phone = await phoneOf('reject');
      phone.refusal = { code, message: 'Reject Session' };
      await dialog.scan(phone);
      await seen(dialog.status).toContainText('You declined the request');
    });

  for (const way of ['back', 'close'] as const) {
    const leave = async ({ dialog }: Relayed) => {
      await dialog[way].click();
      await seen(dialog.code).toBeHidden();
      if (way === 'back') await dialog.close.click();
    };
    /** Connects again. Late answers to earlier requests arrive before the new ones. */
    const connectsAnew = async (entered: Relayed, phone: Phone) => {
      await isNobody(entered);
      phone.answers.default = 'approve';
      await entered.dialog.ask('connect');
      await entered.dialog.pick('Rainbow');
      const uri = await entered.dialog.uri();
      await phone.pair(uri);
      await seen(entered.dialog.modal).toBeHidden();
      await seen(entered.page).toHaveURL(/\/$/);
      await isSomebody(entered);
      await seen
        .poll(() => acknowledgedSessions(phone).map(({ pairingTopic }) => pairingTopic))
        .toEqual([topicOf(uri)]);
    };

    test(`${way}, then the phone approves: no wallet is connected`, async ({ enter, phoneOf }) => {
      const entered = await enter(usual);
      const phone = await phoneOf('hold');
      await entered.dialog.scan(phone);
      await seen.poll(() => phone.seen.proposals.length).toBe(1);
      await leave(entered);
      // The phone may already know that its request has expired.
      await phone.approve().catch(() => {});
      await connectsAnew(entered, phone);
    });

    test(`${way} while the approval is on its way: no wallet is connected`, async ({ enter, phoneOf, relay }) => {
      const entered = await enter(usual);
      const phone = await phoneOf('hold');
      await entered.dialog.scan(phone);
      await seen.poll(() => phone.seen.proposals.length).toBe(1);
      relay.freeze();
      await phone.approve();
      await leave(entered);
      relay.thaw();
      await connectsAnew(entered, phone);
    });
  }

  test('another wallet gets another code, and the code of the first is void', async ({ enter, phoneOf }) => {
    const { dialog } = await enter(usual);
    const [first, second] = [await phoneOf(), await phoneOf()];
    await dialog.pick('Rainbow');
    const old = await dialog.uri();
    await dialog.pick('MetaMask');
    await seen(dialog.code).toHaveAccessibleName('QR code to connect MetaMask');
    const uri = await dialog.uri();
    expect(uri).not.toBe(old);
    // The relay has stored the request of the code, and the message that it is void.
    await first.pair(old).catch(() => {});
    await seen(dialog.code).toHaveAccessibleName('QR code to connect MetaMask');
    expect(await dialog.uri()).toBe(uri);
    await second.pair(uri);
    await isSomebody({ dialog }, 'MetaMask');
    expect(acknowledgedSessions(first)).toEqual([]);
    await seen.poll(() => acknowledgedSessions(second)).toHaveLength(1);
  });

  test('closing the dialog in one tab voids its code, but not that of another tab', async ({ enter, phoneOf }) => {
    const { context, dialog } = await enter(usual);
    const [lost, phone] = [await phoneOf(), await phoneOf('hold')];
    await dialog.pick('Rainbow');
    const uri = await dialog.uri();
    const tab = await context.newPage();
    await tab.goto('/#connect');
    const other = relayedDialog(tab);
    await other.pick('Rainbow');
    const left = await other.uri();
    await other.close.click();
    await seen(other.modal).toBeHidden();
    await lost.pair(left).catch(() => {});
    await phone.pair(uri);
    await phone.approve();
    await isSomebody({ dialog });
    expect(acknowledgedSessions(lost)).toEqual([]);
    await seen.poll(() => acknowledgedSessions(phone)).toHaveLength(1);
  });
});

describe('a connected wallet on a phone', () => {
  test('a phone reconnects after a reload without a relay, and learns of Disconnect', async ({
    enter,
    phoneOf,
    relay,
  }) => {
    const entered = await enter(usual);
    const { page, dialog, forgiven } = entered;
    const phone = await phoneOf();
    await entered.dialog.connects(phone);
    await page.goto('/#account');
    await page.reload();
    await isSomebody(entered);
    expect(phone.sessions()).toHaveLength(1);

    forgiven.push(CUT_OFF);
    relay.refuse();
    await page.reload();
    await isSomebody(entered);
    relay.allow();

    await dialog.button('Disconnect').click();
    await seen.poll(phone.sessions).toEqual([]);
    await seen(dialog.news).toHaveText('Disconnected');
    await isNobody(entered);
  });

  test('after a reload a phone is connected, and only a dialog contacts the relay', async ({ enter, phoneOf }) => {
    const entered = await enter(usual);
    const { page, lines, foreign } = entered;
    const phone = await phoneOf();
    await entered.dialog.connects(phone);
    await seen(page).toHaveURL(/\/$/);
    await reloadPage(page);
    await seen.poll(() => isConnected(page)).toBe(true);
    await seen(page.getByRole('dialog')).toHaveCount(0);
    expect([lines, foreign]).toEqual([[], []]);
    await isSomebody(entered);
    await seen.poll(() => lines.length).toBe(1);
    expect(phone.seen.proposals).toHaveLength(1);
  });

  test('a session that ended meanwhile is disconnected at the first dialog', async ({ enter, phoneOf }) => {
    const entered = await enter(usual);
    const { page, dialog } = entered;
    const phone = await phoneOf();
    await entered.dialog.connects(phone);
    await seen(page).toHaveURL(/\/$/);
    // Deleting the page's stored session has the same effect as a session that ended.
    await page.evaluate(
      () =>
        new Promise((done) =>
          Object.assign(indexedDB.deleteDatabase('WALLET_CONNECT_V2_INDEXED_DB'), { onsuccess: done, onblocked: done }),
        ),
    );
    await page.reload();
    await seen.poll(() => isConnected(page)).toBe(true);
    await dialog.ask('account');
    await seen.poll(() => isConnected(page)).toBe(false);
    await isNobody(entered);
  });

  test('a phone that ends the session is disconnected on the page', async ({ enter, phoneOf }) => {
    const entered = await enter(usual);
    const phone = await phoneOf();
    await entered.dialog.connects(phone);
    await seen(entered.dialog.news).toHaveText('Connected');
    await isSomebody(entered);
    await phone.disconnect();
    await seen(entered.dialog.modal).toBeHidden();
    await seen(entered.dialog.news).toHaveText('Disconnected');
    await isNobody(entered);
  });

  test('a phone shares another account, another network, and none, by updates', async ({ enter, phoneOf }) => {
    const entered = await enter(usual);
    const { modal, news } = entered.dialog;
    const phone = await phoneOf();
    await entered.dialog.connects(phone);
    await isSomebody(entered);
    await phone.share([OTHER.address]);
    await seen(modal).toContainText(shortAddress(OTHER));
    await phone.share([ACCOUNT.address], [137]);
    await seen(modal).toContainText(shortAddress(ACCOUNT));
    await phone.share([]);
    await seen(modal).toBeHidden();
    await seen(news).toHaveText('Disconnected');
    await isNobody(entered);
  });

  test('a phone is connected in two tabs, and Disconnect in one disconnects both', async ({ enter, phoneOf }) => {
    const entered = await enter(usual);
    const phone = await phoneOf();
    await entered.dialog.connects(phone);
    const tab = await entered.context.newPage();
    await tab.goto('/#account');
    const other = { dialog: relayedDialog(tab) };
    await isSomebody(other);
    await isSomebody(entered);
    await other.dialog.button('Disconnect').click();
    await seen.poll(phone.sessions).toEqual([]);
    await seen(entered.dialog.modal).toBeHidden();
    await isNobody(entered);
    await isNobody(other);
  });

  test('disconnecting while the relay is unreachable leaves no session', async ({ enter, phoneOf, relay }) => {
    const { dialog, cutOff } = await enter(usual);
    const phone = await phoneOf();
    await dialog.pick('Rainbow');
    const first = await dialog.uri();
    await phone.pair(first);
    await isSomebody({ dialog });
    await cutOff();
    await dialog.button('Disconnect').click();
    await seen(dialog.modal).toBeHidden();
    relay.allow();
    await dialog.ask('connect');
    await dialog.pick('MetaMask');
    // The session of another wallet must not connect this one, so the page shows a new code.
    expect(await dialog.uri()).not.toBe(first);
    await isPhoneFree(phone);
  });
});

describe('time limits of pairing', () => {
  test('an unreachable relay is reported within 12 s, and Retry works once it is back', async ({
    enter,
    phoneOf,
    relay,
  }) => {
    relay.refuse();
    const { page, dialog, forgiven } = await enter(timed);
    forgiven.push(CUT_OFF);
    await dialog.pick('Rainbow');
    await seen(dialog.status).toContainText('Creating your code');
    await page.clock.runFor(12_000);
    await seen(dialog.status).toContainText('Rainbow cannot be reached');

    await dialog.retry.click();
    await seen(dialog.status).toContainText('Creating your code');
    await page.clock.runFor(12_000);
    await seen(dialog.status).toContainText('Rainbow cannot be reached');

    relay.allow();
    const phone = await phoneOf();
    await dialog.retry.click();
    await phone.pair(await dialog.uri());
    await isSomebody({ dialog });
  });

  test('a new code replaces the first after five minutes', async ({ enter, phoneOf }) => {
    const { page, dialog } = await enter(timed);
    const phone = await phoneOf();
    await dialog.pick('Rainbow');
    const first = await dialog.uri();
    await page.clock.runFor(200_000);
    await seen(dialog.modal).toContainText(/New code in 1:\d\d/);
    expect(await dialog.uri()).toBe(first);
    await page.clock.runFor(100_000);
    await seen(dialog.status).toContainText('New code');
    await seen(dialog.modal).toContainText(/New code in [45]:\d\d/);
    const second = await dialog.uri();
    expect(second).not.toBe(first);

    await phone.pair(first).catch(() => {});
    await phone.pair(second);
    await isSomebody({ dialog });
    expect(acknowledgedSessions(phone).map(({ pairingTopic }) => pairingTopic)).toEqual([topicOf(second)]);
  });
});
