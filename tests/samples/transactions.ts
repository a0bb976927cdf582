import type { Transaction } from '#domain/transaction';
import type { transactionsMachine } from '#machines/transactions';
import type { World } from '../engine/paths';
import { sampleSender } from './connections';

/** Returns a transaction hash that ends with the number `nth`. */
export const nthTransactionHash = (nth: number) => `0x${String(nth).padStart(64, '0')}`;

/** Returns the transaction number `nth` of a sample account. */
export const nthTransaction = (nth: number, status: Transaction['status'] = 'pending'): Transaction => ({
  hash: nthTransactionHash(nth),
  description: `Supply ${nth} SOL`,
  status,
  confirmations: 1,
});

export const transactionsWorld: World<typeof transactionsMachine> = {
  names: {
    none: [],
    one: [nthTransaction(1)],
    two: [nthTransaction(2), nthTransaction(1, 'confirmed')],
    sender: sampleSender,
  },
  samples: [[], [nthTransaction(1)], [nthTransaction(2), nthTransaction(1, 'confirmed')]].map((list) => ({
    type: 'transactions.changed',
    account: sampleSender,
    list,
  })),
};
