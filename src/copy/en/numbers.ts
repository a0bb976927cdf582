/** The language of this folder, as `Intl` names it. */
export const language = 'en-US';

/**
 * Returns an amount with its thousands grouped: `25,000`, `1,234.5`. Whole numbers are written without `Intl`, since its
 * first use costs a phone up to 100 ms. A test compares the two.
 */
export const grouped = (amount: number) =>
  Number.isSafeInteger(amount)
    ? String(amount).replace(/\B(?=(\d{3})+$)/g, ',')
    : amount.toLocaleString(language, { maximumFractionDigits: 6 });

/** Returns whole dollars, grouped: `$77,975`. */
export const dollars = (amount: number) => `$${grouped(amount)}`;
