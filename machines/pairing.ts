import { assign, emit, setup } from 'xstate';
import type { FailureReason } from '#domain/attempt';
import { type ChildIds, port, watcher } from './port';
import { relayMachine } from './relay';
import { forwardEventsOfChild } from './system';

/**
 * The page's only pairing with a phone, shared by all attempts to connect.
 *
 * A code cannot be withdrawn before the library has created it. If the attempt ends earlier, the code is `unwanted`,
 * and the next attempt may take it over. The machine `connection` requests a code for an attempt, and receives the
 * result. The attempt receives the code, and events of the connection to the relay.
 */
export const pairingMachine = setup({
  types: {
    context: {} as { attempt: string | null; uri: string | null; reason: FailureReason | null; missed: boolean },
    children: {} as ChildIds<'pairPhone' | 'withdrawCode' | 'reloadPage' | 'relayLine' | 'relay'>,
    events: {} as
      | { type: 'request' | 'leave'; attempt: string }
      | { type: 'code.shown'; uri: string }
      | { type: 'phone.approved' | 'relay.refused' }
      | { type: 'line.lost' | 'line.restored' | 'line.gone' }
      | { type: 'pairing.failed'; reason: FailureReason }
      | { type: 'library.missed'; online: boolean },
    emitted: {} as
      | { type: 'code.arrived'; attempt: string; uri: string }
      | { type: 'pairing.approved' | 'line.lost' | 'line.restored'; attempt: string }
      | { type: 'pairing.refused'; attempt: string; reason: FailureReason },
    tags: {} as 'busy',
  },
  actors: {
    pairPhone: watcher('make a code and wait for the phone'),
    withdrawCode: port<void, { uri: string }>('withdraw a code'),
    reloadPage: port<void>('load the page anew'),
    relayLine: forwardEventsOfChild('relay'),
    relay: relayMachine,
  },
  actions: {
    claim: assign((_, attempt: string) => ({ attempt, reason: null })),
    release: assign({ attempt: null }),
    setCode: assign((_, uri: string) => ({ uri })),
    clearCode: assign({ uri: null }),
    setMissed: assign({ missed: true }),
    fail: assign((_, reason: FailureReason) => ({ uri: null, reason })),
    tellCode: emit(
      ({ context: { attempt, uri } }) => ({ type: 'code.arrived', attempt: attempt!, uri: uri! }) as const,
    ),
    tellLost: emit(({ context }) => ({ type: 'line.lost', attempt: context.attempt! }) as const),
    tellRestored: emit(({ context }) => ({ type: 'line.restored', attempt: context.attempt! }) as const),
    tellApproved: emit(({ context }) => ({ type: 'pairing.approved', attempt: context.attempt! }) as const),
    tellRefused: emit(
      ({ context: { attempt, reason } }) =>
        ({ type: 'pairing.refused', attempt: attempt!, reason: reason ?? 'failed' }) as const,
    ),
  },
  guards: {
    wanted: ({ context }) => context.attempt !== null,
    owner: ({ context }, attempt: string) => attempt === context.attempt,
    missedAgain: ({ context }, online: boolean) => context.missed && online,
  },
  delays: { codeTimeout: 60_000, codeLifetime: 330_000, withdrawTimeout: 2_000, reloadTimeout: 10_000 },
}).createMachine({
  id: 'pairing',
  context: { attempt: null, uri: null, reason: null, missed: false },
  initial: 'idle',
  states: {
    idle: {
      description: 'No attempt needs a phone.',
      on: { request: { target: 'pairing', actions: { type: 'claim', params: ({ event }) => event.attempt } } },
    },
    pairing: {
      description: 'The library creates a code, then waits for a phone that scans it.',
      invoke: { id: 'pairPhone', src: 'pairPhone' },
      initial: 'starting',
      on: {
        'pairing.failed': [
          { guard: 'wanted', target: 'failed', actions: { type: 'fail', params: ({ event }) => event.reason } },
          { target: 'idle' },
        ],
        'library.missed': [
          {
            guard: { type: 'missedAgain', params: ({ event }) => event.online },
            target: 'reloading',
            actions: { type: 'fail', params: 'unreachable' },
          },
          { target: 'failed', actions: ['setMissed', { type: 'fail', params: 'unreachable' }] },
        ],
      },
      states: {
        starting: {
          description: 'The code has not arrived yet, so it cannot be withdrawn.',
          initial: 'awaited',
          on: {
            request: { target: '.awaited.takenOver', actions: { type: 'claim', params: ({ event }) => event.attempt } },
          },
          states: {
            awaited: {
              description: 'An attempt waits for the code.',
              tags: 'busy',
              on: {
                'code.shown': {
                  target: '#pairing.pairing.shown',
                  actions: { type: 'setCode', params: ({ event }) => event.uri },
                },
                'relay.refused': { target: 'stuck', actions: { type: 'fail', params: 'refused' } },
                leave: {
                  guard: { type: 'owner', params: ({ event }) => event.attempt },
                  target: 'unwanted',
                  actions: 'release',
                },
              },
              after: { codeTimeout: { target: 'stuck', actions: { type: 'fail', params: 'unreachable' } } },
              initial: 'wanted',
              states: {
                wanted: { description: 'The attempt has requested it.' },
                takenOver: {
                  description: 'An earlier attempt has requested it.',
                  on: { 'pairing.failed': { target: '#pairing.pairing', reenter: true } },
                },
              },
            },
            unwanted: {
              description: 'The attempt has left. The code is withdrawn as soon as it arrives.',
              on: {
                'code.shown': {
                  target: '#pairing.withdrawing',
                  actions: { type: 'setCode', params: ({ event }) => event.uri },
                },
              },
            },
            stuck: {
              description: 'The attempt shows why there is no code. The library continues to try.',
              entry: 'tellRefused',
              on: {
                request: {
                  target: '#pairing.pairing',
                  reenter: true,
                  actions: { type: 'claim', params: ({ event }) => event.attempt },
                },
                'code.shown': {
                  target: '#pairing.withdrawing',
                  actions: [{ type: 'setCode', params: ({ event }) => event.uri }, 'release'],
                },
              },
            },
          },
        },
        shown: {
          description: 'The code is shown, and a phone may approve.',
          tags: 'busy',
          entry: 'tellCode',
          on: {
            'phone.approved': '#pairing.approved',
            'line.lost': { actions: 'tellLost' },
            'line.restored': { actions: 'tellRestored' },
            'line.gone': { target: '#pairing.failed', actions: { type: 'fail', params: 'unreachable' } },
            request: {
              target: '#pairing.withdrawing',
              actions: { type: 'claim', params: ({ event }) => event.attempt },
            },
            leave: {
              guard: { type: 'owner', params: ({ event }) => event.attempt },
              target: '#pairing.withdrawing',
              actions: 'release',
            },
          },
          after: { codeLifetime: { target: '#pairing.failed', actions: { type: 'fail', params: 'expired' } } },
          invoke: [
            { id: 'relayLine', src: 'relayLine', input: ({ self }) => ({ owner: self }) },
            { id: 'relay', src: 'relay', input: { isNeeded: true } },
          ],
        },
      },
    },
    withdrawing: {
      description: 'The code is withdrawn: a phone that scans it learns that it is void.',
      invoke: {
        id: 'withdrawCode',
        src: 'withdrawCode',
        input: ({ context }) => ({ uri: context.uri ?? '' }),
        onDone: 'withdrawn',
        onError: 'withdrawn',
      },
      on: {
        request: { actions: { type: 'claim', params: ({ event }) => event.attempt } },
        leave: { guard: { type: 'owner', params: ({ event }) => event.attempt }, actions: 'release' },
      },
      after: { withdrawTimeout: 'withdrawn' },
    },
    withdrawn: {
      description: 'The code is void. An attempt that has started meanwhile gets another one.',
      entry: 'clearCode',
      always: [{ guard: 'wanted', target: 'pairing' }, { target: 'idle' }],
    },
    approved: {
      description: 'The phone approved. The session lasts until it is ended, or until another pairing.',
      entry: ['clearCode', 'tellApproved'],
      on: { request: { target: 'pairing', actions: { type: 'claim', params: ({ event }) => event.attempt } } },
    },
    failed: {
      description: 'The pairing failed, and the attempt shows the reason.',
      entry: 'tellRefused',
      on: { request: { target: 'pairing', actions: { type: 'claim', params: ({ event }) => event.attempt } } },
    },
    reloading: {
      description: 'The library could not be loaded twice. Browsers load it again only after a reload.',
      tags: 'busy',
      invoke: { id: 'reloadPage', src: 'reloadPage', onDone: 'failed', onError: 'failed' },
      on: {
        leave: { guard: { type: 'owner', params: ({ event }) => event.attempt }, target: 'idle', actions: 'release' },
      },
      after: { reloadTimeout: 'failed' },
    },
  },
});
