import { clamp, type DecimalMark, parseAmount } from './amount';

/** The amount that the comparison shows first, and the largest amount that it accepts, in dollars. */
export const INITIAL_COMPARED_AMOUNT = 50;
export const LARGEST_COMPARED_AMOUNT = 1e12;

/** Returns the yearly costs of borrowing here and at Kamino in whole dollars, and the saving from 0 to 100 %. */
export function compareCosts(amount: number) {
  const entered = Math.max(0, amount);
  // Divides whole numbers, because factors such as 0.1 or 0.03 are inexact and could round a half down.
  const borrowed = (2 * entered * 10) / 100;
  const iABorrowCost = Math.round((borrowed * 3) / 100);
  const kaminoCost = Math.round((entered * 5) / 100);
  const difference = kaminoCost - iABorrowCost;
  const savingsPercentage = kaminoCost === 0 ? 0 : Math.round((100 * difference) / kaminoCost);
  return { iABorrowCost, kaminoCost, difference, savingsPercentage };
}

export type CostComparison = ReturnType<typeof compareCosts>;

/** Returns the heights of the bars in px: the competitor's from 30 to 120, and ours in proportion, from 15 to 60. */
export function computeBarHeights(amount: number) {
  const { iABorrowCost, kaminoCost } = compareCosts(amount);
  const kamino = 30 + (90 * amount) / (amount + 50);
  return { kamino, iABorrow: kaminoCost ? clamp((kamino * iABorrowCost) / kaminoCost, 15, 60) : 15 };
}

/** Parses an amount to compare. Empty texts and negative amounts count as 0. Null if the text is no number. */
export function parseComparedAmount(text: string, decimal: DecimalMark): number | null {
  const amount = text.trim() === '' ? 0 : parseAmount(text, { decimal });
  return amount === null ? null : clamp(amount, 0, LARGEST_COMPARED_AMOUNT);
}
