import { assign, setup } from 'xstate';
import type { Transaction } from '#domain/transaction';
import { findNewlySettled } from '#domain/transactions';
import { followActor } from './system';

const listIn = ({ value, context }: { value: unknown; context: { list: Transaction[] } }) => ({
  list: context.list,
  clearing: value === 'clearing',
});

/**
 * Announces results of transactions to screen readers, each once. Each dialog of a connected visitor runs this machine,
 * and so does the page while no dialog is open.
 *
 * Results from before it started are not announced.
 */
export const outcomesMachine = setup({
  types: {
    context: {} as { list: Transaction[]; settled: Transaction[] },
    children: {} as { followTransactions: 'followTransactions' },
    events: {} as { type: 'list.changed'; list: Transaction[]; clearing: boolean },
  },
  actors: {
    followTransactions: followActor('session', listIn, {
      child: 'transactions',
      tell: ({ list, clearing }) => [{ type: 'list.changed', list, clearing }],
    }),
  },
  actions: {
    setList: assign(({ context }, list: Transaction[]) => ({ list, settled: findNewlySettled(context, list) })),
  },
  guards: {
    hasAny: (_, list: Transaction[]) => list.length > 0,
    isCleared: (_, { list, clearing }: { list: Transaction[]; clearing: boolean }) => clearing && list.length === 0,
  },
}).createMachine({
  id: 'outcomes',
  context: { list: [], settled: [] },
  invoke: { id: 'followTransactions', src: 'followTransactions' },
  initial: 'listening',
  states: {
    listening: {
      description: 'Each result is announced.',
      on: {
        'list.changed': [
          {
            guard: { type: 'isCleared', params: ({ event }) => event },
            target: 'cleared',
            actions: { type: 'setList', params: ({ event }) => event.list },
          },
          { actions: { type: 'setList', params: ({ event }) => event.list } },
        ],
      },
    },
    cleared: {
      description: 'The visitor has cleared the list, which is announced.',
      on: {
        'list.changed': {
          guard: { type: 'hasAny', params: ({ event }) => event.list },
          target: 'listening',
          actions: { type: 'setList', params: ({ event }) => event.list },
        },
      },
    },
  },
});
