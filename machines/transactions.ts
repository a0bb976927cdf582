import { assign, enqueueActions, setup } from 'xstate';
import type { Account, Transaction } from '#domain/transaction';
import { port, watcher } from './port';
import { transactionMachine } from './transaction';

/**
 * Holds the transactions of the connected account, newest first, and watches each pending one.
 *
 * The machine only receives the list. The browser stores it, because other code and other tabs change it too. A result
 * is stored before the watch of its transaction ends.
 */
export const transactionsMachine = setup({
  types: {
    context: {} as { list: Transaction[]; watched: string[] },
    children: {} as { watchTransactions: 'watchTransactions'; clearTransactions: 'clearTransactions' },
    events: {} as { type: 'transactions.changed'; account: Account; list: Transaction[] } | { type: 'clear' },
  },
  actors: {
    watchTransactions: watcher('follow the list of transactions'),
    clearTransactions: port<void>('clear the list of transactions'),
    transaction: transactionMachine,
  },
  actions: {
    show: assign({ list: (_, { list }: { account: Account; list: Transaction[] }) => list }),
    /** Starts watches of pending transactions, and stops all others. */
    follow: enqueueActions(({ context, enqueue }, { account, list }: { account: Account; list: Transaction[] }) => {
      const pending = list.filter(({ status }) => status === 'pending');
      const nameOf = ({ hash }: Transaction) => `${account.chainId} ${account.address.toLowerCase()} ${hash}`;
      const names = pending.map(nameOf);
      for (const name of context.watched) if (!names.includes(name)) enqueue.stopChild(name);
      for (const one of pending) {
        const { hash, confirmations } = one;
        if (context.watched.includes(nameOf(one))) continue;
        enqueue.spawnChild('transaction', { id: nameOf(one), input: { ...account, hash, confirmations } });
      }
      enqueue.assign({ watched: names });
    }),
  },
  guards: { any: ({ context }) => context.list.length > 0 },
  delays: { clearTimeout: 5_000 },
}).createMachine({
  id: 'transactions',
  context: { list: [], watched: [] },
  invoke: { id: 'watchTransactions', src: 'watchTransactions' },
  initial: 'listed',
  on: {
    'transactions.changed': {
      actions: [
        { type: 'show', params: ({ event }) => event },
        { type: 'follow', params: ({ event }) => event },
      ],
    },
  },
  states: {
    listed: { description: 'The account dialog shows the list.', on: { clear: { guard: 'any', target: 'clearing' } } },
    clearing: {
      description: 'The whole list is being cleared, with pending transactions.',
      invoke: { id: 'clearTransactions', src: 'clearTransactions', onDone: 'listed', onError: 'listed' },
      after: { clearTimeout: 'listed' },
    },
  },
});
