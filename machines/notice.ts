import { assign, setup } from 'xstate';
import { findNoticeEvents, INITIAL_VISIT, type Notice, type NoticeEvent, visitStateOf } from '#domain/notice';
import { followActor } from './system';

/**
 * Confirms changes of the visitor's connection, and shows failures, such as a rejected switch of the network.
 *
 * A newer confirmation replaces the one before, and is shown for the full time. A failure covers a confirmation. Both
 * stand at the bottom of the page.
 */
export const noticeMachine = setup({
  types: {
    context: {} as { notice: Notice | null },
    children: {} as { followSession: 'followSession' },
    events: {} as
      | NoticeEvent
      | { type: 'signOut.failed' | 'network.unchanged' }
      | { type: 'dismiss' | 'dismissFailure' },
  },
  actors: {
    followSession: followActor('session', visitStateOf, {
      atRest: true,
      tell: (now, before = INITIAL_VISIT) => findNoticeEvents(before, now),
    }),
  },
  actions: { showNotice: assign({ notice: (_, notice: Notice) => notice }), hideNotice: assign({ notice: null }) },
  delays: { noticeDuration: 5_000, failureDuration: 8_000 },
}).createMachine({
  id: 'notice',
  context: { notice: null },
  invoke: { id: 'followSession', src: 'followSession' },
  type: 'parallel',
  states: {
    confirmation: {
      description: 'The page confirms what the visitor has done.',
      initial: 'none',
      on: {
        'notice.posted': { target: '.shown', actions: { type: 'showNotice', params: ({ event }) => event.notice } },
      },
      states: {
        none: { description: 'There is nothing to confirm.', entry: 'hideNotice' },
        shown: {
          description: 'The visitor sees what has happened.',
          on: { dismiss: 'none' },
          after: { noticeDuration: 'none' },
        },
      },
    },
    failure: {
      description: 'The page tells what has failed.',
      initial: 'none',
      on: { 'signOut.failed': '.signOut', 'network.unchanged': '.unchanged' },
      states: {
        none: { description: 'Nothing has failed.' },
        signOut: {
          description: 'The server may not have ended the session.',
          on: { dismissFailure: 'none', 'dialog.requested': 'none' },
        },
        unchanged: {
          description: 'The wallet has rejected another network, or not answered. The visitor need not do anything.',
          on: { dismissFailure: 'none', 'dialog.requested': 'none', 'network.changed': 'none' },
          after: { failureDuration: 'none' },
        },
      },
    },
  },
});
