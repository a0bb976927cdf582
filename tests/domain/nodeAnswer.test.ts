import { expect, test } from 'vitest';
import { isValidNodeAnswer } from '#domain/nodeAnswer';

const hash = `0x${'a'.repeat(64)}`;
const receipt = { transactionHash: hash, blockNumber: '0x1', status: '0x1' };

const wrongReceipts = [{ blockNumber: true }, { status: 1 }, { transactionHash: [hash] }];

test.each<[isValid: boolean, method: string, answers: unknown[]]>([
  [true, 'eth_getBalance', ['0x0', `0x${'f'.repeat(64)}`]],
  [true, 'eth_blockNumber', ['0xAb']],
  [true, 'eth_call', ['0x', '0x00ff']],
  [true, 'eth_getTransactionReceipt', [null, receipt]],
  [true, 'eth_getTransactionByHash', [{ nonce: '0x7', blockNumber: null }]],
  [true, 'a_method_that_nobody_reads', [true]],
  [false, 'eth_getBalance', [true, ['0x1'], '1', '0x', '', 1, null, `0x1${'0'.repeat(64)}`]],
  [false, 'eth_blockNumber', [true]],
  [false, 'eth_getTransactionCount', ['1e3']],
  [false, 'eth_call', [true, '0x0']],
  [false, 'eth_getTransactionReceipt', [true, undefined, ...wrongReceipts.map((wrong) => ({ ...receipt, ...wrong }))]],
  [false, 'eth_getTransactionByHash', [{ nonce: true }]],
])('isValidNodeAnswer() returns %s for the method %s with the answers %j', (isValid, method, answers) => {
  for (const answer of answers) expect(isValidNodeAnswer(method, answer)).toBe(isValid);
});
