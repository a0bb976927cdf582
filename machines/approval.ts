import { sendTo, setup } from 'xstate';
import { type FailureReason, failureReasonOf } from '#domain/attempt';
import { connectsByCode, type Wallet } from '#domain/wallet';
import { type ChildIds, port } from './port';
import { linkToActor } from './system';

/**
 * Asks a wallet's owner to approve the connection, for the attempt that has claimed the wallet.
 *
 * The parent, `connection`, sets the time limit. It learns of an approval from wagmi, when the connector opens.
 */
export const approvalMachine = setup({
  types: {
    input: {} as { wallet: Wallet; attempt: string },
    context: {} as { wallet: Wallet; attempt: string },
    output: {} as FailureReason,
    children: {} as ChildIds<'pairingLine' | 'openConnector'>,
    events: {} as { type: 'pairing.approved' } | { type: 'pairing.refused'; reason: FailureReason },
  },
  actors: {
    /** Sends `leave` when this machine ends, which withdraws a pairing code that is still shown. */
    pairingLine: linkToActor('pairing'),
    openConnector: port<void, { wallet: Wallet }>('ask a wallet to connect'),
  },
  actions: { requestPairing: sendTo('pairingLine', ({ context }) => ({ type: 'request', attempt: context.attempt })) },
  guards: { isPaired: ({ context }) => connectsByCode(context.wallet) },
}).createMachine({
  id: 'approval',
  context: ({ input }) => input,
  invoke: {
    id: 'pairingLine',
    src: 'pairingLine',
    input: ({ context: { attempt } }) => ({ own: { attempt }, last: { type: 'leave', attempt } }),
  },
  initial: 'begun',
  states: {
    begun: {
      description: 'Decides at once whether a phone must be paired first.',
      always: [{ guard: 'isPaired', target: 'pairing' }, { target: 'opening' }],
    },
    pairing: {
      description: 'The machine `pairing` shows a code, and waits for a phone.',
      entry: 'requestPairing',
      on: { 'pairing.approved': 'opening', 'pairing.refused': 'refused' },
    },
    opening: {
      description: 'The connector opens: the wallet asks its owner, or the paired phone has answered already.',
      invoke: {
        id: 'openConnector',
        src: 'openConnector',
        input: ({ context: { wallet } }) => ({ wallet }),
        onError: 'refused',
      },
    },
    refused: {
      type: 'final',
      description: 'The wallet or its owner has refused, or cannot be reached.',
      output: ({ event }) =>
        'reason' in event ? event.reason : failureReasonOf('error' in event ? event.error : null),
    },
  },
  output: ({ event }) => event.output as FailureReason,
});
