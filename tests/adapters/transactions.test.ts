import { numberToHex } from 'viem';
import { beforeEach, expect, test, vi } from 'vitest';
import { type AnyActorRef, SimulatedClock } from 'xstate';
import { serializeRecord } from '#domain/records';
import type { SentTransaction, Transaction } from '#domain/transaction';
import { nthTransaction, nthTransactionHash } from '../samples/account';
import { childrenOf } from '../samples/session';
import { waitForEventLoopTurn } from '../support/gate.ts';
import { waitUntil } from '../support/until.ts';
import { type simulateBrowser, simulateBrowserForTest } from './browser';
import { startConnectedWallet } from './claims';
import { createAccountNode, shortenPollingInterval, stubNode } from './node';

/* Tests an account's transactions, which all open tabs share in storage. The node is simulated. */

const ME = '0x52908400098527886E0F7030069857D2E4169EE7';
const OTHER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const me = ME.toLowerCase();
const other = OTHER.toLowerCase();

const nthOf = (hash: string) => Number(hash.slice(2));

let browser: ReturnType<typeof simulateBrowser>;
let node: ReturnType<typeof createAccountNode>;

beforeEach(() => {
  browser = simulateBrowserForTest();
  node = createAccountNode(ME);
  stubNode(node.answer);
});
const mine = (nth: number, status: 'success' | 'reverted' = 'success') =>
  node.mined.set(nthTransactionHash(nth), status);
/** The numbers of the transactions whose receipts the page has requested. */
const asked = () =>
  node.asked
    .filter(({ method }) => method === 'eth_getTransactionReceipt')
    .map(({ params }) => nthOf(params?.[0] ?? ''));
const balances = () => node.timesAsked('eth_getBalance');
const untilTrue = (holds: () => unknown) => waitUntil(() => holds() || expect.fail(`It never came to this: ${holds}`));

/** Checks that the page polls only the nth transaction. */
async function onlyAsked(nth: number) {
  await waitForEventLoopTurn();
  node.asked.splice(0);
  await untilTrue(() => asked().length > 3);
  expect(new Set(asked())).toEqual(new Set([nth]));
}

async function visit() {
  vi.resetModules();
  const { addTransaction } = await import('#adapters/network/transactions');
  await shortenPollingInterval();
  const clock = new SimulatedClock();
  const { actor, fox, stop } = await startConnectedWallet(browser, undefined, {}, clock);
  const status = () => actor.getSnapshot();
  await untilTrue(() => status().matches('connected'));
  const context = () => status().children.transactions?.getSnapshot().context;
  const list = () => context()?.list ?? [];
  return {
    actor,
    stop,
    clock,
    fox,
    add: (nth: number, change: Partial<SentTransaction> = {}) =>
      addTransaction({ hash: nthTransactionHash(nth), description: `Supply ${nth} SOL`, ...change }),
    list,
    /** Lists the transactions with their status, such as '3 pending'. */
    stand: () => list().map(({ hash, status }) => `${nthOf(hash)} ${status}`),
    watched: () => (context()?.watched ?? []).map((name) => nthOf(name.split(' ')[2] ?? '')),
    goTo: async (address: string) => {
      fox.say('accountsChanged', [address]);
      await untilTrue(() => status().context.connection?.address === address);
    },
    confirm: async (nth: number) => {
      mine(nth);
      await untilTrue(() =>
        list().some(({ hash, status }) => hash === nthTransactionHash(nth) && status === 'confirmed'),
      );
    },
  };
}

type Kept = Record<string, Record<number, Transaction[]>>;
const kept = () => browser.kept('transactions') as Kept | null;
const keep = (book: Kept) => browser.write('transactions', serializeRecord(book));
const pending = () => browser.marked('data-pending');

test('a new transaction is listed first, once, and stored by account and network', async () => {
  const { add, list, watched } = await visit();
  for (const nth of [1, 2, 3, 3]) add(nth);
  expect(list()).toEqual([nthTransaction(3), nthTransaction(2), nthTransaction(1)]);
  expect(kept()).toEqual({ [me]: { 1: [nthTransaction(3), nthTransaction(2), nthTransaction(1)] } });
  expect(watched()).toEqual([3, 2, 1]);
  expect(browser.writes('transactions')).toBe(3);
  expect(() => add(4, { hash: '0x12' })).toThrow('Invalid transaction hash');
  expect(list()).toHaveLength(3);
});

test('adding a transaction throws "No address or chain ID found" without a wallet', async () => {
  const { add, fox, actor } = await visit();
  const sentence = expect.objectContaining({ name: 'NoAccountError', message: 'No address or chain ID found' });
  fox.say('accountsChanged', []);
  await untilTrue(() => actor.getSnapshot().matches('disconnected'));
  expect(() => add(1)).toThrow(sentence);
  expect(kept()).toBeNull();
});

test('adding a transaction throws on a site whose list of transactions is off', async () => {
  vi.stubEnv('VITE_TRANSACTIONS', 'off');
  keep({ [me]: { 1: [nthTransaction(1)] } });
  const { add, list, watched } = await visit();
  expect(() => add(2)).toThrow(expect.objectContaining({ name: 'TransactionsOffError' }));
  expect([list(), watched(), pending()]).toEqual([[], [], false]);
});

test("in Safe's frame, a transaction has the result of the transaction executing it", async () => {
  const { actor, fox, add, list } = await visit();
  const { getCurrentConnector } = await import('#adapters/wallets/connection');
  Object.assign(getCurrentConnector(actor.system)!, { type: 'safe' });
  node.forgotten.add(nthTransactionHash(1));
  mine(2);
  fox.answers.wallet_getCallsStatus = { status: 200, receipts: [{ transactionHash: nthTransactionHash(2) }] };
  add(1);
  await untilTrue(() => list()[0]!.status === 'confirmed');
  expect(list()).toEqual([{ ...nthTransaction(1), status: 'confirmed' }]);
});

test('stores the result of one transaction, and goes on watching the others', async () => {
  const { add, list, watched } = await visit();
  add(1);
  add(2);
  await untilTrue(() => asked().includes(1) && asked().includes(2));
  expect(list()[1]).toEqual(nthTransaction(1));
  mine(1, 'reverted');
  await untilTrue(() => list()[1]?.status !== 'pending');
  expect(list()).toEqual([nthTransaction(2), nthTransaction(1, 'failed')]);
  expect(kept()?.[me]?.[1]).toEqual(list());
  expect(watched()).toEqual([2]);
  await onlyAsked(2);
});

test('the balance is read again after a transaction is confirmed or fails', async () => {
  const { actor, add, confirm } = await visit();
  const balance = () => childrenOf(actor.getSnapshot()).account?.getSnapshot().context.profile.balance;
  actor.send({ type: 'dialog.request', phone: false });
  await untilTrue(() => balance()?.is === 'known');
  expect(balances()).toBe(1);
  add(1);
  await untilTrue(() => balances() === 2);
  await confirm(1);
  await untilTrue(() => balances() === 3);
  childrenOf(actor.getSnapshot()).account!.send({ type: 'close' });
  add(2);
  await untilTrue(() => asked().includes(2));
  expect(balances()).toBe(3);
});

test('Clear removes all transactions of this account on this network', async () => {
  keep({
    [other]: { 1: [nthTransaction(5)] },
    [me]: { 10: [nthTransaction(6)], 1: [nthTransaction(3), nthTransaction(2, 'failed'), nthTransaction(1)] },
  });
  const { actor, add, list, watched } = await visit();
  await untilTrue(() => asked().length > 0);
  actor.getSnapshot().children.transactions?.send({ type: 'clear' });
  await untilTrue(() => !list().length);
  expect([watched(), pending()]).toEqual([[], false]);
  expect(kept()).toEqual({ [me]: { 10: [nthTransaction(6)], 1: [] }, [other]: { 1: [nthTransaction(5)] } });
  add(9);
  await onlyAsked(9);
});

test('<html> is marked only if the current account has pending transactions', async () => {
  keep({ [me]: { 1: [nthTransaction(2, 'confirmed')], 10: [nthTransaction(6)] } });
  const { actor, add, goTo, fox } = await visit();
  expect(pending()).toBe(false);
  add(1);
  expect(pending()).toBe(true);
  await goTo(OTHER);
  expect(pending()).toBe(false);
  await goTo(ME);
  expect(pending()).toBe(true);
  mine(1);
  await untilTrue(() => !pending());
  fox.say('chainChanged', numberToHex(10));
  await untilTrue(() => pending());
  fox.say('accountsChanged', []);
  await untilTrue(() => actor.getSnapshot().matches('disconnected'));
  expect(pending()).toBe(false);
  expect(kept()?.[me]?.[10]).toEqual([nthTransaction(6)]);
});

test('a pending transaction is watched again when the page comes online', async () => {
  const { actor, add, clock, confirm } = await visit();
  add(1);
  await untilTrue(() => asked().length > 0);
  clock.increment(5 * 60_000);
  const watches: Record<string, AnyActorRef | undefined> = actor
    .getSnapshot()
    .children.transactions!.getSnapshot().children;
  expect(Object.values(watches).map((watch) => watch?.getSnapshot().value)).toContain('resting');
  expect(pending()).toBe(true);
  node.asked.splice(0);
  dispatchEvent(new Event('online'));
  await untilTrue(() => asked().includes(1));
  await confirm(1);
});

// tests/domain/transactions.test.ts checks that the lists of two tabs become equal in general.
test('a transaction that another tab has overwritten in storage is stored again, once', async () => {
  const { add, stand } = await visit();
  add(1);
  keep({ [me]: { 1: [nthTransaction(2)] } });
  for (let i = 0; i < 3; i++) browser.hear('transactions');
  expect(stand()).toEqual(['1 pending', '2 pending']);
  expect(kept()?.[me]?.[1]).toHaveLength(2);
  expect(browser.writes('transactions')).toBe(2);
});

test('a list that the user has deleted from storage stays deleted', async () => {
  const { add, stand } = await visit();
  add(1);
  keep({});
  browser.hear('transactions');
  expect([stand(), kept()]).toEqual([[], {}]);
});

test('on the next visit, a replaced transaction fails, because its nonce is stored', async () => {
  node.nonces.set(nthTransactionHash(1), '0x7');
  const { stop, add } = await visit();
  add(1);
  await untilTrue(() => kept()?.[me]?.[1]?.[0]?.nonce === 7);
  stop();
  node.forgotten.add(nthTransactionHash(1));
  node.used = 8;
  const next = await visit();
  await untilTrue(() => next.stand()[0] === '1 failed');
  expect(kept()?.[me]?.[1]).toEqual([nthTransaction(1, 'failed')]);
});
