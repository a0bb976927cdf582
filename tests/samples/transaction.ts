import type { transactionMachine } from '#machines/transaction';
import type { World } from '../engine/paths';
import { createDoneEvent } from '../engine/words';
import { sampleSender } from './connections';
import { nthTransactionHash } from './transactions';

export const transactionWorld: World<typeof transactionMachine> = {
  inputs: [{ ...sampleSender, hash: nthTransactionHash(1), confirmations: 1 }],
  samples: ['confirmed', 'failed'].map((outcome) => createDoneEvent('awaitReceipt', outcome)),
};
