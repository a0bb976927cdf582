import type { Transaction } from '#domain/transaction';
import type { transactionsMachine } from '#machines/transactions';
import type { World } from '../engine/paths';
import type { Claims } from '../engine/properties';
import { sender } from './connections';

export const hashOf = (nth: number) => `0x${String(nth).padStart(64, '0')}`;

export const sentOf = (nth: number, status: Transaction['status'] = 'pending'): Transaction => ({
  hash: hashOf(nth),
  description: `Supply ${nth} SOL`,
  status,
  confirmations: 1,
});

export const transactionsWorld: World<typeof transactionsMachine> & Claims = {
  names: { none: [], one: [sentOf(1)], two: [sentOf(2), sentOf(1, 'confirmed')], sender },
  samples: [[], [sentOf(1)], [sentOf(2), sentOf(1, 'confirmed')]].map((list) => ({
    type: 'transactions.changed',
    account: sender,
    list,
  })),
};
