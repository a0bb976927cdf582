import { expect, test } from 'vitest';
import { comparisonMachine } from '#machines/comparison';
import { presentComparison } from '../../src/views/landing/comparison.present';
import { formatPhrase } from '../support/words';
import { expectCopyKeys, snapshotAt } from './state';

const shownAt = (path: string, amount: number, typed: string | null = null) =>
  presentComparison(snapshotAt(comparisonMachine, path, { amount, typed, decimal: '.' }));

test.each([
  ['idle', null],
  ['typing', null],
  ['answered', 'comparison.spoken'],
])('announces the costs only after a pause in typing (state: %s)', (path, key) => {
  expectCopyKeys(shownAt(path, 1_000).heard).toBe(key);
});

test('announces both costs and the saving in one sentence', () => {
  const { heard, costs } = shownAt('answered', 1_000);
  expect([heard?.values, costs]).toEqual([[1_000, costs], expect.objectContaining({ kaminoCost: 50 })]);
  expect(formatPhrase(heard)).toMatch(/1,000 USDC .* \$50 .* \$6 .* \$44.* 88%/);
});

test('asks for an amount if the field contains none', () => {
  const { saving, words } = shownAt('typing', 0);
  expectCopyKeys([saving, words]).toEqual(['comparison.empty', null]);
});

test.each([
  [50, '$3', '$0', '100%', '−$3'],
  [1_000, '$50', '$6', '88%', '−$44'],
  [9, '$0', '$0', '0%', ''],
])('shows what borrowing %i USDC costs, and what it saves', (amount, kamino, ours, percent, less) => {
  const { costs, ...shown } = shownAt('typing', amount);
  expect([`$${costs.kaminoCost}`, `$${costs.iABorrowCost}`]).toEqual([kamino, ours]);
  expect([formatPhrase(shown.saving), formatPhrase(shown.less)]).toEqual([percent, less]);
  expectCopyKeys([shown.saving, shown.words]).toEqual(['comparison.percent', 'comparison.words']);
});

test('keeps the text while the visitor types, and marks the button of the same amount', () => {
  const { text, quick } = shownAt('typing', 10_000, '10000.');
  expect([text, shownAt('typing', 10_000).text]).toEqual(['10000.', '10,000']);
  expect(quick.map(({ quick, isPressed }) => [quick, isPressed])).toEqual([
    [1_000, false],
    [10_000, true],
    [50_000, false],
  ]);
});
