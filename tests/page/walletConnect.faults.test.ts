import { expect } from 'vitest';
import { DEFAULT_ACCOUNT } from '../wallet/wallet.ts';
import { createRelayTest, listSharedSessions, RELAY_ERROR_PATTERN } from './relaySite.ts';
import { deploySiteWithoutSignIn } from './sites.ts';
import { expectPage } from './visitor/expectPage.ts';
import { holdWalletConnectLibrary, killRelayConnections } from './visitor/network.ts';
import { formatShortAddress } from './visitor/viewer.ts';
import type { Visitor } from './visitor/visitor.ts';
import { OTHER_ACCOUNT } from './visitor/wallets.ts';

/* Tests faults between page, relay and phone, with the real libraries on both sides. */

const SITE = 'walletConnect-faults';
const test = createRelayTest(SITE, deploySiteWithoutSignIn);

async function showsAccount(visitor: Visitor, account = DEFAULT_ACCOUNT) {
  await visitor.entersAccount();
  await expectPage(visitor.modal).toContainText(formatShortAddress(account));
}

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
  await showsAccount(entered);
  expect(listSharedSessions(lost)).toEqual([]);
  await expectPage.poll(() => listSharedSessions(phone)).toHaveLength(1);
});

test('a dead relay connection is reopened whenever the visitor returns', async ({ visit, phoneOf, relay }) => {
  let die!: () => void;
  const entered = await visit({
    before: async (page) => {
      die = await killRelayConnections(page, relay);
    },
  });
  const returns = async () => {
    await entered.setsVisibility('hidden');
    await entered.setsVisibility('visible');
  };
  const phone = await phoneOf('hold');
  await entered.scansWith(phone);
  await expectPage.poll(() => phone.seen.proposals.length).toBe(1);
  die();
  await phone.approve();
  await returns();
  await expectPage(entered.modal).toBeHidden();
  await showsAccount(entered);
  // This connection belongs to the session, and stops answering as well.
  die();
  await phone.share([DEFAULT_ACCOUNT.address, OTHER_ACCOUNT.address]);
  await phone.emit('accountsChanged', [OTHER_ACCOUNT.address]);
  await returns();
  await showsAccount(entered, OTHER_ACCOUNT);
});

test('a late, an expired and a missing code are replaced', async ({ visit }) => {
  let library!: Awaited<ReturnType<typeof holdWalletConnectLibrary>>;
  const visitor = await visit({
    clock: true,
    before: async (page) => {
      library = await holdWalletConnectLibrary(page, SITE);
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

  // Browsers don't load a failed module again, so the second attempt reloads the page.
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
