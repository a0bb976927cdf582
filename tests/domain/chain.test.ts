import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createExplorerLink, ETHEREUM, isSupportedChain } from '#domain/chain';
import { forAll } from '../support/forAll.ts';

const hash = `0x${'aB'.repeat(32)}`;
const address = '0x52908400098527886E0F7030069857D2E4169EE7';

test('Ethereum has chain id 1, its currency and its explorer', () => {
  const explorer = 'https://etherscan.io';
  expect(ETHEREUM).toMatchObject({ id: 1, name: 'Ethereum', symbol: 'ETH', decimals: 18, explorer });
});

test('a network is supported if the site lists it', () => {
  expect(isSupportedChain([ETHEREUM], 1)).toBe(true);
  expect(isSupportedChain([ETHEREUM], 10)).toBe(false);
  expect(isSupportedChain([], 1)).toBe(false);
});

test.each<[explorer: string, base: string | null]>([
  ['https://etherscan.io', 'https://etherscan.io'],
  ['https://etherscan.io/', 'https://etherscan.io'],
  ['https://example.com/explorer//', 'https://example.com/explorer'],
  ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
  ...['', '/', 'etherscan.io', 'javascript:alert(1)//', 'data:text/html,'].map((bad): [string, null] => [bad, null]),
])('links to the explorer %j begin with %s (null: no link)', (explorer, base) => {
  expect(createExplorerLink({ explorer }, 'tx', hash)).toBe(base && `${base}/tx/${hash}`);
  expect(createExplorerLink({ explorer }, 'address', address)).toBe(base && `${base}/address/${address}`);
});

test('an explorer has no page for an invalid hash or address', () => {
  expect(createExplorerLink(ETHEREUM, 'tx', address)).toBeNull();
  expect(createExplorerLink(ETHEREUM, 'address', hash)).toBeNull();
  forAll(fc.string(), fc.constantFrom('tx', 'address'), (value, kind) => {
    expect(createExplorerLink(ETHEREUM, kind, value)).toBeNull();
  });
});
