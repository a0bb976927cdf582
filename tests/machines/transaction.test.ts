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

/** Watches a transaction. Returns the watch with its requests and with the listener for returning visitors. */
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

  test('no request is sent after the 5 minutes of a watch', () => {
    const { clock, questions, snapshot } = staged();
    clock.increment(RECEIPT_SILENCE);
    clock.increment(100 * RECEIPT_SILENCE);
    expect([snapshot().value, questions.length]).toEqual(['resting', 1]);
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

  test('each watch of a returning visitor ends after 5 minutes', async () => {
    const { clock, comeBack, snapshot } = staged();
    clock.increment(RECEIPT_SILENCE);
    comeBack();
    clock.increment(RECEIPT_SILENCE - 1);
    expect(snapshot().value).toBe('watching');
    clock.increment(1);
    expect(snapshot().value).toBe('resting');
  });

  test('a visitor who returns during a watch does not restart it', () => {
    const { actor, clock, questions, snapshot } = staged();
    clock.increment(RECEIPT_SILENCE - 1);
    actor.send({ type: 'visitor.returned' });
    expect([questions.length, questions[0]?.signal.aborted]).toEqual([1, false]);
    clock.increment(1);
    expect(snapshot().value).toBe('resting');
  });

  describe.each(['confirmed', 'failed', null] as const)('a late receipt changes nothing: %s', (outcome) => {
    const late = (question?: RecordedRequest) =>
      outcome ? question?.answer(outcome) : question?.giveUp(new Error('Timed out'));

    test('a receipt that arrives after the time limit changes nothing', async () => {
      const { clock, questions, snapshot } = staged();
      clock.increment(RECEIPT_SILENCE);
      expect(questions[0]?.signal.aborted).toBe(true);
      const before = snapshot();
      late(questions[0]);
      await waitForAnswers();
      expect(snapshot()).toBe(before);
    });

    test('a late receipt changes nothing during the next watch', async () => {
      const { clock, comeBack, questions, snapshot } = staged();
      clock.increment(RECEIPT_SILENCE);
      comeBack();
      const before = snapshot();
      late(questions[0]);
      await waitForAnswers();
      expect(snapshot()).toBe(before);
      questions[1]?.answer('confirmed');
      await waitForAnswers();
      expect(snapshot().output).toBe('confirmed');
    });

    test('a late receipt changes nothing after another result', async () => {
      const { clock, comeBack, questions, snapshot } = staged();
      clock.increment(RECEIPT_SILENCE);
      comeBack();
      questions[1]?.answer('failed');
      await waitForAnswers();
      const before = snapshot();
      late(questions[0]);
      await waitForAnswers();
      expect(snapshot()).toBe(before);
    });

    test('a late receipt changes nothing after the machine has stopped', async () => {
      const { actor, questions, snapshot } = staged();
      actor.stop();
      expect(questions[0]?.signal.aborted).toBe(true);
      const before = snapshot();
      late(questions[0]);
      await waitForAnswers();
      expect(snapshot()).toBe(before);
    });
  });
});
