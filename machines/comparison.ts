import { assign, setup } from 'xstate';
import type { DecimalMark } from '#domain/amount';
import { parseComparedAmount } from '#domain/comparison';

/** Holds the amount whose cost is compared, and knows when the visitor has finished typing. */
export const comparisonMachine = setup({
  types: {
    input: {} as { initial: number; decimal: DecimalMark },
    context: {} as { amount: number; decimal: DecimalMark; typed: string | null },
    events: {} as { type: 'write'; text: string } | { type: 'leave' },
  },
  actions: {
    write: assign(({ context }, text: string) => ({
      amount: parseComparedAmount(text, context.decimal) ?? context.amount,
      typed: text,
    })),
    tidy: assign({ typed: null }),
  },
  delays: { announceDelay: 700 },
}).createMachine({
  id: 'comparison',
  context: ({ input }) => ({ amount: input.initial, decimal: input.decimal, typed: null }),
  initial: 'idle',
  on: {
    write: { target: '.typing', actions: { type: 'write', params: ({ event }) => event.text } },
    leave: { actions: 'tidy' },
  },
  states: {
    idle: { description: 'The sample amount is compared, and nothing is announced.' },
    typing: {
      description: 'The visitor is typing, and the figures change.',
      after: { announceDelay: 'answered' },
      on: { leave: { target: 'answered', actions: 'tidy' } },
    },
    answered: { description: 'The visitor has paused, so the figures are announced.' },
  },
});
