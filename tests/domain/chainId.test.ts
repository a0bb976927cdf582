import { expect, test } from 'vitest';
import { parseChainId } from '#domain/chainId';

test.each([
  [1, 1],
  [10n, 10],
  ['0x1', 1],
  ['0X2105', 8453],
  ['0x01', 1],
  ['137', 137],
])('parses the chain id %s', (answer, id) => expect(parseChainId(answer)).toBe(id));

test.each<[string, unknown[]]>([
  ['a text that is no whole number', ['', '0x', ' 1', '1.0', '1e0', '+1', '0b1', '9007199254740993']],
  ['a number that is no id', [-1, 0, 1.5, Number.NaN]],
  ['anything else', [true, ['0x1'], [1], null, undefined, {}, new Date(1), new Number(1)]],
])('refuses %s as a chain id: %j', (_, answers) => {
  for (const answer of answers) expect(parseChainId(answer)).toBeNull();
});
