import type { transactionMachine } from '#machines/transaction';
import type { World } from '../engine/paths';
import type { Claims } from '../engine/properties';
import { done } from '../engine/words';
import { sender } from './connections';
import { hashOf } from './transactions';

export const transactionWorld: World<typeof transactionMachine> & Claims = {
  inputs: [{ ...sender, hash: hashOf(1), confirmations: 1 }],
  samples: ['confirmed', 'failed'].map((outcome) => done('awaitReceipt', outcome)),
};
