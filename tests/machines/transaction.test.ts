import { describe, expect, test } from 'vitest';
import { fromCallback } from 'xstate';
import type { Outcome } from '#domain/transaction';
import { transactionMachine, type WatchedTransaction } from '#machines/transaction';
import { testLive } from '../engine/live';
import { perform } from '../engine/perform';
import { sampleSender } from '../samples/connections';
import { transactionWorld } from '../samples/transaction';
import { nthHash } from '../samples/transactions';
import { type RecordedRequest, recordingPort, waitForAnswers } from './questions';

const RECEIPT_SILENCE = 5 * 60_000;
const PAUSE = 30_000;
const watched: WatchedTransaction = { ...sampleSender, hash: nthHash(1), confirmations: 2 };

/** Watches a transaction. Returns the watch, its requests, and the listener for returning visitors. */
function staged() {
  const questions: RecordedRequest<WatchedTransaction, Outcome>[] = [];
  let listening = 0;
  let comeBack = () => {};
  const watchReturn = fromCallback(({ sendBack }) => {
    listening += 1;
    comeBack = () => sendBack({ type: 'visitor.returned' });
    return () => {
      listening -= 1;
    };
  });
  const actors = { awaitReceipt: recordingPort(questions), watchReturn };
  const { actor, clock, snapshot } = perform(transactionMachine, { input: watched, actors });
  return { actor, clock, snapshot, questions, listening: () => listening, comeBack: () => comeBack() };
}

const waysToRest: [string, (one: ReturnType<typeof staged>) => unknown, string][] = [
  ['the network is silent for 5 minutes', ({ clock }) => clock.increment(RECEIPT_SILENCE), 'resting'],
  ['a node gives no receipt', ({ questions }) => questions.at(-1)?.giveUp(new Error('Timed out')), 'pausing'],
  ['nothing can be asked', ({ questions }) => questions.at(-1)?.giveUp(undefined), 'pausing'],
];

testLive(transactionMachine, transactionWorld, ({ given, input }) => ({
  '*': ({ context }) => expect(context).toEqual(input),
  watching: ({ children }) => {
    expect(given('awaitReceipt')).toEqual(input);
    expect([children.awaitReceipt !== undefined, children.watchReturn]).toEqual([true, undefined]);
  },
  resting: ({ children }) =>
    expect([children.awaitReceipt, children.watchReturn !== undefined]).toEqual([undefined, true]),
  pausing: ({ children }) =>
    expect([children.awaitReceipt, children.watchReturn !== undefined]).toEqual([undefined, true]),
  confirmed: ({ status, output }) => expect([status, output]).toEqual(['done', 'confirmed']),
  failed: ({ status, output }) => expect([status, output]).toEqual(['done', 'failed']),
}));

describe('rules of the transaction machine', () => {
  test.each(['confirmed', 'failed'] as const)('the receipt decides the result: %s', async (outcome) => {
    const { questions, snapshot } = staged();
    expect(questions.map(({ input }) => input)).toEqual([watched]);
    questions[0]?.answer(outcome);
    await waitForAnswers();
    expect(snapshot()).toMatchObject({ status: 'done', value: outcome, output: outcome });
  });

  test('a watch ends after 5 minutes', async () => {
    const { clock, questions, snapshot } = staged();
    clock.increment(RECEIPT_SILENCE - 1);
    expect(snapshot().value).toBe('watching');
    questions[0]?.answer('confirmed');
    await waitForAnswers();
    expect(snapshot().output).toBe('confirmed');
  });

  test.each(waysToRest)('a wait that fails leaves the transaction pending: %s', async (_, rest, state) => {
    const one = staged();
    await rest(one);
    await waitForAnswers();
    expect([one.snapshot().value, one.snapshot().output, one.listening()]).toEqual([state, undefined, 1]);
    one.clock.increment(PAUSE - 1);
    expect([one.snapshot().value, one.questions.length]).toEqual([state, 1]);
  });

  test('a node that failed is asked again after 30 s', async () => {
    const { clock, questions, snapshot } = staged();
    questions[0]?.giveUp(new Error('No line'));
    await waitForAnswers();
    clock.increment(PAUSE);
    expect([snapshot().value, questions.length]).toEqual(['watching', 2]);
    questions[1]?.answer('confirmed');
    await waitForAnswers();
    expect(snapshot().output).toBe('confirmed');
  });

  test.each(waysToRest)('a transaction is watched again whenever the visitor returns: %s', async (_, rest, state) => {
    const one = staged();
    for (let nth = 1; nth < 5; nth++) {
      expect(one.questions).toHaveLength(nth);
      expect(one.listening()).toBe(0);
      await rest(one);
      await waitForAnswers();
      expect(one.snapshot().value).toBe(state);
      one.comeBack();
      expect([one.snapshot().value, one.questions.at(-1)?.input]).toEqual(['watching', watched]);
    }
    one.questions.at(-1)?.answer('failed');
    await waitForAnswers();
    expect(one.snapshot().output).toBe('failed');
  });
});
