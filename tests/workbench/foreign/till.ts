import { assign, fromPromise, setup } from 'xstate';

/** A machine with guards, an invoked promise, a timer and an event with data. */
export const till = setup({
  types: { context: {} as { items: number[]; total: number } },
  actors: { pay: fromPromise(() => new Promise<string>(() => {})) },
  guards: { isFilled: ({ context }) => context.items.length > 0, isCheap: ({ context }) => context.total < 100 },
  delays: { patience: 5_000 },
}).createMachine({
  id: 'till',
  context: { items: [], total: 0 },
  initial: 'open',
  states: {
    open: {
      on: {
        add: {
          actions: assign(({ context, event }) => ({
            items: [...context.items, event.price],
            total: context.total + event.price,
          })),
        },
        look: { guard: 'isFilled', actions: () => {} },
        pay: [{ guard: 'isFilled', target: 'paying' }],
      },
    },
    paying: {
      invoke: { src: 'pay', id: 'pay', onDone: 'paid', onError: 'open' },
      on: { back: 'open' },
      after: { patience: 'open' },
    },
    paid: { type: 'final' },
  },
});
