import { describe, expect, test } from 'vitest';
import { type AnyEventObject, fromCallback, type NonReducibleUnknown } from 'xstate';
import type { Account, Transaction, TransactionOutcome } from '#domain/transaction';
import { transactionMachine, type WatchedTransaction } from '#machines/transaction';
import { transactionsMachine } from '#machines/transactions';
import { testLive } from '../engine/live';
import { perform } from '../engine/perform';
import { otherAccount, sampleSender } from '../samples/connections';
import { nthTransaction, nthTransactionHash, transactionsWorld } from '../samples/transactions';
import { createRecordingPort, type RecordedRequest, waitForAnswers } from './questions';

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
  const asked: RecordedRequest<WatchedTransaction, TransactionOutcome>[] = [];
  const clearing: RecordedRequest<NonReducibleUnknown, void>[] = [];
  let say = (_: AnyEventObject) => {};
  const watchTransactions = fromCallback(({ sendBack }) => {
    say = sendBack;
  });
  const transaction = transactionMachine.provide({ actors: { awaitReceipt: createRecordingPort(asked) } });
  const { actor, clock, snapshot } = perform(transactionsMachine, {
    actors: { transaction, watchTransactions, clearTransactions: createRecordingPort(clearing) },
  });
  return {
    actor,
    clock,
    snapshot,
    asked,
    clearing,
    /** Sends a new list, as storage does. */
    tell: (list: Transaction[], account?: Account) => say(changed(list, account)),
    /** Returns the transactions that are watched, as hashes with their accounts. */
    watched: () => asked.filter(({ signal }) => !signal.aborted).map(({ input }) => input),
  };
}

const watchOf = (nth: number, account = sampleSender): WatchedTransaction => ({
  ...account,
  hash: nthTransactionHash(nth),
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

  test.each([
    ['another account', stranger],
    ['another network', elsewhere],
  ])('the list of %s replaces the list before, whose transactions are watched no more', (_, account) => {
    const { asked, tell, watched } = staged();
    tell([nthTransaction(2), nthTransaction(1)]);
    // The same hash of another account or network is another transaction.
    tell([nthTransaction(1)], account);
    expect(watched()).toEqual([watchOf(1, account)]);
    tell([], account);
    expect(watched()).toEqual([]);
    tell([nthTransaction(2), nthTransaction(1)]);
    expect(watched()).toEqual([watchOf(2), watchOf(1)]);
    expect(asked).toHaveLength(5);
  });
});

describe('clearing', () => {
  test('Clear empties the list of transactions only once the stored ones are deleted', async () => {
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

  test('pressing Clear twice deletes the transactions only once', async () => {
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

  test('Clear can be pressed again if deleting takes longer than 5 seconds', () => {
    const { actor, clock, snapshot, tell } = staged();
    tell([nthTransaction(1)]);
    actor.send(clear);
    clock.increment(4_999);
    expect(snapshot().value).toBe('clearing');
    clock.increment(1);
    expect(snapshot().can(clear)).toBe(true);
  });
});
