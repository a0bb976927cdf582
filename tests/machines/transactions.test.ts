import { expect, test } from 'vitest';
import { type AnyEventObject, fromCallback } from 'xstate';
import type { Account, Transaction } from '#domain/transaction';
import type { WatchedTransaction } from '#machines/transaction';
import { transactionsMachine } from '#machines/transactions';
import { testLive } from '../engine/live';
import { perform } from '../engine/perform';
import { createDoneEvent, createErrorEvent } from '../engine/words';
import { nthTransaction, nthTransactionHash, transactionsSamples } from '../samples/account';
import { otherAccount, sampleSender } from '../samples/connections';
import { checkScenario, type MachineScenario } from './scenarios';

const watchOf = (nth: number, account = sampleSender): WatchedTransaction => ({
  ...account,
  hash: nthTransactionHash(nth),
  confirmations: 1,
});

const lists = transactionsSamples.samples!.map(({ list }) => list as Transaction[]);
const namesOf = (list: Transaction[]) =>
  list
    .filter(({ status }) => status === 'pending')
    .map(({ hash }) => `1 ${sampleSender.address.toLowerCase()} ${hash}`);

testLive(transactionsMachine, transactionsSamples, ({ actor }) => ({
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

const changed = (list: Transaction[], account: Account = sampleSender) => ({
  type: 'transactions.changed' as const,
  account,
  list,
});

/** Starts the machine. `asked` are all transactions that it has ever watched, `watched` those that it watches now. */
function staged() {
  const asked: WatchedTransaction[] = [];
  const watched = new Set<WatchedTransaction>();
  const transaction = fromCallback<AnyEventObject, WatchedTransaction>(({ input }) => {
    asked.push(input);
    watched.add(input);
    return () => watched.delete(input);
  });
  const { actor, snapshot } = perform(transactionsMachine, { actors: { transaction } });
  const tell = (list: Transaction[], account?: Account) => actor.send(changed(list, account));
  return { snapshot, tell, asked, watched: () => [...watched] };
}

test('each pending transaction is watched once, even if the list is sent again', () => {
  const { asked, snapshot, tell, watched } = staged();
  const list = [nthTransaction(3), nthTransaction(2, 'confirmed'), { ...nthTransaction(1), confirmations: 7 }];
  for (let i = 0; i < 5; i++) tell(structuredClone(list));
  const both = [watchOf(3), { ...watchOf(1), confirmations: 7 }];
  expect([snapshot().context.list, asked, watched()]).toEqual([list, both, both]);
  tell([nthTransaction(4), ...list]);
  expect(asked).toEqual([...both, watchOf(4)]);
});

test('an account whose address differs only in case counts as the same account', () => {
  const { asked, tell, watched } = staged();
  tell([nthTransaction(1)]);
  tell([nthTransaction(1)], { ...sampleSender, address: sampleSender.address.toLowerCase() });
  expect([asked.length, watched().length]).toEqual([1, 1]);
});

test.each([
  ['another account', { address: otherAccount.address, chainId: 1 }],
  ['another network', { ...sampleSender, chainId: 137 }],
])('the list of %s replaces the previous list, which is no longer watched', (_, account) => {
  const { asked, tell, watched } = staged();
  tell([nthTransaction(2), nthTransaction(1)]);
  // The same hash of another account or network is another transaction.
  tell([nthTransaction(1)], account);
  expect(watched()).toEqual([watchOf(1, account)]);
  tell([], account);
  expect(watched()).toEqual([]);
  tell([nthTransaction(2), nthTransaction(1)]);
  expect([watched(), asked.length]).toEqual([[watchOf(2), watchOf(1)], 5]);
});

const list = [nthTransaction(2), nthTransaction(1, 'failed')];
const isCleared = [changed(list), 'clear'];
const failed = createErrorEvent('clearTransactions', new Error('No address or chain ID found'));

test.each<MachineScenario>([
  ['stays, with its watches, until it is deleted', isCleared, 'clearing', { list, watched: namesOf(list) }],
  ['is empty before the answer', [...isCleared, changed([])], 'clearing', { list: [], watched: [] }],
  [
    'is empty after the answer',
    [...isCleared, changed([]), createDoneEvent('clearTransactions')],
    'listed',
    { list: [], watched: [] },
  ],
  ['stays if clearing fails', [...isCleared, failed], 'listed', { list, watched: namesOf(list) }],
  ['can be cleared again after a failure', [...isCleared, failed, 'clear'], 'clearing'],
  ['may take 5 s to clear', [...isCleared, 4_999], 'clearing'],
  ['can be cleared again after 5 s', [...isCleared, 5_000], 'listed', { list }],
])('Clear empties the list of transactions: the list %s', checkScenario(transactionsMachine));

test('pressing Clear twice deletes the transactions only once', async () => {
  const { actor, play } = perform(transactionsMachine);
  await play(isCleared);
  const { clearTransactions } = actor.getSnapshot().children;
  await play(['clear', 'clear']);
  expect(actor.getSnapshot().children.clearTransactions).toBe(clearTransactions);
});
