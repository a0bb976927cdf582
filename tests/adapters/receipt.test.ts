import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { WatchedTransaction } from '#machines/transaction';
import {
  fundedAccount,
  pauseMining,
  replaceTransaction,
  sendRevertingTransaction,
  sendWei,
  startChain,
} from '../support/chain.ts';
import { waitUntil } from '../support/until.ts';
import { removeSimulatedBrowser, simulateBrowser } from './browser';
import {
  answerEachRpcCallWith,
  answerRpcCallsWith,
  createReceipt,
  faultyReplies,
  forwardRequestsTo,
  type NodeResponder,
  parseRpcCalls,
  rejectRequest,
  stubNode,
} from './node';

/* Tests results of transactions on a local chain. Requests can be made to fail. */

const MINUTE = 60_000;
const alice = fundedAccount(1);
const NOWHERE = `0x${'9'.repeat(64)}`;

/** Answers like a node whose chain grows, and which knows no transaction. */
function growing(): NodeResponder {
  let height = 0;
  return (init) => {
    height += 1;
    return answerRpcCallsWith(({ method }) => ({
      result: method === 'eth_blockNumber' ? `0x${height.toString(16)}` : null,
    }))(init);
  };
}

let chain: Awaited<ReturnType<typeof startChain>>;
let waitForOutcome: typeof import('#adapters/network/receipt').waitForOutcome;
let resume: () => Promise<void>;
let asked: string[];
let line: NodeResponder;

beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain.stop());

beforeEach(async () => {
  resume = await pauseMining(chain.client);
  vi.resetModules();
  simulateBrowser();
  asked = [];
  line = forwardRequestsTo(chain.url);
  stubNode(async (init) => {
    const response = await line(init);
    asked.push(...parseRpcCalls(init).map(({ method }) => method));
    return response;
  });
  ({ waitForOutcome } = await import('#adapters/network/receipt'));
});
afterEach(async () => {
  vi.useRealTimers();
  await resume();
  removeSimulatedBrowser();
});

/** Polls fast, because local blocks are mined at once. */
async function hurry() {
  const { wagmiConfig: config } = await import('#adapters/wallets/config');
  Object.assign(config.getClient({ chainId: 1 }), { pollingInterval: 20 });
}

/** Starts to wait for a transaction. A replacement is noticed only by a watch that has seen the transaction. */
function watch(
  hash: string,
  change: Partial<WatchedTransaction> = {},
  known: Parameters<typeof waitForOutcome>[2] = {},
) {
  const waiting = new AbortController();
  const watched = { address: alice.address, chainId: 1, hash, confirmations: 1, ...change };
  const ended = waitForOutcome(watched, waiting.signal, known);
  // The promise may settle before a test awaits it.
  const outcome = ended.catch((error: Error) => error);
  return { outcome, abort: () => waiting.abort() };
}
const seen = () => waitUntil(() => expect(asked).toContain('eth_getTransactionByHash'));
/** Sends a transaction, and waits for its outcome. Resolves once the page knows the transaction. */
async function watchSent(send = sendWei, change?: Partial<WatchedTransaction>) {
  const hash = await send(chain.client, alice);
  const waiting = watch(hash, change);
  await seen();
  return { hash, ...waiting };
}

/** Checks that polling continues, and that `outcome` is pending. */
async function expectOpen(outcome: Promise<unknown>) {
  let open = true;
  outcome.then(() => {
    open = false;
  });
  const rounds = () => asked.filter((method) => method === 'eth_blockNumber').length;
  const before = rounds();
  // The third request starts after the answer to the second, which was sent after this call.
  await waitUntil(() => expect(!open || rounds() >= before + 3).toBe(true));
  expect(open).toBe(true);
}
const block = (blocks = 1) => chain.client.mine({ blocks });

describe('waiting for a transaction', () => {
  beforeEach(hurry);

  test('a successful transaction is confirmed only after it is mined', async () => {
    const { outcome } = await watchSent();
    await expectOpen(outcome);
    await block();
    expect(await outcome).toBe('confirmed');
  });

  test.each([
    ['at once', (hash: string) => hash],
    ['whatever the case of its hash', (hash: string) => hash.toUpperCase().replace('X', 'x')],
  ])('a transaction that was mined earlier is confirmed %s', async (_, written) => {
    const hash = await sendWei(chain.client, alice);
    await block();
    expect(await watch(written(hash)).outcome).toBe('confirmed');
  });

  test('a transaction is confirmed after the requested number of blocks', async () => {
    const { outcome } = await watchSent(sendWei, { confirmations: 3 });
    asked.splice(0);
    await block(2);
    await waitUntil(() => expect(asked).toContain('eth_getTransactionReceipt'));
    await expectOpen(outcome);
    await block();
    expect(await outcome).toBe('confirmed');
  });

  test('a reverted transaction has failed, also if it was mined before', async () => {
    const { hash, outcome } = await watchSent(sendRevertingTransaction);
    await block();
    expect([await outcome, await watch(hash).outcome]).toEqual(['failed', 'failed']);
  });

  test.each([
    ['repriced', 'confirmed', 'A replacement with the same effect confirms'],
    ['replaced', 'failed', 'another effect is another transaction'],
    ['cancelled', 'failed', 'a cancellation fails'],
  ] as const)('a transaction that is %s has the result %s: %s', async (reason, expected, _) => {
    const { hash, outcome } = await watchSent();
    await replaceTransaction(chain.client, hash, reason);
    await block();
    expect(await outcome).toBe(expected);
  });

  test('a transaction that is repriced and then reverted has failed', async () => {
    const { hash, outcome } = await watchSent(sendRevertingTransaction);
    const { from, to, nonce, input, maxFeePerGas, maxPriorityFeePerGas } = await chain.client.getTransaction({ hash });
    await chain.client.sendTransaction({
      ...{ account: from, to, nonce, data: input, gas: 100_000n },
      maxFeePerGas: 2n * maxFeePerGas!,
      maxPriorityFeePerGas: 2n * maxPriorityFeePerGas!,
    });
    await block();
    expect(await outcome).toBe('failed');
  });

  test('a wait for one transaction does not end when another transaction is mined', async () => {
    const { outcome, abort } = watch(NOWHERE);
    await seen();
    for (let i = 0; i < 3; i++) await block();
    await expectOpen(outcome);
    abort();
    expect(await outcome).toBeInstanceOf(Error);
  });

  test.each([137, 5, 0, Number.NaN])(
    'no request is sent for a transaction on an unsupported network: %s',
    async (chainId) => {
      const { outcome } = watch(NOWHERE, { chainId });
      expect(await outcome).toEqual(new Error('This network is not used here.'));
      expect(asked).toEqual([]);
    },
  );
});

describe('a transaction that is replaced while no page watches it', () => {
  beforeEach(hurry);

  /** Sends a transaction. Returns it with the nonce that an earlier watch reported. */
  async function watched() {
    const count = await chain.client.getTransactionCount({ address: alice.address });
    const hash = await sendWei(chain.client, alice);
    const nonces: number[] = [];
    const { outcome, abort } = watch(hash, {}, { onNonce: (nonce) => nonces.push(nonce) });
    await waitUntil(() => expect(nonces).toEqual([count]));
    abort();
    await outcome;
    asked.splice(0);
    return { hash, nonce: nonces[0]! };
  }

  /** Waits until the node was asked so many `times` for the number of used nonces. */
  const looksAt = (times: number) =>
    waitUntil(() =>
      expect(asked.filter((method) => method === 'eth_getTransactionCount').length).toBeGreaterThanOrEqual(times),
    );

  test('no NaN is reported as the nonce of a transaction whose receipt has no nonce', async () => {
    const hash = await sendWei(chain.client, alice);
    await block();
    const nonces: number[] = [];
    expect(await watch(hash, {}, { onNonce: (nonce) => nonces.push(nonce) }).outcome).toBe('confirmed');
    expect(nonces.filter(Number.isNaN)).toEqual([]);
  });

  test('an unknown transaction stays pending until its nonce is used', async () => {
    const { hash, nonce } = await watched();
    await chain.client.dropTransaction({ hash });
    const { outcome } = watch(hash, {}, { nonce });
    await looksAt(6);
    await expectOpen(outcome);
    await chain.client.sendTransaction({ account: alice.address, to: alice.address, value: 2n });
    await block();
    expect(await outcome).toBe('failed');
  });

  test('an unknown transaction stays pending while the node cannot read the nonce', async () => {
    const { hash, nonce } = await watched();
    await replaceTransaction(chain.client, hash, 'replaced');
    await block();
    line = async (init) => {
      if (parseRpcCalls(init).some(({ method }) => method === 'eth_getTransactionCount'))
        return new Response(null, { status: 400 });
      return forwardRequestsTo(chain.url)(init);
    };
    const { outcome, abort } = watch(hash, {}, { nonce });
    await looksAt(6);
    await expectOpen(outcome);
    abort();
    await outcome;
  });

  test('a transaction is confirmed by a node that was behind other nodes', async () => {
    const { hash, nonce } = await watched();
    await block();
    const methods = ['eth_getTransactionByHash', 'eth_getTransactionReceipt'];
    let looks = 0;
    line = async (init) => {
      const questions = parseRpcCalls(init);
      if (questions.some(({ method }) => method === 'eth_getTransactionCount')) looks += 1;
      const answers = [await (await forwardRequestsTo(chain.url)(init)).json()].flat() as { id: number }[];
      const isLate = (id: number) => looks < 3 && methods.includes(questions.find((one) => one.id === id)!.method);
      return Response.json(answers.map((one) => (isLate(one.id) ? { ...one, result: null } : one)));
    };
    expect(await watch(hash, {}, { nonce }).outcome).toBe('confirmed');
  });

  test('no request follows after the wait has ended', async () => {
    const { hash, nonce } = await watched();
    await block();
    expect(await watch(hash, {}, { nonce }).outcome).toBe('confirmed');
    asked.splice(0);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(asked).toEqual([]);
  });
});

describe('aborting a wait', () => {
  beforeEach(hurry);

  test('an aborted wait rejects, and its requests end', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    line = growing();
    const { outcome, abort } = watch(NOWHERE);
    await seen();
    abort();
    expect(await outcome).toBeInstanceOf(Error);
    asked.splice(0);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(asked).toEqual([]);
  });

  test('an aborted wait does not end another wait for the same transaction', async () => {
    const hash = await sendWei(chain.client, alice);
    const [first, second] = [watch(hash), watch(hash)];
    await seen();
    first.abort();
    await block();
    expect(await second.outcome).toBe('confirmed');
  });
});

describe('a wait that ends without a result', () => {
  const receipt = createReceipt(NOWHERE, alice.address);

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  });

  /** Returns how a wait for a transaction ends that the machine aborts after 5 minutes. */
  async function ended(hash = NOWHERE) {
    const { outcome, abort } = watch(hash);
    await vi.advanceTimersByTimeAsync(5 * MINUTE);
    abort();
    return outcome;
  }

  test('a transaction that is never mined is polled until the wait is aborted', async () => {
    line = growing();
    expect(await ended()).toBeInstanceOf(Error);
    expect(asked.filter((method) => method === 'eth_getTransactionByHash').length).toBeGreaterThan(3);
  });

  test.each<[string, NodeResponder]>([
    ...faultyReplies,
    ['a receipt without a status', answerEachRpcCallWith({ result: { ...receipt, status: undefined } })],
    ['a receipt of another status', answerEachRpcCallWith({ result: { ...receipt, status: '0x2' } })],
    [
      'the receipt of another transaction',
      answerEachRpcCallWith({ result: { ...receipt, transactionHash: `0x${'8'.repeat(64)}` } }),
    ],
    ['a receipt of nothing', answerEachRpcCallWith({ result: { ...receipt, transactionHash: null } })],
  ])("a node's failure rejects: %s", async (_, how) => {
    line = how;
    expect(await ended()).toBeInstanceOf(Error);
  });

  test('a node that has recovered answers the next wait', async () => {
    line = rejectRequest;
    expect(await ended()).toBeInstanceOf(Error);
    line = answerEachRpcCallWith({ result: receipt });
    expect(await ended()).toBe('confirmed');
  });
});
