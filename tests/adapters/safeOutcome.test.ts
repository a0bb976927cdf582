import { beforeEach, describe, expect, test } from 'vitest';
import type { TransactionOutcome } from '#domain/transaction';
import { nthTransactionHash } from '../samples/transactions';
import { waitUntil } from '../support/until.ts';
import { CONNECTED_ADDRESS, simulateBrowserForTest, waitForNextTurn } from './browser';
import { answerRpcCallsWith, createReceipt, type NodeRpcCall, stubNode } from './node';

/* Tests a transaction inside Safe's frame. Safe has its own hash for it. */

const SAFE_HASH = nthTransactionHash(1);
const REAL_HASH = nthTransactionHash(2);
const pending = { version: '1.0', id: SAFE_HASH, status: 100 };
const executed = { ...pending, status: 200, receipts: [{ transactionHash: REAL_HASH }] };
const watched = { address: CONNECTED_ADDRESS, chainId: 1, hash: SAFE_HASH, confirmations: 1 };

let asked: NodeRpcCall[];
let waiting: AbortController;

beforeEach(async () => {
  simulateBrowserForTest();
  asked = [];
  waiting = new AbortController();
  stubNode(
    answerRpcCallsWith((call) => {
      asked.push(call);
      const known = call.params?.[0] === REAL_HASH;
      if (call.method === 'eth_blockNumber') return { result: '0x1' };
      return {
        result:
          call.method === 'eth_getTransactionReceipt' && known ? createReceipt(REAL_HASH, CONNECTED_ADDRESS) : null,
      };
    }),
  );
  const { wagmiConfig: config } = await import('#adapters/wallets/config');
  Object.assign(config.getClient({ chainId: 1 }), { pollingInterval: 10 });
});

/** Watches a transaction. Safe gives these answers one after another, and repeats the last. */
async function watch(...answers: (() => unknown)[]) {
  const { waitForSafeOutcome } = await import('#adapters/network/safeOutcome');
  const questions: unknown[] = [];
  const request = async (question: unknown) => {
    questions.push(question);
    return answers[Math.min(questions.length, answers.length) - 1]!();
  };
  // No node knows the hash, so only an abort ends the wait.
  const { promise: byNode, answer } = later();
  waiting.signal.addEventListener('abort', () => answer.reject(new Error('aborted')));
  const outcome = waitForSafeOutcome(Promise.resolve({ request }), watched, waiting.signal, byNode);
  let settled = false;
  outcome.then(
    () => (settled = true),
    () => (settled = true),
  );
  return { outcome, questions, byNode: answer, isSettled: () => settled };
}

function later() {
  const answer = { resolve: (_: TransactionOutcome) => {}, reject: (_: Error) => {} };
  const promise = new Promise<TransactionOutcome>((resolve, reject) => Object.assign(answer, { resolve, reject }));
  return { promise, answer };
}

describe('a transaction that Safe knows by its own hash', () => {
  test('is confirmed once the transaction that executes it is confirmed', async () => {
    const { outcome, questions } = await watch(
      () => pending,
      () => pending,
      () => executed,
    );
    expect(await outcome).toBe('confirmed');
    expect(questions).toEqual(Array(3).fill({ method: 'wallet_getCallsStatus', params: [SAFE_HASH] }));
    const receipts = asked.filter(({ method }) => method === 'eth_getTransactionReceipt');
    expect(new Set(receipts.map(({ params }) => params?.[0]))).toEqual(new Set([REAL_HASH]));
  });

  test.each([
    ['cancelled', 400],
    ['executed, and reverted', 500],
  ])('has failed when it was %s', async (_, status) => {
    expect(await (await watch(() => ({ ...executed, status }))).outcome).toBe('failed');
  });

  test.each([
    ['gives no answer', () => new Promise(() => {})],
    ['answers oddly', () => null],
  ])('stays pending while Safe %s, until the watch is aborted', async (_, answer) => {
    const { outcome, questions, isSettled } = await watch(answer);
    await waitUntil(() => expect(questions).not.toEqual([]));
    await waitForNextTurn();
    expect(isSettled()).toBe(false);
    waiting.abort();
    await expect(outcome).rejects.toThrow();
  });
});

test('a transaction that Safe does not know has the result of the node', async () => {
  const { outcome, byNode } = await watch(() => {
    throw new Error('not found');
  });
  byNode.resolve('confirmed');
  expect(await outcome).toBe('confirmed');
});
