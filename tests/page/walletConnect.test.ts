import { describe, expect } from 'vitest';
import { ACCOUNT } from '../wallet/wallet.ts';
import { acknowledgedSessions, type Phone, RELAY_ERRORS, withRelay } from './relaySite.ts';
import { deploySiteWithoutSignIn } from './sites.ts';
import type { VisitOptions } from './visitor/fixtures.ts';
import { holdWalletConnectLibrary } from './visitor/network.ts';
import { say } from './visitor/say.ts';
import { seen } from './visitor/seen.ts';
import { shortAddress } from './visitor/viewer.ts';
import type { Visitor } from './visitor/visitor.ts';
import { OTHER_ACCOUNT } from './visitor/wallets.ts';

/* Page and phone run the real WalletConnect libraries, with a local relay between them. */

const SITE = 'walletConnect';
const test = withRelay(SITE, deploySiteWithoutSignIn);

const usual: VisitOptions = { again: 'usual' };
const timed: VisitOptions = { again: 'timed', clock: true };

const topicOf = (uri: string) => /^wc:(\w+)@/.exec(uri)?.[1];

/** Checks that no wallet is connected. */
async function isNobody(visitor: Visitor) {
  await seen(visitor.modal).toBeHidden();
  await visitor.requests('account');
  await visitor.seesWallets('Rainbow');
  await visitor.connect.close.click();
  await seen(visitor.modal).toBeHidden();
}

const isPhoneFree = (phone: Phone) => seen.poll(() => acknowledgedSessions(phone)).toHaveLength(0);

const isSomebody = (visitor: Visitor, name = 'Rainbow') => visitor.entersAccount(name);

describe('connecting a wallet on a phone', () => {
  for (const [name, app] of [
    ['Rainbow', 'Rainbow'],
    ['WalletConnect', 'your wallet app'],
  ] as const)
    test(`${name}: the phone scans the code, and approves`, async ({ visit, phoneOf, relay }) => {
      const visitor = await visit(usual);
      const phone = await phoneOf();
      await visitor.picks(name);
      await seen(visitor.connect.code).toHaveAccessibleName(say('code', app));
      await seen(visitor.modal).toContainText(new RegExp(say('newIn', '[45]:\\d\\d')));
      await phone.pair(await visitor.copiesLink());
      await seen(visitor.modal).toBeHidden();
      await visitor.isHome();
      await isSomebody(visitor, name);
      expect(phone.sessions()).toHaveLength(1);
      expect(visitor.sockets.map((url) => new URL(url).origin)).toEqual([relay.url]);

      const kept = await visitor.page.evaluate(async () => ({
        local: Object.keys(localStorage),
        session: Object.keys(sessionStorage),
        databases: (await indexedDB.databases()).map((database) => database.name),
      }));
      expect(kept.local.filter((key) => !key.startsWith('iaborrow.'))).toEqual([]);
      expect(kept.session).toEqual([]);
      expect(kept.databases).toEqual(['WALLET_CONNECT_V2_INDEXED_DB']);
    });

  test('on plain http, QR codes work, and a wallet that needs https says so', async ({ visit, phoneOf }) => {
    const visitor = await visit({
      before: (page) =>
        page.addInitScript(() => {
          for (const name of ['randomUUID', 'subtle']) Reflect.deleteProperty(Crypto.prototype, name);
          for (const name of ['locks', 'serviceWorker']) Reflect.deleteProperty(Navigator.prototype, name);
        }),
    });
    await visitor.picks('Coinbase Smart Wallet');
    await visitor.hears('failure.insecure.title', 'Coinbase Smart Wallet');
    await visitor.hears('failure.insecure.text');
    await seen(visitor.connect.retry).toBeHidden();
    const phone = await phoneOf();
    await visitor.picks('Rainbow');
    await phone.pair(await visitor.copiesLink());
    await isSomebody(visitor);
  });

  test('a phone that declined can scan another code, and connect', async ({ visit, phoneOf }) => {
    const visitor = await visit(usual);
    const phone = await phoneOf('reject');
    await visitor.picks('Rainbow');
    const first = await visitor.copiesLink();
    await phone.pair(first);
    await visitor.hears('failure.rejected.title');
    await seen(visitor.connect.code).toBeHidden();

    phone.answers.default = 'approve';
    await visitor.connect.retry.click();
    const second = await visitor.copiesLink();
    expect(second).not.toBe(first);
    await phone.pair(second);
    await isSomebody(visitor);
    expect(phone.sessions()).toHaveLength(1);
  });

  for (const code of [5000, 5003])
    test(`a rejection with the code ${code} and other words counts as declined`, async ({ visit, phoneOf }) => {
      const visitor = await visit(usual);
      const phone = await phoneOf('reject');
      phone.refusal = { code, message: 'Reject Session' };
      await visitor.scansWith(phone);
      await visitor.hears('failure.rejected.title');
    });

  for (const way of ['back', 'close'] as const) {
    const leave = async (visitor: Visitor) => {
      await visitor.connect[way].click();
      await seen(visitor.connect.code).toBeHidden();
      if (way === 'back') await visitor.connect.close.click();
    };
    /** Connects again. Late answers to earlier requests arrive before the new ones. */
    const connectsAnew = async (entered: Visitor, phone: Phone) => {
      await isNobody(entered);
      phone.answers.default = 'approve';
      await entered.requests('connect');
      await entered.picks('Rainbow');
      const uri = await entered.copiesLink();
      await phone.pair(uri);
      await seen(entered.modal).toBeHidden();
      await entered.isHome();
      await isSomebody(entered);
      await seen
        .poll(() => acknowledgedSessions(phone).map(({ pairingTopic }) => pairingTopic))
        .toEqual([topicOf(uri)]);
    };

    test(`${way}, then the phone approves: no wallet is connected`, async ({ visit, phoneOf }) => {
      const entered = await visit(usual);
      const phone = await phoneOf('hold');
      await entered.scansWith(phone);
      await seen.poll(() => phone.seen.proposals.length).toBe(1);
      await leave(entered);
      // The phone may know already that the request has expired.
      await phone.approve().catch(() => {});
      await connectsAnew(entered, phone);
    });

    test(`${way} while the approval is under way: no wallet is connected`, async ({ visit, phoneOf, relay }) => {
      const entered = await visit(usual);
      const phone = await phoneOf('hold');
      await entered.scansWith(phone);
      await seen.poll(() => phone.seen.proposals.length).toBe(1);
      relay.freeze();
      await phone.approve();
      await leave(entered);
      relay.thaw();
      await connectsAnew(entered, phone);
    });
  }

  test('picking another wallet shows another code, and the first code no longer works', async ({ visit, phoneOf }) => {
    const visitor = await visit(usual);
    const [first, second] = [await phoneOf(), await phoneOf()];
    await visitor.picks('Rainbow');
    const old = await visitor.copiesLink();
    await visitor.picks('MetaMask');
    await seen(visitor.connect.code).toHaveAccessibleName(say('code', 'MetaMask'));
    const uri = await visitor.copiesLink();
    expect(uri).not.toBe(old);
    // The relay has stored the request, and the message that withdraws it.
    await first.pair(old).catch(() => {});
    await seen(visitor.connect.code).toHaveAccessibleName(say('code', 'MetaMask'));
    expect(await visitor.copiesLink()).toBe(uri);
    await second.pair(uri);
    await isSomebody(visitor, 'MetaMask');
    expect(acknowledgedSessions(first)).toEqual([]);
    await seen.poll(() => acknowledgedSessions(second)).toHaveLength(1);
  });

  test('closing the dialog withdraws the code of this tab, but not that of another tab', async ({ visit, phoneOf }) => {
    const visitor = await visit(usual);
    const [lost, phone] = [await phoneOf(), await phoneOf('hold')];
    await visitor.picks('Rainbow');
    const uri = await visitor.copiesLink();
    const tab = await visitor.opensTab('/#connect');
    await tab.picks('Rainbow');
    const left = await tab.copiesLink();
    await tab.connect.close.click();
    await seen(tab.modal).toBeHidden();
    await lost.pair(left).catch(() => {});
    await phone.pair(uri);
    await phone.approve();
    await isSomebody(visitor);
    expect(acknowledgedSessions(lost)).toEqual([]);
    await seen.poll(() => acknowledgedSessions(phone)).toHaveLength(1);
  });
});

describe('a connected wallet on a phone', () => {
  test('a phone reconnects after a reload without the relay, and is told of Disconnect', async ({
    visit,
    phoneOf,
    relay,
  }) => {
    const entered = await visit(usual);
    const { page } = entered;
    const phone = await phoneOf();
    await entered.connectsBy(phone);
    await page.goto('/#account');
    await page.reload();
    await isSomebody(entered);
    expect(phone.sessions()).toHaveLength(1);

    entered.forgiven.push(RELAY_ERRORS);
    relay.refuse();
    const library = await holdWalletConnectLibrary(page, SITE);
    library.hold();
    await page.reload();
    await isSomebody(entered);
    relay.allow();

    // The page has not reconnected to the phone yet.
    await entered.account.leave.click();
    await library.release();
    await seen.poll(phone.sessions).toEqual([]);
    await entered.hears('news.disconnected');
    await isNobody(entered);
  });

  test('after a reload a phone is connected, and the relay is contacted by a dialog only', async ({
    visit,
    phoneOf,
  }) => {
    const entered = await visit(usual);
    const phone = await phoneOf();
    await entered.connectsBy(phone);
    await entered.isHome();
    await entered.reloads();
    await seen.poll(() => entered.isConnected()).toBe(true);
    await entered.seesNoDialog();
    expect([entered.lines, entered.foreign]).toEqual([[], []]);
    await isSomebody(entered);
    await seen.poll(() => entered.lines.length).toBe(1);
    expect(phone.seen.proposals).toHaveLength(1);
  });

  test('a session that the phone has ended is disconnected when a dialog opens', async ({ visit, phoneOf }) => {
    const entered = await visit(usual);
    const { page } = entered;
    const phone = await phoneOf();
    await entered.connectsBy(phone);
    await entered.isHome();
    // Deleting the page's stored session has the same effect as a session that ended.
    await page.evaluate(
      () =>
        new Promise((done) =>
          Object.assign(indexedDB.deleteDatabase('WALLET_CONNECT_V2_INDEXED_DB'), { onsuccess: done, onblocked: done }),
        ),
    );
    await page.reload();
    await seen.poll(() => entered.isConnected()).toBe(true);
    await entered.requests('account');
    await seen.poll(() => entered.isConnected()).toBe(false);
    await isNobody(entered);
  });

  test('a phone that ends the session disconnects the wallet on the page', async ({ visit, phoneOf }) => {
    const entered = await visit(usual);
    const phone = await phoneOf();
    await entered.connectsBy(phone);
    await entered.hears('news.connected');
    await isSomebody(entered);
    await phone.disconnect();
    await seen(entered.modal).toBeHidden();
    await entered.hears('news.disconnected');
    await isNobody(entered);
  });

  test('the page follows a phone that shares another account, another network, and none', async ({
    visit,
    phoneOf,
  }) => {
    const entered = await visit(usual);
    const { modal } = entered;
    const phone = await phoneOf();
    await entered.connectsBy(phone);
    await isSomebody(entered);
    await phone.share([OTHER_ACCOUNT.address]);
    await seen(modal).toContainText(shortAddress(OTHER_ACCOUNT));
    await phone.share([ACCOUNT.address], [137]);
    await seen(modal).toContainText(shortAddress(ACCOUNT));
    await phone.share([]);
    await seen(modal).toBeHidden();
    await entered.hears('news.disconnected');
    await isNobody(entered);
  });

  test('a phone is connected in two tabs, and Disconnect in one applies to both', async ({ visit, phoneOf }) => {
    const entered = await visit(usual);
    const phone = await phoneOf();
    await entered.connectsBy(phone);
    const tab = await entered.opensTab('/#account');
    await isSomebody(tab);
    await isSomebody(entered);
    await tab.account.leave.click();
    await seen.poll(phone.sessions).toEqual([]);
    await seen(entered.modal).toBeHidden();
    await isNobody(entered);
    await isNobody(tab);
  });

  test('disconnecting while the relay is unreachable leaves no session', async ({ visit, phoneOf, relay, cutOff }) => {
    const visitor = await visit(usual);
    const phone = await phoneOf();
    await visitor.picks('Rainbow');
    const first = await visitor.copiesLink();
    await phone.pair(first);
    await isSomebody(visitor);
    await cutOff(visitor);
    await visitor.disconnects();
    relay.allow();
    await visitor.requests('connect');
    await visitor.picks('MetaMask');
    // The session of another wallet must not connect this one, so the page shows a new code.
    expect(await visitor.copiesLink()).not.toBe(first);
    await isPhoneFree(phone);
  });
});

describe('time limits of pairing', () => {
  test('an unreachable relay is reported within 12 s, and Retry works once it is back', async ({
    visit,
    phoneOf,
    relay,
  }) => {
    relay.refuse();
    const visitor = await visit(timed);
    const { connect } = visitor;
    visitor.forgiven.push(RELAY_ERRORS);
    await visitor.picks('Rainbow');
    await seen(connect.status).toContainText(say('preparing.title'));
    await visitor.page.clock.runFor(12_000);
    await visitor.hears('failure.unreachable.title', 'Rainbow');

    await connect.retry.click();
    await seen(connect.status).toContainText(say('preparing.title'));
    await visitor.page.clock.runFor(12_000);
    await visitor.hears('failure.unreachable.title', 'Rainbow');

    relay.allow();
    const phone = await phoneOf();
    await connect.retry.click();
    await phone.pair(await visitor.copiesLink());
    await isSomebody(visitor);
  });

  test('another code replaces the first one after five minutes', async ({ visit, phoneOf }) => {
    const visitor = await visit(timed);
    const phone = await phoneOf();
    await visitor.picks('Rainbow');
    const first = await visitor.copiesLink();
    await visitor.page.clock.runFor(200_000);
    await seen(visitor.modal).toContainText(new RegExp(say('newIn', '1:\\d\\d')));
    expect(await visitor.copiesLink()).toBe(first);
    await visitor.page.clock.runFor(100_000);
    await visitor.hears('newCode');
    await seen(visitor.modal).toContainText(new RegExp(say('newIn', '[45]:\\d\\d')));
    const second = await visitor.copiesLink();
    expect(second).not.toBe(first);

    await phone.pair(first).catch(() => {});
    await phone.pair(second);
    await isSomebody(visitor);
    expect(acknowledgedSessions(phone).map(({ pairingTopic }) => pairingTopic)).toEqual([topicOf(second)]);
  });
});
