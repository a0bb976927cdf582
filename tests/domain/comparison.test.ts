import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clamp } from '#domain/amount';
import { compareCosts, computeBarHeights, LARGEST_COMPARED_AMOUNT, parseComparedAmount } from '#domain/comparison';
import { forAll } from '../support/forAll.ts';

const amounts = fc.oneof(
  fc.integer({ min: -1000, max: 100_000 }),
  fc.double({ min: -LARGEST_COMPARED_AMOUNT, max: LARGEST_COMPARED_AMOUNT, noNaN: true, noDefaultInfinity: true }),
);

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
  'for %d USDC, we charge %d and the competitor %d, which saves %d, or %d percent',
  (amount, iABorrowCost, kaminoCost, difference, savingsPercentage) => {
    expect(compareCosts(amount)).toEqual({ iABorrowCost, kaminoCost, difference, savingsPercentage });
  },
);

test("costs are whole and non-negative, and ours plus the saving is the competitor's", () => {
  forAll(amounts, (amount) => {
    const costs = compareCosts(amount);
    for (const figure of Object.values(costs)) expect(Number.isInteger(figure) && figure >= 0).toBe(true);
    expect(costs.savingsPercentage).toBeLessThanOrEqual(100);
    expect(costs.iABorrowCost + costs.difference).toBe(costs.kaminoCost);
  });
});

test("the competitor's bar grows with the amount; ours is shorter by the cost ratio", () => {
  forAll(fc.double({ min: 0, max: LARGEST_COMPARED_AMOUNT, noNaN: true }), (amount) => {
    const { kamino, iABorrow } = computeBarHeights(amount);
    const { iABorrowCost, kaminoCost } = compareCosts(amount);
    expect(kamino).toBeCloseTo(30 + (90 * amount) / (amount + 50));
    expect(iABorrow).toBeCloseTo(clamp((kamino * iABorrowCost) / (kaminoCost || 1), 15, 60));
  });
  expect(computeBarHeights(0)).toEqual({ kamino: 30, iABorrow: 15 });
  expect(computeBarHeights(50).kamino).toBe(75);
  expect(computeBarHeights(83.333334).iABorrow).toBeCloseTo((30 + (90 * 83.333334) / 133.333334) / 4);
  expect(computeBarHeights(1000).iABorrow).toBe(15);
});

test.each([
  ['', 0],
  [' ', 0],
  ['-5', 0],
  ['1,000', 1000],
  ['1e15', LARGEST_COMPARED_AMOUNT],
  ['abc', null],
])('parses the amount %j as %s', (text, amount) => expect(parseComparedAmount(text, '.')).toBe(amount));
