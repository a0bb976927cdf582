import type { Transaction } from '#domain/transaction';
import type { transactionsMachine } from '#machines/transactions';
import type { World } from '../engine/paths';
import type { PropertySettings } from '../engine/properties';
import { sender } from './connections';

export const nthHash = (nth: number) => `0x${String(nth).padStart(64, '0')}`;

export const sentOf = (nth: number, status: Transaction['status'] = 'pending'): Transaction => ({
  hash: nthHash(nth),
  description: `Supply ${nth} SOL`,
  status,
  confirmations: 1,
});

export const transactionsWorld: World<typeof transactionsMachine> & PropertySettings = {
  names: { none: [], one: [sentOf(1)], two: [sentOf(2), sentOf(1, 'confirmed')], sender },
  samples: [[], [sentOf(1)], [sentOf(2), sentOf(1, 'confirmed')]].map((list) => ({
    type: 'transactions.changed',
    account: sender,
    list,
  })),
};
