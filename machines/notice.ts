import { assign, setup } from 'xstate';
import type { Connection, Notice } from '#domain/connection';

/** Returns the event that tells the notice machine about a change of `connection`. */
export const postedNotice = (code: Notice['code'], connection: Connection | null) => ({
  type: 'notice.posted' as const,
  notice: { code, address: connection?.address ?? '', name: connection?.wallet.name ?? '' },
});

/**
 * Confirms in sight what has just become of the visitor's connection.
 *
 * `none → shown`, and back after a few seconds or when the visitor dismisses it. A newer notice takes the place of the one
 * before, and has its full time. `session` shows failures, such as a rejected switch (`trouble`).
 */
export const noticeMachine = setup({
  types: {
    context: {} as { notice: Notice | null },
    events: {} as { type: 'notice.posted'; notice: Notice } | { type: 'dismiss' },
  },
  actions: {
    showNotice: assign({ notice: (_, notice: Notice) => notice }),
    hideNotice: assign({ notice: null }),
  },
  /** Nothing is confirmed to a visitor who was not connected. */
  guards: { connected: (_, { address }: Notice) => address !== '' },
  delays: { noticeDuration: 5_000 },
}).createMachine({
  id: 'notice',
  context: { notice: null },
  initial: 'none',
  on: {
    'notice.posted': {
      guard: { type: 'connected', params: ({ event }) => event.notice },
      target: '.shown',
      reenter: true,
      actions: { type: 'showNotice', params: ({ event }) => event.notice },
    },
  },
  states: {
    none: { description: 'There is nothing to confirm.', entry: 'hideNotice' },
    shown: {
      description: 'The visitor sees what has happened.',
      on: { dismiss: 'none' },
      after: { noticeDuration: 'none' },
    },
  },
});
