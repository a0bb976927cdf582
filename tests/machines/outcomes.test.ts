import { expect, test } from 'vitest';
import type { Transaction } from '#domain/transaction';
import { outcomesMachine } from '#machines/outcomes';
import { testLive } from '../engine/live';
import { nthTransaction, outcomesSamples } from '../samples/account';
import { checkScenario, type MachineScenario } from './scenarios';

testLive(outcomesMachine, outcomesSamples, ({ actor }) => ({
  '*': ({ context: { list, settled } }) => {
    expect(list).toEqual(expect.arrayContaining(settled));
    expect(settled.filter(({ status }) => status === 'pending')).toEqual([]);
    expect(Object.keys(actor.getSnapshot().children)).toEqual(['followTransactions']);
  },
  listening: ({ children }) => expect(children.followTransactions).toBeDefined(),
  cleared: ({ context }) => expect(context).toEqual({ list: [], settled: [] }),
}));

const changed = (list: Transaction[], clearing = false) => ({ type: 'list.changed', list, clearing });
const pending = changed([nthTransaction(2), nthTransaction(1)]);
const second = nthTransaction(2, 'confirmed');
const [confirmed, failed] = [nthTransaction(1, 'confirmed'), nthTransaction(1, 'failed')];
/** Returns three changes of the list: the `first` result arrives, then another result, then a new transaction. */
const go = (first: Transaction) =>
  [
    [nthTransaction(2), first],
    [second, first],
    [nthTransaction(3), second, first],
  ].map((list) => changed(list));
const cleared = [changed([nthTransaction(1)]), changed([nthTransaction(1)], true), changed([], true)];
const next = changed([nthTransaction(2)]);

test.each<MachineScenario>([
  ['is empty for the first list', [changed([nthTransaction(2), failed])], 'listening', { settled: [] }],
  ['is kept if it is a success', [pending, ...go(confirmed)], 'listening', { settled: [second, confirmed] }],
  ['is kept if it is a failure', [pending, ...go(failed)], 'listening', { settled: [second, failed] }],
  ['is that the list was cleared', cleared, 'cleared', { settled: [] }],
  ['is that the list was cleared, until the next transaction', [...cleared, changed([])], 'cleared', { settled: [] }],
  ['is empty once there is a new transaction', [...cleared, next], 'listening', { settled: [] }],
  ['is the result of the new transaction', [...cleared, next, changed([second])], 'listening', { settled: [second] }],
])('the page announces new results of transactions: the announcement %s', checkScenario(outcomesMachine));
