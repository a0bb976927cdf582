import { assign, setup } from 'xstate';
import { type Allocation, exceedsAllocation, findExceededLimit } from '#domain/alpha';
import { clamp, parseAmount } from '#domain/amount';
import { port } from './port';
import { holdAddressForDialog } from './system';

/**
 * Asks how much the visitor wants to borrow, and opens the messaging link that requests the amount.
 *
 * A typed amount is stored at once, even if it is out of range. Leaving the field, closing and requesting clamp it.
 */
export const alphaMachine = setup({
  types: {
    input: {} as Allocation,
    context: {} as {
      allocation: Allocation;
      amount: number;
      typed: string | null;
      limit: 'min' | 'max' | null;
      /** Whether a step button made the last change. Unlike the field or slider, it does not announce the amount. */
      stepped: boolean;
    },
    events: {} as
      | { type: 'open' }
      | { type: 'slide'; amount: number }
      | { type: 'write'; text: string }
      | { type: 'step'; by: number }
      | { type: 'leave' }
      | { type: 'request' }
      | { type: 'dismiss' }
      | { type: 'close' },
    tags: {} as 'busy',
  },
  actors: { awaitBack: holdAddressForDialog, openRequest: port<void, { amount: number }>('open the messaging link') },
  actions: {
    slide: assign(({ context: { allocation } }, amount: number) => ({
      amount: clamp(amount, allocation.min, allocation.max),
      typed: null,
      limit: null,
      stepped: false,
    })),
    step: assign(({ context: { allocation } }, amount: number) => ({
      amount: clamp(amount, allocation.min, allocation.max),
      typed: null,
      limit: findExceededLimit(allocation, amount),
      stepped: true,
    })),
    write: assign(({ context }, text: string) => ({
      amount: Math.round(parseAmount(text, { whole: true }) ?? context.amount),
      typed: text,
      limit: null,
      stepped: false,
    })),
    settle: assign(({ context: { allocation, amount } }) => ({
      amount: clamp(amount, allocation.min, allocation.max),
      typed: null,
      limit: findExceededLimit(allocation, amount),
      stepped: false,
    })),
  },
  guards: {
    available: ({ context: { allocation, amount } }) =>
      !exceedsAllocation(allocation, clamp(amount, allocation.min, allocation.max)),
  },
  delays: { openLinkTimeout: 5_000 },
}).createMachine({
  id: 'alpha',
  context: ({ input }) => ({ allocation: input, amount: input.initial, typed: null, limit: null, stepped: false }),
  initial: 'closed',
  states: {
    closed: { description: 'The page is in front; the amount is kept for the next time.', on: { open: 'open' } },
    open: {
      description: 'The visitor chooses an amount and may ask to join.',
      invoke: { id: 'awaitBack', src: 'awaitBack', input: { dialog: null } },
      on: {
        slide: { actions: { type: 'slide', params: ({ event }) => event.amount } },
        write: { actions: { type: 'write', params: ({ event }) => event.text } },
        step: { actions: { type: 'step', params: ({ context, event }) => context.amount + event.by } },
        leave: { actions: 'settle' },
        request: { guard: 'available', target: 'requesting', actions: 'settle' },
        close: { target: 'closed', actions: 'settle' },
      },
    },
    requesting: {
      description: 'The messaging link opens in a new tab, while the modal closes.',
      tags: 'busy',
      invoke: {
        id: 'openRequest',
        src: 'openRequest',
        input: ({ context }) => ({ amount: context.amount }),
        onDone: 'requested.opened',
        onError: 'requested.unopened',
      },
      after: { openLinkTimeout: 'requested.unopened' },
      on: { open: 'open' },
    },
    requested: {
      description: 'A notice says whether the messaging app opened, and has a link that opens it again.',
      on: { open: { target: 'open', actions: 'settle' }, dismiss: { target: 'closed', actions: 'settle' } },
      initial: 'opened',
      states: {
        opened: { description: 'The messaging app has the request.' },
        unopened: { description: 'The browser opened no tab.' },
      },
    },
  },
});
