import { expect, test } from 'vitest';
import { parseChainId } from '#domain/chainId';

test.each<[id: number | null, answers: unknown[]]>([
  [1, [1, '0x1', '0x01']],
  [10, [10n]],
  [137, ['137']],
  [8453, ['0X2105']],
  // Invalid answers: texts that are no whole number, numbers that are no id, and values of other types.
  [null, ['', '0x', ' 1', '1.0', '1e0', '+1', '0b1', '9007199254740993']],
  [null, [-1, 0, 1.5, Number.NaN]],
  [null, [true, ['0x1'], [1], null, undefined, {}, new Date(1), new Number(1)]],
])('parseChainId() reads the chain id %s (null: invalid) from all its spellings', (id, answers) => {
  for (const answer of answers) expect(parseChainId(answer)).toBe(id);
});
