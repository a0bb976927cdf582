import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect } from 'vitest';
import { DEFAULT_ACCOUNT } from '../wallet/wallet.ts';
import { createRelayTest, type Phone, RELAY_ERROR_PATTERN } from './relaySite.ts';
import { deploySiteWithoutSignIn } from './sites.ts';
import { expectPage } from './visitor/expectPage.ts';
import { createRelaySilencer, interceptWalletConnectLibrary } from './visitor/network.ts';
import { say } from './visitor/say.ts';
import { formatShortAddress } from './visitor/viewer.ts';
import type { Visitor } from './visitor/visitor.ts';

/* The page and the simulated phones run the real WalletConnect libraries, with a local relay between them. */

const OTHER_ACCOUNT = privateKeyToAccount(`0x${'2'.repeat(64)}`);
const SITE = 'walletConnect';
const test = createRelayTest(SITE, deploySiteWithoutSignIn);

const topicOf = (uri: string) => /^wc:(\w+)@/.exec(uri)?.[1];

/** Returns the phone's sessions that the page has acknowledged. The page may have missed an approval. */
const listSharedSessions = (phone: Phone) => phone.sessions().filter(({ acknowledged }) => acknowledged);

/** Checks that no wallet is connected. */
async function expectNoWallet(visitor: Visitor) {
  await expectPage(visitor.modal).toBeHidden();
  await visitor.requests('account');
  await visitor.seesWallets('Rainbow');
  await visitor.connect.close.click();
  await expectPage(visitor.modal).toBeHidden();
}

const expectRainbowConnected = (visitor: Visitor) => visitor.entersAccount('Rainbow');

describe('connecting a wallet on a phone', () => {
  test('a wallet on a phone that scans the code and approves is connected', async ({ visit, phoneOf, relay }) => {
    const visitor = await visit();
    const phone = await phoneOf();
    await visitor.picks('Rainbow');
    await expectPage(visitor.connect.code).toHaveAccessibleName(say('code', 'Rainbow'));
    await expectPage(visitor.modal).toContainText(new RegExp(say('newIn', '[45]:\\d\\d')));
    await phone.pair(await visitor.copiesLink());
    await expectPage(visitor.modal).toBeHidden();
    await visitor.seesNoHash();
    await expectRainbowConnected(visitor);
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

  test('on plain http, a wallet on a phone connects by a code', async ({ visit, phoneOf }) => {
    const hideSecureFeatures = () => {
      for (const name of ['randomUUID', 'subtle']) Reflect.deleteProperty(Crypto.prototype, name);
      for (const name of ['locks', 'serviceWorker']) Reflect.deleteProperty(Navigator.prototype, name);
    };
    const visitor = await visit({ scripts: [hideSecureFeatures] });
    const phone = await phoneOf();
    await visitor.picks('Rainbow');
    await phone.pair(await visitor.copiesLink());
    await expectRainbowConnected(visitor);
  });

  test('closing the dialog before the phone has approved connects no wallet', async ({ visit, phoneOf, relay }) => {
    const entered = await visit();
    const phone = await phoneOf('hold');
    await entered.scansWith(phone);
    await expectPage.poll(() => phone.seen.proposals.length).toBe(1);
    relay.freeze();
    await phone.approve();
    await entered.connect.close.click();
    await expectPage(entered.connect.code).toBeHidden();
    relay.thaw();
    await expectNoWallet(entered);
    // The phone now connects by a new code. A late approval of the withdrawn code must not create a session.
    phone.answers.default = 'approve';
    await entered.requests('connect');
    await entered.picks('Rainbow');
    const uri = await entered.copiesLink();
    await phone.pair(uri);
    await expectRainbowConnected(entered);
    await expectPage
      .poll(() => listSharedSessions(phone).map(({ pairingTopic }) => pairingTopic))
      .toEqual([topicOf(uri)]);
  });

  test('closing the dialog withdraws the code of this tab, and no code of another tab', async ({ visit, phoneOf }) => {
    const visitor = await visit();
    const [lost, phone] = [await phoneOf(), await phoneOf('hold')];
    await visitor.picks('Rainbow');
    const uri = await visitor.copiesLink();
    const tab = await visitor.opensTab('/#connect');
    await tab.picks('Rainbow');
    const left = await tab.copiesLink();
    await tab.connect.close.click();
    await expectPage(tab.modal).toBeHidden();
    await lost.pair(left).catch(() => {});
    await phone.pair(uri);
    await phone.approve();
    await expectRainbowConnected(visitor);
    expect(listSharedSessions(lost)).toEqual([]);
    await expectPage.poll(() => listSharedSessions(phone)).toHaveLength(1);
  });
});

describe('a connected wallet on a phone', () => {
  test('after a reload, opening a dialog contacts the relay and detects an ended session', async ({
    visit,
    phoneOf,
  }) => {
    const entered = await visit();
    const phone = await phoneOf();
    await entered.connectsBy(phone);
    await entered.seesNoHash();
    await entered.reloads();
    await expectPage.poll(() => entered.isConnected()).toBe(true);
    await entered.seesNoDialog();
    expect([entered.lines, entered.foreign]).toEqual([[], []]);
    await expectRainbowConnected(entered);
    await expectPage.poll(() => entered.lines.length).toBe(1);
    expect(phone.seen.proposals).toHaveLength(1);

    // Deleting the library's database simulates that the WalletConnect session has ended.
    await entered.page.evaluate(
      () =>
        new Promise((done) =>
          Object.assign(indexedDB.deleteDatabase('WALLET_CONNECT_V2_INDEXED_DB'), { onsuccess: done, onblocked: done }),
        ),
    );
    await entered.page.goto('/');
    await expectPage.poll(() => entered.isConnected()).toBe(true);
    await entered.requests('account');
    await expectPage.poll(() => entered.isConnected()).toBe(false);
    await expectNoWallet(entered);
  });

  test('the page follows a phone that shares other accounts and networks', async ({ visit, phoneOf }) => {
    const entered = await visit();
    const { modal } = entered;
    const phone = await phoneOf();
    await entered.connectsBy(phone);
    await expectRainbowConnected(entered);
    const invalid: [string, unknown][] = [
      ['chainChanged', 'rubbish'],
      ['accountsChanged', [null]],
      ['accountsChanged', [7, {}]],
    ];
    for (const [name, data] of invalid) await phone.emit(name, data).catch(() => {});
    await phone.share([OTHER_ACCOUNT.address]);
    await expectPage(modal).toContainText(formatShortAddress(OTHER_ACCOUNT));
    await phone.share([DEFAULT_ACCOUNT.address], [137]);
    await expectPage(modal).toContainText(formatShortAddress(DEFAULT_ACCOUNT));
    await phone.disconnect();
    await expectPage(modal).toBeHidden();
    await entered.hears('news.disconnected');
    await expectNoWallet(entered);
  });
});

describe('faults between page, relay and phone', () => {
  test('a refusal by the relay is shown at once, and logged to the console', async ({ visit, relay }) => {
    relay.deny(401);
    const visitor = await visit();
    const warnings: string[] = [];
    visitor.page.on('console', (message) => warnings.push(message.text()));
    visitor.forgiven.push(
      /VITE_WALLETCONNECT_PROJECT_ID/,
      RELAY_ERROR_PATTERN,
      /the server responded with a status of 401/,
    );
    await visitor.picks('Rainbow');
    await visitor.hears('failure.refused.title');
    await expectPage
      .poll(() => warnings.filter((text) => text.includes('VITE_WALLETCONNECT_PROJECT_ID')))
      .toHaveLength(1);
    relay.allow();
    await visitor.connect.retry.click();
    await expectPage(visitor.connect.code).toBeVisible();
  });

  test('a pairing code from before a reload is withdrawn once a new code is shown', async ({ visit, phoneOf }) => {
    const entered = await visit();
    const { page } = entered;
    const [lost, phone] = [await phoneOf(), await phoneOf()];
    await entered.picks('Rainbow');
    const old = await entered.copiesLink();
    await page.reload();
    await entered.picks('Rainbow');
    const uri = await entered.copiesLink();
    await lost.pair(old).catch(() => {});
    await phone.pair(uri);
    await expectPage(entered.modal).toBeHidden();
    await expectRainbowConnected(entered);
    expect(listSharedSessions(lost)).toEqual([]);
    await expectPage.poll(() => listSharedSessions(phone)).toHaveLength(1);
  });

  test('a dead relay connection is reopened whenever the visitor returns', async ({ visit, phoneOf, relay }) => {
    let die!: () => void;
    const entered = await visit({
      before: async (page) => {
        die = await createRelaySilencer(page, relay);
      },
    });
    const returns = async () => {
      for (const value of ['hidden', 'visible'])
        await entered.page.evaluate((value) => {
          Object.defineProperty(document, 'visibilityState', { configurable: true, value });
          document.dispatchEvent(new Event('visibilitychange'));
        }, value);
    };
    const phone = await phoneOf('hold');
    await entered.scansWith(phone);
    await expectPage.poll(() => phone.seen.proposals.length).toBe(1);
    die();
    await phone.approve();
    await returns();
    await expectPage(entered.modal).toBeHidden();
    await expectRainbowConnected(entered);
    // Silences the new relay connection as well, which the page has opened after the return.
    die();
    await phone.share([DEFAULT_ACCOUNT.address, OTHER_ACCOUNT.address]);
    await phone.emit('accountsChanged', [OTHER_ACCOUNT.address]);
    await returns();
    await entered.entersAccount();
    await expectPage(entered.modal).toContainText(formatShortAddress(OTHER_ACCOUNT));
  });

  test('a pairing code is shown if the library loads late, or after Retry if it failed', async ({ visit }) => {
    let library!: Awaited<ReturnType<typeof interceptWalletConnectLibrary>>;
    const visitor = await visit({
      clock: true,
      before: async (page) => {
        library = await interceptWalletConnectLibrary(page, SITE);
      },
    });
    const { page, connect } = visitor;
    visitor.forgiven.push(RELAY_ERROR_PATTERN, /Failed to load|dynamically imported module/);
    library.hold();
    await visitor.picks('Rainbow');
    await expectPage.poll(library.isAwaited).toBe(true);
    await connect.back.click();
    await visitor.picks('MetaMask');
    await library.release();
    const code = await visitor.copiesLink();
    // The computer sleeps, so all overdue timers fire at once.
    await page.clock.fastForward(330_000);
    await expectPage.poll(() => visitor.copiesLink()).not.toBe(code);

    // Browsers never load a failed module again, so Retry must reload the page.
    library.hold();
    await page.reload();
    await page.evaluate(() => Object.assign(window, { old: true }));
    await visitor.picks('Rainbow');
    await expectPage.poll(library.isAwaited).toBe(true);
    await library.fail();
    await visitor.hears('failure.unreachable.title', 'Rainbow');
    await connect.retry.click();
    await page.waitForFunction(() => !('old' in window));
    await visitor.picks('Rainbow');
    await expectPage(connect.code).toBeVisible();
  });
});
