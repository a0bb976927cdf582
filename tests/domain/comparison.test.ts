import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareCosts, computeBarHeights, LARGEST_COMPARED_AMOUNT, parseComparedAmount } from '#domain/comparison';
import { forAll } from '../support/forAll.ts';

const amounts = fc.oneof(
  fc.integer({ min: -1000, max: 100_000 }),
  fc.double({ min: -LARGEST_COMPARED_AMOUNT, max: LARGEST_COMPARED_AMOUNT, noNaN: true, noDefaultInfinity: true }),
);

describe('comparing costs', () => {
  test.each([
    [50, 0, 3, 3, 100],
    [100, 1, 5, 4, 80],
    [1000, 6, 50, 44, 88],
    [0, 0, 0, 0, 0],
    [9, 0, 0, 0, 0],
    [-50, 0, 0, 0, 0],
    // Halves are rounded up.
    [83.333334, 1, 4, 3, 75],
    [10, 0, 1, 1, 100],
    [LARGEST_COMPARED_AMOUNT, 6e9, 5e10, 4.4e10, 88],
  ])(
    'for %d, the cost is %d here and %d at a competitor, which saves %d or %d %%',
    (amount, iABorrowCost, kaminoCost, difference, savingsPercentage) => {
      expect(compareCosts(amount)).toEqual({ iABorrowCost, kaminoCost, difference, savingsPercentage });
    },
  );

  test('gives whole, non-negative numbers, of which two add up to the third', () => {
    forAll(amounts, (amount) => {
      const costs = compareCosts(amount);
      for (const figure of Object.values(costs)) expect(Number.isInteger(figure) && figure >= 0).toBe(true);
      expect(costs.savingsPercentage).toBeLessThanOrEqual(100);
      expect(costs.iABorrowCost + costs.difference).toBe(costs.kaminoCost);
    });
  });
});

describe('the bars of the comparison', () => {
  const from0 = fc.double({ min: 0, max: LARGEST_COMPARED_AMOUNT, noNaN: true });

  test('bar heights stay within 30 to 120 px and 15 to 60 px', () => {
    forAll(from0, (amount) => {
      const { kamino, iABorrow } = computeBarHeights(amount);
      expect(kamino >= 30 && kamino <= 120 && iABorrow >= 15 && iABorrow <= 60).toBe(true);
    });
  });

  test("the competitor's bar grows with the amount", () => {
    forAll(from0, from0, (a, b) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)].map((amount) => computeBarHeights(amount).kamino);
      expect(low! - high!).toBeLessThan(1e-9);
    });
    expect(computeBarHeights(50).kamino).toBeLessThan(computeBarHeights(51).kamino);
  });

  test('our bar is in proportion to our costs, unless a limit of its height applies', () => {
    forAll(from0, (amount) => {
      const { kamino, iABorrow } = computeBarHeights(amount);
      const { iABorrowCost, kaminoCost } = compareCosts(amount);
      if (iABorrow > 15 && iABorrow < 60) expect(iABorrow / kamino).toBeCloseTo(iABorrowCost / kaminoCost);
    });
    expect(computeBarHeights(83.333334).iABorrow).toBeCloseTo((30 + (90 * 83.333334) / 133.333334) / 4);
    expect(computeBarHeights(1000).iABorrow).toBe(15);
  });

  test('the bars start at their smallest height', () =>
    expect(computeBarHeights(0)).toEqual({ kamino: 30, iABorrow: 15 }));
});

test.each([
  ['', 0],
  [' ', 0],
  ['-5', 0],
  ['1,000', 1000],
  ['1e15', LARGEST_COMPARED_AMOUNT],
  ['abc', null],
])('parses the amount %j as %s', (text, amount) => expect(parseComparedAmount(text, '.')).toBe(amount));
