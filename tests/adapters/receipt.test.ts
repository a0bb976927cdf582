import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { WatchedTransaction } from '#machines/transaction';
import { nthTransactionHash } from '../samples/account';
import { waitUntil } from '../support/until.ts';
import { CONNECTED_ADDRESS, simulateBrowserForTest } from './browser';
import {
  answerEachRpcCallWith,
  createAccountNode,
  createReceipt,
  faultyReplies,
  type NodeResponder,
  parseRpcCalls,
  shortenPollingInterval,
  stubNode,
} from './node';

/* Tests how the page waits for results of transactions, at a simulated node. A page test has a real chain. */

const MINUTE = 60_000;
const HASH = nthTransactionHash(1);
const OTHER_HASH = nthTransactionHash(2);
const OTHER = '0x8617e340b3d01fa5f11f306f4090fd50e238070d';

let waitForTransactionOutcome: typeof import('#adapters/network/receipt').waitForTransactionOutcome;
let node: ReturnType<typeof createAccountNode>;
let line: NodeResponder;

beforeEach(async () => {
  simulateBrowserForTest();
  node = createAccountNode(CONNECTED_ADDRESS);
  line = node.answer;
  stubNode((init) => line(init));
  ({ waitForTransactionOutcome } = await import('#adapters/network/receipt'));
});

/** Starts to wait for a transaction. */
function watch(change: Partial<WatchedTransaction> = {}, known: Parameters<typeof waitForTransactionOutcome>[2] = {}) {
  const waiting = new AbortController();
  const watched = { address: CONNECTED_ADDRESS, chainId: 1, hash: HASH, confirmations: 1, ...change };
  // The promise may settle before a test awaits it.
  const outcome = waitForTransactionOutcome(watched, waiting.signal, known).catch((error: Error) => error);
  return { outcome, abort: () => waiting.abort() };
}
const countsTo = (times: number, method: string) =>
  waitUntil(() => expect(node.timesAsked(method)).toBeGreaterThanOrEqual(times));
/** Waits until the node has returned the transaction, because only then the page can notice its replacement. */
async function watchUntilSeen(...options: Parameters<typeof watch>) {
  const watching = watch(...options);
  await countsTo(1, 'eth_getTransactionByHash');
  return watching;
}
/** Checks that polling continues, and that `outcome` is pending. */
async function expectOpen(outcome: Promise<unknown>) {
  const ended = vi.fn();
  outcome.then(ended);
  await countsTo(node.timesAsked('eth_blockNumber') + 3, 'eth_blockNumber');
  expect(ended).not.toHaveBeenCalled();
}

describe('waiting for a transaction', () => {
  beforeEach(shortenPollingInterval);

  test.each([
    ['success', 'confirmed'],
    ['reverted', 'failed'],
  ] as const)('a transaction is pending until it is mined as %s, and is %s then', async (status, result) => {
    const { outcome } = await watchUntilSeen();
    await expectOpen(outcome);
    node.mined.set(HASH, status);
    expect(await outcome).toBe(result);
    expect(await watch({ hash: HASH.toUpperCase().replace('X', 'x') }).outcome).toBe(result);
  });

  test('a transaction is confirmed after the requested number of blocks', async () => {
    Object.assign(node, { isStill: true, height: 2 });
    node.mined.set(HASH, 'success');
    const { outcome } = watch({ confirmations: 3 });
    await countsTo(1, 'eth_getTransactionReceipt');
    await expectOpen(outcome);
    node.height = 3;
    expect(await outcome).toBe('confirmed');
  });

  test.each([
    ['repriced', 'success', 'confirmed', {}],
    ['repriced and reverted', 'reverted', 'failed', {}],
    ['replaced by one with another effect', 'success', 'failed', { to: OTHER }],
    ['cancelled', 'success', 'failed', { value: '0x0' }],
  ] as const)('a pending transaction that is %s, with status %s, counts as %s', async (_, status, result, change) => {
    const { outcome } = await watchUntilSeen();
    node.block = [node.transactionOf(OTHER_HASH, change)];
    node.mined.set(OTHER_HASH, status);
    expect(await outcome).toBe(result);
  });

  test('a wait for one transaction does not end when another transaction is mined', async () => {
    node.forgotten.add(HASH);
    node.mined.set(OTHER_HASH, 'success');
    node.used = 9;
    const { outcome, abort } = await watchUntilSeen();
    await expectOpen(outcome);
    abort();
    expect(await outcome).toBeInstanceOf(Error);
  });

  test.each([137, 5, 0, Number.NaN])(
    'waiting on the unsupported network %s fails without a request',
    async (chainId) => {
      expect(await watch({ chainId }).outcome).toEqual(new Error('This network is not used here.'));
      expect(node.asked).toEqual([]);
    },
  );
});

describe('the nonce of a transaction', () => {
  const nonce = 7;
  const passMinute = () => vi.advanceTimersByTimeAsync(MINUTE);
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));

  test('the nonce is reported while the transaction is pending, not with its receipt', async () => {
    node.nonces.set(HASH, '0x7');
    const onNonce = vi.fn();
    const { outcome } = watch({}, { onNonce });
    await passMinute();
    expect(onNonce.mock.calls).toEqual([[nonce]]);
    node.mined.set(HASH, 'success');
    await passMinute();
    const later = watch({}, { onNonce });
    await passMinute();
    expect([await outcome, await later.outcome]).toEqual(['confirmed', 'confirmed']);
    expect(onNonce).toHaveBeenCalledTimes(1);
  });

  test('an unknown transaction fails only after four reads show its nonce as used', async () => {
    node.forgotten.add(HASH);
    node.used = nonce;
    const ended = vi.fn();
    watch({}, { nonce }).outcome.then(ended);
    await passMinute();
    expect(node.timesAsked('eth_getTransactionCount')).toBeGreaterThan(6);
    expect(ended).not.toHaveBeenCalled();
    node.asked.splice(0);
    node.used = nonce + 1;
    await passMinute();
    expect(ended).toHaveBeenCalledExactlyOnceWith('failed');
    expect(node.timesAsked('eth_getTransactionCount')).toBe(4);
  });

  test('a transaction does not fail while the node cannot count used nonces', async () => {
    node.forgotten.add(HASH);
    node.used = nonce + 1;
    line = async (init) => {
      const response = await node.answer(init);
      const isCount = parseRpcCalls(init).some(({ method }) => method === 'eth_getTransactionCount');
      return isCount ? new Response(null, { status: 400 }) : response;
    };
    const { outcome, abort } = watch({}, { nonce });
    await passMinute();
    expect(node.timesAsked('eth_getTransactionCount')).toBeGreaterThan(6);
    abort();
    expect(await outcome).toBeInstanceOf(Error);
  });

  test('a transaction does not fail if the node knows it again after three reads', async () => {
    node.forgotten.add(HASH);
    node.used = nonce + 1;
    line = (init) => {
      if (node.timesAsked('eth_getTransactionCount') === 3) {
        node.forgotten.delete(HASH);
        node.mined.set(HASH, 'success');
      }
      return node.answer(init);
    };
    const { outcome } = watch({}, { nonce });
    await passMinute();
    expect(await outcome).toBe('confirmed');
    node.asked.splice(0);
    await passMinute();
    expect(node.asked).toEqual([]);
  });
});

test('an aborted wait rejects, and its requests end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  node.forgotten.add(HASH);
  const { outcome, abort } = watch();
  await vi.advanceTimersByTimeAsync(5 * MINUTE);
  // The page polls a transaction that is not mined, until the wait is aborted.
  expect(node.timesAsked('eth_getTransactionByHash')).toBeGreaterThan(3);
  abort();
  expect(await outcome).toBeInstanceOf(Error);
  node.asked.splice(0);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(node.asked).toEqual([]);
});

test('an aborted wait does not end another wait for the same transaction', async () => {
  await shortenPollingInterval();
  const [first, second] = [watch(), await watchUntilSeen()];
  first.abort();
  node.mined.set(HASH, 'success');
  expect(await second.outcome).toBe('confirmed');
});

describe('a wait that ends without a result', () => {
  const receipt = createReceipt(HASH, CONNECTED_ADDRESS);

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });

  /** Waits for a transaction, and aborts after 5 minutes, as the machine does. Returns how the wait ends. */
  async function ended() {
    const { outcome, abort } = watch();
    await vi.advanceTimersByTimeAsync(5 * MINUTE);
    abort();
    return outcome;
  }

  test.each<[string, NodeResponder]>([
    ...faultyReplies,
    ['a receipt without a status', answerEachRpcCallWith({ result: { ...receipt, status: undefined } })],
    ['a receipt of another status', answerEachRpcCallWith({ result: { ...receipt, status: '0x2' } })],
    ['another receipt', answerEachRpcCallWith({ result: { ...receipt, transactionHash: OTHER_HASH } })],
    ['a receipt of nothing', answerEachRpcCallWith({ result: { ...receipt, transactionHash: null } })],
  ])('a wait rejects if the node answers with %s, and a later wait succeeds', async (_, how) => {
    line = how;
    expect(await ended()).toBeInstanceOf(Error);
    line = answerEachRpcCallWith({ result: receipt });
    expect(await ended()).toBe('confirmed');
  });
});
