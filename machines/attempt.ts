import { assign, sendTo, setup } from 'xstate';
import type { FailureReason } from '#domain/attempt';
import { connectsByCode, type Wallet } from '#domain/wallet';
import { clipboardMachine } from './clipboard';
import { type ChildIds, watcher } from './port';
import { linkToActor } from './system';

/**
 * A single attempt to connect a wallet.
 *
 * It belongs to the dialog step that invokes it: leaving the step ends the attempt, and late answers change nothing. It
 * claims its wallet from the machine `connection`, which asks the wallet to connect. The machine `pairing` sends codes.
 */
export const attemptMachine = setup({
  types: {
    input: {} as { wallet: Wallet; codeLifetime?: number; renewalLimit?: number },
    context: {} as {
      wallet: Wallet;
      /** The pairing URI of the shown code. When the code is renewed, the old URI stays until the new one arrives. */
      uri: string | null;
      /** How many seconds a code is shown. */
      codeLifetime: number;
      /** Seconds until the code expires; 0 once it cannot be used. */
      left: number;
      /** The number of the code: 1 for the first. */
      code: number;
      /** How often the code was renewed since the visitor last asked for one. */
      renewals: number;
      renewalLimit: number;
      hidden: boolean;
      /** Whether the relay (WalletConnect's server) is out of reach, so that no phone can answer. */
      cutOff: boolean;
      reason: FailureReason | null;
    },
    children: {} as ChildIds<'connectionLine' | 'pairingLine' | 'watchPage' | 'clipboard'>,
    events: {} as
      | { type: 'claim.approved' }
      | { type: 'claim.refused'; reason: FailureReason }
      | { type: 'code.arrived'; uri: string }
      | { type: 'line.lost' | 'line.restored' }
      | { type: 'link.followed' | 'page.hidden' | 'page.visible' }
      | { type: 'retry' | 'renew' },
    tags: {} as 'busy',
  },
  actors: {
    connectionLine: linkToActor('connection'),
    pairingLine: linkToActor('pairing'),
    watchPage: watcher('notice whether the page is in sight'),
    clipboard: clipboardMachine,
  },
  actions: {
    begin: assign({ left: 0, reason: null, cutOff: false }),
    setLine: assign({ cutOff: ({ event }) => event.type === 'line.lost' }),
    claim: sendTo('connectionLine', ({ context: { wallet }, self }) => ({
      type: 'claim',
      wallet,
      attempt: self.sessionId,
    })),
    withdraw: sendTo('connectionLine', ({ self }) => ({ type: 'withdraw', attempt: self.sessionId })),
    showCode: assign(({ context }, uri: string) => ({ uri, left: context.codeLifetime, code: context.code + 1 })),
    countDown: assign({ left: ({ context }) => context.left - 1 }),
    countRenewal: assign({ renewals: ({ context }) => context.renewals + 1 }),
    resetRenewals: assign({ renewals: 0 }),
    setVisibility: assign({ hidden: ({ event }) => event.type === 'page.hidden' }),
    clearCode: assign({ uri: null, left: 0 }),
    fail: assign((_, reason: FailureReason) => ({ uri: null, left: 0, code: 0, reason })),
  },
  guards: {
    scans: ({ context }) => connectsByCode(context.wallet),
    spent: ({ context }) => context.left <= 1,
    spentAndRenewable: ({ context: { left, renewals, renewalLimit, hidden } }) =>
      left <= 1 && renewals < renewalLimit && !hidden,
    renewable: ({ context }) => context.renewals < context.renewalLimit,
    expired: ({ context }, reason: FailureReason) => reason === 'expired' && context.left > 0,
    expiredAndRenewable: ({ context: { left, renewals, renewalLimit, hidden } }, reason: FailureReason) =>
      reason === 'expired' && left > 0 && renewals < renewalLimit && !hidden,
    expiredUnseen: ({ context }, reason: FailureReason) => reason === 'expired' && context.left === 0,
  },
  delays: { codeTimeout: 10_000, second: 1_000, slowHintDelay: 15_000, walletReplyTimeout: 120_000 },
}).createMachine({
  id: 'attempt',
  context: ({ input: { wallet, codeLifetime = 300, renewalLimit = 3 } }) => ({
    wallet,
    codeLifetime,
    renewalLimit,
    uri: null,
    left: 0,
    code: 0,
    renewals: 0,
    hidden: false,
    cutOff: false,
    reason: null,
  }),
  invoke: [
    {
      id: 'connectionLine',
      src: 'connectionLine',
      input: ({ self: { sessionId: attempt } }) => ({ own: { attempt }, last: { type: 'leave', attempt } }),
    },
    { id: 'pairingLine', src: 'pairingLine', input: ({ self }) => ({ own: { attempt: self.sessionId } }) },
    { id: 'watchPage', src: 'watchPage' },
  ],
  initial: 'asking',
  on: { 'page.hidden': { actions: 'setVisibility' }, 'page.visible': { actions: 'setVisibility' } },
  states: {
    asking: {
      description: 'The wallet has been asked. Leaving withdraws the request.',
      tags: 'busy',
      entry: ['begin', 'claim'],
      exit: 'withdraw',
      on: {
        'line.lost': { actions: 'setLine' },
        'line.restored': { actions: 'setLine' },
        'claim.approved': 'approved',
        'claim.refused': [
          {
            guard: { type: 'expiredAndRenewable', params: ({ event }) => event.reason },
            target: 'asking',
            reenter: true,
            actions: 'countRenewal',
          },
          { guard: { type: 'expired', params: ({ event }) => event.reason }, target: 'lapsed' },
          {
            guard: { type: 'expiredUnseen', params: ({ event }) => event.reason },
            target: 'failed',
            actions: { type: 'fail', params: 'unreachable' },
          },
          { target: 'failed', actions: { type: 'fail', params: ({ event }) => event.reason } },
        ],
      },
      initial: 'begun',
      states: {
        begun: {
          description: 'Decides at once how this wallet is asked.',
          always: [{ guard: 'scans', target: 'preparing' }, { target: 'opening' }],
        },
        preparing: {
          description: 'The library makes a pairing code. The old code, if any, stays in sight until then.',
          on: {
            'code.arrived': { target: 'scanning', actions: { type: 'showCode', params: ({ event }) => event.uri } },
          },
          after: { codeTimeout: { target: '#attempt.failed', actions: { type: 'fail', params: 'unreachable' } } },
        },
        scanning: {
          description: 'The code is shown for at most five minutes; then another replaces it. Its link can be copied.',
          invoke: { id: 'clipboard', src: 'clipboard' },
          on: { 'link.followed': 'opening' },
          initial: 'ticking',
          states: {
            ticking: {
              description: 'One second passes.',
              after: {
                second: [
                  { guard: 'spentAndRenewable', target: '#attempt.asking', reenter: true, actions: 'countRenewal' },
                  { guard: 'spent', target: '#attempt.lapsed' },
                  { target: 'ticking', reenter: true, actions: 'countDown' },
                ],
              },
            },
          },
        },
        opening: {
          description: 'The wallet shows the request in its own window, or in an app on this phone.',
          initial: 'fresh',
          after: { walletReplyTimeout: { target: '#attempt.failed', actions: { type: 'fail', params: 'timedOut' } } },
          states: {
            fresh: { description: 'The wallet was just asked.', after: { slowHintDelay: 'slow' } },
            slow: { description: 'The wallet is slow, so the visitor gets a hint.' },
          },
        },
      },
    },
    lapsed: {
      description: 'The code has expired unused. The visitor can ask for a new one. The page does so on return.',
      entry: 'clearCode',
      on: {
        renew: { target: 'asking', actions: 'resetRenewals' },
        'page.visible': [
          { guard: 'renewable', target: 'asking', actions: ['setVisibility', 'countRenewal'] },
          { actions: 'setVisibility' },
        ],
      },
    },
    failed: {
      description: 'The attempt failed, and the visitor reads why.',
      on: { retry: { target: 'asking', actions: 'resetRenewals' } },
    },
    approved: { type: 'final', description: 'The wallet approved.' },
  },
});
