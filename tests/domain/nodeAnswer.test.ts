import { expect, test } from 'vitest';
import { isValidNodeAnswer } from '#domain/nodeAnswer';

const hash = `0x${'a'.repeat(64)}`;
const receipt = { transactionHash: hash, blockNumber: '0x1', status: '0x1' };

test.each([
  ['eth_getBalance', '0x0'],
  ['eth_getBalance', `0x${'f'.repeat(64)}`],
  ['eth_blockNumber', '0xAb'],
  ['eth_call', '0x'],
  ['eth_call', '0x00ff'],
  ['eth_getTransactionReceipt', null],
  ['eth_getTransactionReceipt', receipt],
  ['eth_getTransactionByHash', { nonce: '0x7', blockNumber: null }],
  ['a_method_that_nobody_reads', true],
])("accepts the node's answer to %s: %j", (method, answer) => expect(isValidNodeAnswer(method, answer)).toBe(true));

test.each([
  ['eth_getBalance', true],
  ['eth_getBalance', ['0x1']],
  ['eth_getBalance', '1'],
  ['eth_getBalance', '0x'],
  ['eth_getBalance', ''],
  ['eth_getBalance', 1],
  ['eth_getBalance', null],
  ['eth_getBalance', `0x1${'0'.repeat(64)}`],
  ['eth_blockNumber', true],
  ['eth_getTransactionCount', '1e3'],
  ['eth_call', true],
  ['eth_call', '0x0'],
  ['eth_getTransactionReceipt', true],
  ['eth_getTransactionReceipt', undefined],
  ['eth_getTransactionReceipt', { ...receipt, blockNumber: true }],
  ['eth_getTransactionReceipt', { ...receipt, status: 1 }],
  ['eth_getTransactionReceipt', { ...receipt, transactionHash: [hash] }],
  ['eth_getTransactionByHash', { nonce: true }],
])("refuses the node's answer to %s: %j", (method, answer) => expect(isValidNodeAnswer(method, answer)).toBe(false));
