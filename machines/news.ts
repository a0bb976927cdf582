import { assign, setup } from 'xstate';
import {
  type ConnectionChange,
  findConnectionChange,
  statusUnlessWaiting,
  type VisitorStatus,
  visitorStatusOf,
} from '#domain/news';
import { visitStateOf } from '#domain/notice';
import { followActor } from './system';

/**
 * Announces changes of the visitor's connection to screen readers, each once.
 *
 * While a dialog is open, screen readers read nothing outside it. So the open dialog announces the changes.
 * Other announcements stay until the visitor's status changes.
 */
export const newsMachine = setup({
  types: {
    input: {} as { mustSignIn: boolean },
    context: {} as {
      mustSignIn: boolean;
      last: VisitorStatus;
      /** The last status in which the page awaited nothing, such as `connected`. */
      settled: string | null;
      code: ConnectionChange | null;
      inside: boolean;
      /** The number of the announcement, so that a repeated one is announced again. */
      count: number;
    },
    children: {} as { followSession: 'followSession' },
    events: {} as { type: 'session.changed'; now: VisitorStatus },
  },
  actors: {
    followSession: followActor(
      'session',
      (session: Parameters<typeof visitStateOf>[0]) => visitorStatusOf(visitStateOf(session)),
      { atRest: true, tell: (now) => [{ type: 'session.changed', now }] },
    ),
  },
  actions: {
    setLast: assign(({ context }, now: VisitorStatus) => ({
      last: now,
      settled: statusUnlessWaiting(now) ?? context.settled,
    })),
    announce: assign(({ context: { last, settled, mustSignIn, count } }, now: VisitorStatus) => ({
      code: findConnectionChange(last, now, settled, mustSignIn),
      inside: now.open,
      count: count + 1,
    })),
    silence: assign({ code: null }),
  },
  guards: {
    isNews: ({ context: { last, settled, mustSignIn } }, now: VisitorStatus) =>
      findConnectionChange(last, now, settled, mustSignIn) !== null,
    isOver: ({ context: { last, inside } }, { status, open }: VisitorStatus) =>
      status !== last.status || (inside && !open),
  },
}).createMachine({
  id: 'news',
  context: ({ input: { mustSignIn } }) => ({
    mustSignIn,
    last: { status: 'reconnecting', connection: null, open: false },
    settled: null,
    code: null,
    inside: false,
    count: 0,
  }),
  invoke: { id: 'followSession', src: 'followSession' },
  initial: 'silent',
  on: {
    'session.changed': [
      {
        guard: { type: 'isNews', params: ({ event }) => event.now },
        target: '.told',
        reenter: true,
        actions: [
          { type: 'announce', params: ({ event }) => event.now },
          { type: 'setLast', params: ({ event }) => event.now },
        ],
      },
      {
        guard: { type: 'isOver', params: ({ event }) => event.now },
        target: '.silent',
        actions: { type: 'setLast', params: ({ event }) => event.now },
      },
      { actions: { type: 'setLast', params: ({ event }) => event.now } },
    ],
  },
  states: {
    silent: { description: 'There is nothing to announce.', entry: 'silence' },
    told: { description: 'A change of the connection is announced.' },
  },
});
