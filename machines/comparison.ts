import { assign, setup } from 'xstate';
import { readCompared } from '#domain/comparison';

/**
 * Holds the amount whose cost is compared, and knows when the visitor has finished typing it.
 *
 * `idle → typing → answered`. The figures follow every key; the answer is read out only when the keys rest.
 */
export const comparisonMachine = setup({
  types: {
    input: {} as { initial: number },
    context: {} as {
      amount: number;
      /** The text of the field while it is being typed in. */
      typed: string | null;
    },
    events: {} as { type: 'write'; text: string } | { type: 'leave' },
  },
  actions: {
    write: assign(({ context }, text: string) => ({ amount: readCompared(text) ?? context.amount, typed: text })),
    tidy: assign({ typed: null }),
  },
  delays: {
    announceDelay: 700,
  },
}).createMachine({
  id: 'comparison',
  context: ({ input }) => ({ amount: input.initial, typed: null }),
  initial: 'idle',
  on: {
    write: { target: '.typing', actions: { type: 'write', params: ({ event }) => event.text } },
    leave: { actions: 'tidy' },
  },
  states: {
    idle: { description: 'The sample amount is compared; there is nothing to say about it.' },
    typing: {
      description: 'The visitor is typing; the figures follow.',
      after: { announceDelay: 'answered' },
      on: { leave: { target: 'answered', actions: 'tidy' } },
    },
    answered: { description: 'The keys rest: the answer is read out.' },
  },
});
