import { emit, setup } from 'xstate';
import { type ChildIds, port, watcher } from './port';

/**
 * Keeps the connection to the relay, through which the page and a phone speak.
 *
 * Such a connection can die without a sign while another app covers the page, so it is checked when the visitor
 * returns. The parent runs this machine while a code is shown, or while the wallet on a phone is connected.
 */
export const relayMachine = setup({
  types: {
    input: {} as { isNeeded: boolean },
    context: {} as { isNeeded: boolean },
    children: {} as ChildIds<'watchLine' | 'watchReturn' | 'reviveLine'>,
    events: {} as { type: 'line.dropped' | 'line.opened' | 'visitor.returned' },
    emitted: {} as { type: 'line.lost' | 'line.restored' | 'line.gone' },
  },
  actors: {
    watchLine: watcher('watch the connection to the relay'),
    watchReturn: watcher('notice that the visitor returns to the page'),
    reviveLine: port<void>('open the connection to the relay again if it is dead'),
  },
  actions: {
    tellLost: emit({ type: 'line.lost' }),
    tellRestored: emit({ type: 'line.restored' }),
    tellGone: emit({ type: 'line.gone' }),
  },
  guards: { isNeeded: ({ context }) => context.isNeeded },
  delays: {
    /** Delays the report of a lost connection, because the library mostly opens it again within this time. */
    noticeDelay: 2_000,
    reviveTimeout: 10_000,
    retryDelay: 5_000,
    lineTimeout: 60_000,
  },
}).createMachine({
  id: 'relay',
  context: ({ input }) => input,
  initial: 'begun',
  states: {
    begun: {
      description: 'Decides whether the wallet is reached through the relay.',
      always: [{ guard: 'isNeeded', target: 'needed' }, { target: 'unneeded' }],
    },
    unneeded: { description: 'The wallet is on this device, or has a service of its own.' },
    needed: {
      description: 'A phone may speak at any time.',
      invoke: [
        { id: 'watchLine', src: 'watchLine' },
        { id: 'watchReturn', src: 'watchReturn' },
      ],
      initial: 'live',
      states: {
        live: {
          description: 'The relay can deliver what a phone says.',
          on: { 'line.dropped': 'interrupted', 'visitor.returned': 'checking' },
        },
        interrupted: {
          description: 'The connection broke off. The library opens it again, mostly at once.',
          on: { 'line.opened': 'live', 'visitor.returned': 'checking' },
          after: { noticeDelay: 'lost' },
        },
        checking: {
          description: 'Another app has covered the page, so the connection may be dead without a sign.',
          invoke: { id: 'reviveLine', src: 'reviveLine', onDone: 'live', onError: 'lost' },
          after: { reviveTimeout: 'lost' },
        },
        lost: {
          description: 'The relay is out of reach. The connection is opened again and again for a minute.',
          entry: 'tellLost',
          on: { 'line.opened': { target: 'live', actions: 'tellRestored' }, 'visitor.returned': '.retrying' },
          after: { lineTimeout: 'gone' },
          initial: 'retrying',
          states: {
            retrying: {
              description: 'The page opens the connection again.',
              invoke: {
                id: 'reviveLine',
                src: 'reviveLine',
                onDone: { target: '#relay.needed.live', actions: 'tellRestored' },
                onError: 'pausing',
              },
            },
            pausing: {
              description: 'The relay did not answer, and is asked again in a while.',
              after: { retryDelay: 'retrying' },
            },
          },
        },
        gone: {
          description: 'The relay stays out of reach. It is asked again when the visitor returns.',
          entry: 'tellGone',
          on: { 'line.opened': { target: 'live', actions: 'tellRestored' }, 'visitor.returned': 'checking' },
        },
      },
    },
  },
});
