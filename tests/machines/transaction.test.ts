import { expect, test } from 'vitest';
import { transactionMachine, type WatchedTransaction } from '#machines/transaction';
import { testLive } from '../engine/live';
import { createDoneEvent, createErrorEvent } from '../engine/words';
import { nthTransactionHash, transactionSamples } from '../samples/account';
import { sampleSender } from '../samples/connections';
import { checkScenario, type MachineScenario } from './scenarios';

const RECEIPT_SILENCE = 5 * 60_000;
const PAUSE = 30_000;
const watched: WatchedTransaction = { ...sampleSender, hash: nthTransactionHash(1), confirmations: 2 };

testLive(transactionMachine, transactionSamples, ({ given, input }) => ({
  '*': ({ context }) => expect(context).toEqual(input),
  watching: ({ children }) => {
    expect(given('awaitReceipt')).toEqual(input);
    expect([children.awaitReceipt !== undefined, children.watchReturn]).toEqual([true, undefined]);
  },
  resting: ({ children }) =>
    expect([children.awaitReceipt, children.watchReturn !== undefined]).toEqual([undefined, true]),
  pausing: ({ children }) =>
    expect([children.awaitReceipt, children.watchReturn !== undefined]).toEqual([undefined, true]),
  confirmed: ({ status, output }) => expect([status, output]).toEqual(['done', 'confirmed']),
  failed: ({ status, output }) => expect([status, output]).toEqual(['done', 'failed']),
}));

const failed = createErrorEvent('awaitReceipt', new Error('Timed out'));
const confirmed = createDoneEvent('awaitReceipt', 'confirmed');

test.each<MachineScenario>([
  ['is watched for 5 minutes', [RECEIPT_SILENCE - 1], 'watching'],
  ['is confirmed by its receipt', [RECEIPT_SILENCE - 1, confirmed], 'confirmed'],
  ['fails by its receipt', [createDoneEvent('awaitReceipt', 'failed')], 'failed'],
  ['rests if the network is silent for 5 minutes', [RECEIPT_SILENCE], 'resting'],
  ['rests until the visitor returns', [RECEIPT_SILENCE, PAUSE - 1], 'resting'],
  ['is watched again when the visitor returns', [RECEIPT_SILENCE, 'visitor.returned'], 'watching'],
  ['pauses if a node gives no receipt', [failed], 'pausing'],
  ['pauses if nothing can be asked', [createErrorEvent('awaitReceipt')], 'pausing'],
  ['pauses for 30 s', [failed, PAUSE - 1], 'pausing'],
  ['is watched again after 30 s', [failed, PAUSE], 'watching'],
  ['is watched again when the visitor returns during a pause', [failed, 'visitor.returned'], 'watching'],
  [
    'is watched as often as the visitor returns',
    [failed, 'visitor.returned', RECEIPT_SILENCE, 'visitor.returned'],
    'watching',
  ],
  ['is confirmed after a pause as well', [failed, PAUSE, confirmed], 'confirmed'],
])('a transaction is watched until there is a result: it %s', checkScenario(transactionMachine, { input: watched }));
