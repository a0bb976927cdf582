import { setup } from 'xstate';
import type { Account, TransactionOutcome } from '#domain/transaction';
import { port, watcher } from './port';

/** A pending transaction, and the account that sent it. */
export interface WatchedTransaction extends Account {
  hash: string;
  /** How many blocks must contain or follow the transaction until it counts as confirmed. At least 1. */
  confirmations: number;
}

/**
 * Waits for the receipt of a sent transaction.
 *
 * If the wait fails, the transaction stays pending. It is watched again later, or when the visitor returns.
 */
export const transactionMachine = setup({
  types: {
    input: {} as WatchedTransaction,
    context: {} as WatchedTransaction,
    output: {} as TransactionOutcome,
    children: {} as { awaitReceipt: 'awaitReceipt'; watchReturn: 'watchReturn' },
    events: {} as { type: 'visitor.returned' },
  },
  actors: {
    awaitReceipt: port<TransactionOutcome, WatchedTransaction>('wait for a receipt'),
    watchReturn: watcher('notice that the visitor is back'),
  },
  guards: { confirmed: (_, outcome: TransactionOutcome) => outcome === 'confirmed' },
  delays: { retryDelay: 30_000, receiptTimeout: 300_000 },
}).createMachine({
  id: 'transaction',
  context: ({ input }) => input,
  initial: 'watching',
  states: {
    watching: {
      description: 'The network is asked for the receipt.',
      invoke: {
        id: 'awaitReceipt',
        src: 'awaitReceipt',
        input: ({ context }) => context,
        onDone: [
          { guard: { type: 'confirmed', params: ({ event }) => event.output }, target: 'confirmed' },
          { target: 'failed' },
        ],
        onError: 'pausing',
      },
      after: { receiptTimeout: 'resting' },
    },
    pausing: {
      description: 'The node failed, and is asked again in a while.',
      invoke: { id: 'watchReturn', src: 'watchReturn' },
      on: { 'visitor.returned': 'watching' },
      after: { retryDelay: 'watching' },
    },
    resting: {
      description: 'The transaction is still pending, and not watched for now.',
      invoke: { id: 'watchReturn', src: 'watchReturn' },
      on: { 'visitor.returned': 'watching' },
    },
    confirmed: { type: 'final', description: 'The transaction is confirmed.', output: 'confirmed' },
    failed: {
      type: 'final',
      description: 'The transaction has failed: reverted, cancelled or replaced.',
      output: 'failed',
    },
  },
  output: ({ event }) => event.output as TransactionOutcome,
});
