import { assign, setup } from 'xstate';
import { type Reason, reasonOf } from '#domain/attempt';
import { scans, type Wallet } from '#domain/wallet';
import { port, watcher } from './port';

/**
 * One try at connecting one wallet.
 *
 * `asking (preparing → scanning, or opening) → approved`, or `failed`, from where it can be tried again. It belongs to
 * whoever invoked it: when that dialog step is left, the attempt is over, and nothing that comes late changes anything.
 */
export const attemptMachine = setup({
  types: {
    input: {} as { wallet: Wallet; life?: number },
    context: {} as {
      wallet: Wallet;
      /** The pairing URI of the code that is shown: the one before, while another is made. */
      uri: string | null;
      /** Seconds that a code is shown. */
      life: number;
      /** Seconds until the code is replaced; 0 if it is of no use any more. */
      left: number;
      /** Which code it is: 1 for the first. */
      code: number;
      reason: Reason | null;
    },
    children: {} as { attend: 'attend'; requestConnection: 'requestConnection'; copyLink: 'copyLink' },
    events: {} as { type: 'code.arrived'; uri: string } | { type: 'link.followed' } | { type: 'copy' | 'retry' },
    tags: {} as 'busy',
  },
  actors: {
    /** Listens to the wallet as long as the attempt counts, also after a failure: it may still say yes. */
    attend: watcher<{ wallet: Wallet }>('listen to the wallet that is asked'),
    requestConnection: port<void, { wallet: Wallet }>('ask a wallet to connect'),
    copyLink: port<void, { uri: string }>('copy a link'),
  },
  actions: {
    begin: assign({ left: 0, reason: null }),
    show: assign(({ context }, uri: string) => ({ uri, left: context.life, code: context.code + 1 })),
    count: assign({ left: ({ context }) => context.left - 1 }),
    fail: assign((_, reason: Reason) => ({ uri: null, left: 0, code: 0, reason })),
  },
  guards: {
    scans: ({ context }) => scans(context.wallet),
    spent: ({ context }) => context.left <= 1,
    expired: ({ context }, reason: Reason) => reason === 'expired' && context.left > 0,
    expiredUnseen: ({ context }, reason: Reason) => reason === 'expired' && context.left === 0,
  },
  delays: {
    reach: 10_000,
    second: 1_000,
    moment: 1_500,
    glance: 15_000,
    patience: 120_000,
  },
}).createMachine({
  id: 'attempt',
  context: ({ input }) => ({ life: 300, ...input, uri: null, left: 0, code: 0, reason: null }),
  invoke: { id: 'attend', src: 'attend', input: ({ context }) => ({ wallet: context.wallet }) },
  initial: 'asking',
  states: {
    asking: {
      description: 'The wallet was asked. Leaving takes the question back.',
      tags: 'busy',
      entry: 'begin',
      invoke: {
        id: 'requestConnection',
        src: 'requestConnection',
        input: ({ context }) => ({ wallet: context.wallet }),
        onDone: 'approved',
        onError: [
          { guard: { type: 'expired', params: ({ event }) => reasonOf(event.error) }, target: 'asking', reenter: true },
          {
            guard: { type: 'expiredUnseen', params: ({ event }) => reasonOf(event.error) },
            target: 'failed',
            actions: { type: 'fail', params: 'unreachable' },
          },
          { target: 'failed', actions: { type: 'fail', params: ({ event }) => reasonOf(event.error) } },
        ],
      },
      initial: 'begun',
      states: {
        begun: {
          description: 'Decides at once how this wallet is asked.',
          always: [{ guard: 'scans', target: 'preparing' }, { target: 'opening' }],
        },
        preparing: {
          description: 'A pairing code is being made. The one before it, if any, stays in sight until then.',
          on: { 'code.arrived': { target: 'scanning', actions: { type: 'show', params: ({ event }) => event.uri } } },
          after: { reach: { target: '#attempt.failed', actions: { type: 'fail', params: 'unreachable' } } },
        },
        scanning: {
          description: 'The code is shown, for five minutes at most; then another takes its place.',
          type: 'parallel',
          on: { 'link.followed': 'opening' },
          states: {
            age: {
              description: 'Its time is counted down.',
              initial: 'ticking',
              states: {
                ticking: {
                  description: 'A second is running.',
                  after: {
                    second: [
                      { guard: 'spent', target: '#attempt.asking', reenter: true },
                      { target: 'ticking', reenter: true, actions: 'count' },
                    ],
                  },
                },
              },
            },
            link: {
              description: 'What the code says can also be copied.',
              initial: 'idle',
              on: { copy: '.copying' },
              states: {
                idle: { description: 'It can be copied.' },
                copying: {
                  description: 'The clipboard is asked.',
                  tags: 'busy',
                  invoke: {
                    id: 'copyLink',
                    src: 'copyLink',
                    input: ({ context }) => ({ uri: context.uri ?? '' }),
                    onDone: 'copied',
                    onError: 'refused',
                  },
                  after: { reach: 'refused' },
                },
                copied: { description: 'It is in the clipboard.', after: { moment: 'idle' } },
                refused: { description: 'The browser did not let it be copied.', after: { moment: 'idle' } },
              },
            },
          },
        },
        opening: {
          description: 'The wallet has the word: in a window of its own, or in an app on this phone.',
          initial: 'fresh',
          after: { patience: { target: '#attempt.failed', actions: { type: 'fail', params: 'timedOut' } } },
          states: {
            fresh: { description: 'It was just asked.', after: { glance: 'slow' } },
            slow: { description: 'It takes its time, so the visitor gets a hint.' },
          },
        },
      },
    },
    failed: {
      description: 'It came to nothing, for a reason that is told.',
      on: { retry: 'asking' },
    },
    approved: { type: 'final', description: 'The wallet said yes.' },
  },
});
