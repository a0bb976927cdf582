import type { transactionMachine } from '#machines/transaction';
import type { World } from '../engine/paths';
import type { PropertySettings } from '../engine/properties';
import { createDoneEvent } from '../engine/words';
import { sampleSender } from './connections';
import { nthTransactionHash } from './transactions';

/** The inputs and events with which tests explore the transaction machine. */
export const transactionWorld: World<typeof transactionMachine> & PropertySettings = {
  inputs: [{ ...sampleSender, hash: nthTransactionHash(1), confirmations: 1 }],
  samples: ['confirmed', 'failed'].map((outcome) => createDoneEvent('awaitReceipt', outcome)),
};
