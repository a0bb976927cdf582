import { expect, test } from 'vitest';
import { isValidNodeAnswer } from '#domain/nodeAnswer';

const hash = `0x${'a'.repeat(64)}`;
const receipt = { transactionHash: hash, blockNumber: '0x1', status: '0x1' };

test.each<[method: string, answers: unknown[]]>([
  ['eth_getBalance', ['0x0', `0x${'f'.repeat(64)}`]],
  ['eth_blockNumber', ['0xAb']],
  ['eth_call', ['0x', '0x00ff']],
  ['eth_getTransactionReceipt', [null, receipt]],
  ['eth_getTransactionByHash', [{ nonce: '0x7', blockNumber: null }]],
  ['a_method_that_nobody_reads', [true]],
])("accepts the node's answers to %s: %j", (method, answers) => {
  for (const answer of answers) expect(isValidNodeAnswer(method, answer)).toBe(true);
});

const wrongReceipts = [{ blockNumber: true }, { status: 1 }, { transactionHash: [hash] }];

test.each<[method: string, answers: unknown[]]>([
  ['eth_getBalance', [true, ['0x1'], '1', '0x', '', 1, null, `0x1${'0'.repeat(64)}`]],
  ['eth_blockNumber', [true]],
  ['eth_getTransactionCount', ['1e3']],
  ['eth_call', [true, '0x0']],
  ['eth_getTransactionReceipt', [true, undefined, ...wrongReceipts.map((wrong) => ({ ...receipt, ...wrong }))]],
  ['eth_getTransactionByHash', [{ nonce: true }]],
])("refuses the node's answers to %s: %j", (method, answers) => {
  for (const answer of answers) expect(isValidNodeAnswer(method, answer)).toBe(false);
});
