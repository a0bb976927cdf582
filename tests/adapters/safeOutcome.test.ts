import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { TransactionOutcome } from '#domain/transaction';
import { nthTransactionHash } from '../samples/account';
import { waitForEventLoopTurn } from '../support/gate.ts';
import { waitUntil } from '../support/until.ts';
import { CONNECTED_ADDRESS, simulateBrowserForTest } from './browser';
import { createAccountNode, shortenPollingInterval, stubNode } from './node';

/* Tests a transaction inside Safe's frame. Safe has its own hash for it. */

const SAFE_HASH = nthTransactionHash(1);
const REAL_HASH = nthTransactionHash(2);
const pending = { version: '1.0', id: SAFE_HASH, status: 100 };
const executed = { ...pending, status: 200, receipts: [{ transactionHash: REAL_HASH }] };
const watched = { address: CONNECTED_ADDRESS, chainId: 1, hash: SAFE_HASH, confirmations: 1 };

let node: ReturnType<typeof createAccountNode>;
let waiting: AbortController;

beforeEach(async () => {
  simulateBrowserForTest();
  waiting = new AbortController();
  node = createAccountNode(CONNECTED_ADDRESS);
  node.mined.set(REAL_HASH, 'success');
  stubNode(node.answer);
  await shortenPollingInterval();
});

/** Watches a transaction. Safe gives these answers one after another, and repeats the last. */
async function watch(...answers: (() => unknown)[]) {
  const { waitForSafeOutcome } = await import('#adapters/network/safeOutcome');
  const questions: unknown[] = [];
  const request = async (question: unknown) => {
    questions.push(question);
    return answers[Math.min(questions.length, answers.length) - 1]!();
  };
  // The wait at the node ends only if the test calls `answer` or aborts, because no node knows Safe's own hash.
  let answer = (_: TransactionOutcome) => {};
  const byNode = new Promise<TransactionOutcome>((resolve, reject) => {
    answer = resolve;
    waiting.signal.addEventListener('abort', () => reject(new Error('aborted')));
  });
  const outcome = waitForSafeOutcome(Promise.resolve({ request }), watched, waiting.signal, byNode);
  const settled = vi.fn();
  outcome.then(settled, settled);
  return { outcome, questions, answer, settled };
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
    const receipts = node.asked.filter(({ method }) => method === 'eth_getTransactionReceipt');
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
    ['answers with null', () => null],
  ])('stays pending while Safe %s, until the watch is aborted', async (_, answer) => {
    const { outcome, questions, settled } = await watch(answer);
    await waitUntil(() => expect(questions).not.toEqual([]));
    await waitForEventLoopTurn();
    expect(settled).not.toHaveBeenCalled();
    waiting.abort();
    await expect(outcome).rejects.toThrow();
  });
});

test('a transaction that Safe does not know has the result of the node', async () => {
  const { outcome, answer } = await watch(() => {
    throw new Error('not found');
  });
  answer('confirmed');
  expect(await outcome).toBe('confirmed');
});
