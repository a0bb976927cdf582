import { describe, expect, test } from 'vitest';
import { type AnyEventObject, fromCallback, type NonReducibleUnknown } from 'xstate';
import type { Account, Outcome, Transaction } from '#domain/transaction';
import { transactionMachine, type WatchedTransaction } from '#machines/transaction';
import { transactionsMachine } from '#machines/transactions';
import { testLive } from '../engine/live';
import { perform } from '../engine/perform';
import { otherAccount, sampleSender } from '../samples/connections';
import { nthHash, nthTransaction, transactionsWorld } from '../samples/transactions';
import { type RecordedRequest, recordingPort, waitForAnswers } from './questions';

const RECEIPT_SILENCE = 5 * 60_000;
const stranger: Account = { address: otherAccount.address, chainId: 1 };
const elsewhere: Account = { ...sampleSender, chainId: 137 };

const changed = (list: Transaction[], account: Account = sampleSender) => ({
  type: 'transactions.changed' as const,
  account,
  list,
});
const clear = { type: 'clear' } as const;

/** Starts the list with real watches. Returns it with all calls. */
function staged() {
  const asked: RecordedRequest<WatchedTransaction, Outcome>[] = [];
  const clearing: RecordedRequest<NonReducibleUnknown, void>[] = [];
  const returns = new Set<() => void>();
  let say = (_: AnyEventObject) => {};
  const watchReturn = fromCallback(({ sendBack }) => {
    const tell = () => sendBack({ type: 'visitor.returned' });
    returns.add(tell);
    return () => returns.delete(tell);
  });
  const watchTransactions = fromCallback(({ sendBack }) => {
    say = sendBack;
  });
  const transaction = transactionMachine.provide({ actors: { awaitReceipt: recordingPort(asked), watchReturn } });
  const { actor, clock, snapshot } = perform(transactionsMachine, {
    actors: { transaction, watchTransactions, clearTransactions: recordingPort(clearing) },
  });
  return {
    actor,
    clock,
    snapshot,
    asked,
    clearing,
    /** Sends a new list, as storage does. */
    tell: (list: Transaction[], account?: Account) => say(changed(list, account)),
    /** Returns the watched hashes, with their accounts. */
    watched: () => asked.filter(({ signal }) => !signal.aborted).map(({ input }) => input),
    resting: () => returns.size,
    comeBack: () => {
      for (const tell of [...returns]) tell();
    },
  };
}

const watchOf = (nth: number, account = sampleSender): WatchedTransaction => ({
  ...account,
  hash: nthHash(nth),
  confirmations: 1,
});

const lists = transactionsWorld.samples!.map(({ list }) => list as Transaction[]);
const namesOf = (list: Transaction[]) =>
  list
    .filter(({ status }) => status === 'pending')
    .map(({ hash }) => `1 ${sampleSender.address.toLowerCase()} ${hash}`);

testLive(transactionsMachine, transactionsWorld, ({ actor }) => ({
  '*': ({ context: { list, watched } }) => {
    expect(lists).toContainEqual(list);
    expect(watched).toEqual(namesOf(list));
    const { children } = actor.getSnapshot();
    const others = ['watchTransactions', 'clearTransactions'];
    expect(Object.keys(children).filter((id) => !others.includes(id))).toEqual(watched);
  },
  listed: ({ children }) => expect(children.clearTransactions).toBeUndefined(),
  clearing: ({ children }) => expect(children.clearTransactions).toBeDefined(),
}));

describe('rules of the transactions machine', () => {
  test('no transaction is listed or watched at the start', () => {
    const { snapshot, asked } = staged();
    expect(snapshot()).toMatchObject({ value: 'listed', context: { list: [], watched: [] } });
    expect(asked).toEqual([]);
  });

  test('each pending transaction is watched once, even if the list is sent again', () => {
    const { asked, snapshot, tell, watched } = staged();
    const list = [nthTransaction(3), nthTransaction(2, 'confirmed'), nthTransaction(1)];
    for (let i = 0; i < 5; i++) tell(structuredClone(list));
    expect(snapshot().context.list).toEqual(list);
    expect(asked).toHaveLength(2);
    expect(watched()).toEqual([watchOf(3), watchOf(1)]);
    tell([nthTransaction(4), ...list]);
    expect(asked.map(({ input }) => input)).toEqual([watchOf(3), watchOf(1), watchOf(4)]);
  });

  test('accounts are compared regardless of case', () => {
    const { asked, tell } = staged();
    tell([nthTransaction(1)]);
    tell([nthTransaction(1)], { ...sampleSender, address: sampleSender.address.toLowerCase() });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.signal.aborted).toBe(false);
  });

  test('a watch waits for the requested number of confirmations', () => {
    const { asked, tell } = staged();
    tell([{ ...nthTransaction(1), confirmations: 7 }]);
    expect(asked[0]?.input).toEqual({ ...watchOf(1), confirmations: 7 });
  });

  test.each(['confirmed', 'failed'] as const)('a settled transaction is no longer watched: %s', (status) => {
    const { asked, tell, snapshot, watched } = staged();
    tell([nthTransaction(2), nthTransaction(1)]);
    tell([nthTransaction(2), nthTransaction(1, status)]);
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([false, true]);
    expect(watched()).toEqual([watchOf(2)]);
    expect(snapshot().context.list).toEqual([nthTransaction(2), nthTransaction(1, status)]);
    expect(Object.keys(snapshot().children)).toHaveLength(2);
  });

  test('a cleared transaction is no longer watched', () => {
    const { asked, tell, watched, snapshot } = staged();
    tell([nthTransaction(2), nthTransaction(1)]);
    tell([]);
    expect([watched(), asked.length]).toEqual([[], 2]);
    expect(Object.keys(snapshot().children)).toEqual(['watchTransactions']);
  });

  test('a transaction that is listed again is watched again', () => {
    const { asked, tell, watched } = staged();
    for (const list of [[nthTransaction(1)], [], [nthTransaction(1)]]) tell(list);
    expect([asked.length, watched()]).toEqual([2, [watchOf(1)]]);
  });

  test.each([
    ['another account', stranger],
    ['another network', elsewhere],
  ])('the list of %s replaces the first, whose transactions are no longer watched', (_, account) => {
    const { asked, tell, watched } = staged();
    tell([nthTransaction(2), nthTransaction(1)]);
    // The same hash there is another transaction.
    tell([nthTransaction(1)], account);
    expect(watched()).toEqual([watchOf(1, account)]);
    tell([], account);
    expect(watched()).toEqual([]);
    tell([nthTransaction(2), nthTransaction(1)]);
    expect(watched()).toEqual([watchOf(2), watchOf(1)]);
    expect(asked).toHaveLength(5);
  });

  test.each(['confirmed', 'failed'] as const)(
    'the result of a transaction is stored, and its watch ends: %s',
    async (outcome) => {
      const { asked, snapshot, tell, watched } = staged();
      tell([nthTransaction(2), nthTransaction(1)]);
      asked[1]?.answer(outcome satisfies Outcome);
      await waitForAnswers();
      tell([nthTransaction(2), nthTransaction(1, outcome)]);
      expect(snapshot().context.list).toEqual([nthTransaction(2), nthTransaction(1, outcome)]);
      expect(snapshot().context.watched).toHaveLength(1);
      expect([asked.length, watched()[0]]).toEqual([2, watchOf(2)]);
    },
  );

  test('a transaction stays pending after 5 minutes, and is watched again on return', async () => {
    const { asked, clock, comeBack, resting, snapshot, tell } = staged();
    tell([nthTransaction(1)]);
    clock.increment(RECEIPT_SILENCE - 1_000);
    tell([nthTransaction(2), nthTransaction(1)]);
    clock.increment(1_000);
    expect([resting(), asked.map(({ signal }) => signal.aborted)]).toEqual([1, [true, false]]);
    // An equal list starts no watch.
    tell([nthTransaction(2), nthTransaction(1)]);
    expect(asked).toHaveLength(2);
    comeBack();
    expect(asked.map(({ input }) => input)).toEqual([watchOf(1), watchOf(2), watchOf(1)]);
    asked[1]?.giveUp(new Error('Timed out'));
    await waitForAnswers();
    expect([resting(), snapshot().context.list]).toEqual([1, [nthTransaction(2), nthTransaction(1)]]);
  });

  test('a cleared transaction is not watched again on return', () => {
    const { asked, clock, comeBack, resting, tell } = staged();
    tell([nthTransaction(1)]);
    clock.increment(RECEIPT_SILENCE);
    tell([]);
    expect(resting()).toBe(0);
    comeBack();
    expect(asked).toHaveLength(1);
  });

  test('a late answer to an ended watch changes nothing', async () => {
    for (const how of ['answer', 'giveUp'] as const) {
      const { asked, snapshot, tell } = staged();
      tell([nthTransaction(1)]);
      tell([], stranger);
      const before = snapshot();
      asked[0]?.[how]('confirmed');
      await waitForAnswers();
      expect(snapshot()).toBe(before);
    }
  });

  test('all watches end with the machine', () => {
    const { actor, clock, comeBack, resting, tell, watched, asked } = staged();
    tell([nthTransaction(1)]);
    clock.increment(RECEIPT_SILENCE);
    tell([nthTransaction(2), nthTransaction(1)]);
    actor.stop();
    expect([watched(), resting()]).toEqual([[], 0]);
    comeBack();
    expect(asked).toHaveLength(2);
  });
});

describe('clearing', () => {
  test('Clear empties the list only once the stored transactions are deleted', async () => {
    const { actor, clearing, snapshot, tell, watched } = staged();
    tell([nthTransaction(2), nthTransaction(1, 'failed')]);
    actor.send(clear);
    expect(snapshot()).toMatchObject({
      value: 'clearing',
      context: { list: [nthTransaction(2), nthTransaction(1, 'failed')] },
    });
    expect(watched()).toEqual([watchOf(2)]);
    // The new list arrives before the answer.
    tell([]);
    clearing[0]?.answer();
    await waitForAnswers();
    expect(snapshot()).toMatchObject({ value: 'listed', context: { list: [], watched: [] } });
    expect(watched()).toEqual([]);
  });

  test('pressing Clear twice deletes the transactions once', async () => {
    const { actor, clearing, snapshot, tell } = staged();
    tell([nthTransaction(1)]);
    for (let i = 0; i < 3; i++) actor.send(clear);
    expect([clearing.length, clearing[0]?.signal.aborted]).toEqual([1, false]);
    clearing[0]?.answer();
    await waitForAnswers();
    actor.send(clear);
    expect([clearing.length, snapshot().value]).toEqual([2, 'clearing']);
  });

  test('a failed Clear changes nothing, and can be retried', async () => {
    const { actor, asked, clearing, snapshot, tell, watched } = staged();
    tell([nthTransaction(1)]);
    actor.send(clear);
    clearing[0]?.giveUp(new Error('No address or chain ID found'));
    await waitForAnswers();
    expect(snapshot()).toMatchObject({ value: 'listed', context: { list: [nthTransaction(1)] } });
    expect([asked.length, watched()]).toEqual([1, [watchOf(1)]]);
    expect(snapshot().can(clear)).toBe(true);
  });

  test('Clear can be pressed again after 5 seconds without an answer', () => {
    const { actor, clock, snapshot, tell } = staged();
    tell([nthTransaction(1)]);
    actor.send(clear);
    clock.increment(4_999);
    expect(snapshot().value).toBe('clearing');
    clock.increment(1);
    expect(snapshot().value).toBe('listed');
  });

  test('new transactions are listed while Clear is running', async () => {
    const { actor, clearing, snapshot, tell, watched } = staged();
    tell([nthTransaction(1)]);
    actor.send(clear);
    tell([nthTransaction(2)]);
    expect([snapshot().value, watched()]).toEqual(['clearing', [watchOf(2)]]);
    clearing[0]?.answer();
    await waitForAnswers();
    expect(snapshot()).toMatchObject({ value: 'listed', context: { list: [nthTransaction(2)] } });
  });
});
