import type { DecimalMark } from '#domain/amount';

/** The language of this folder, as `Intl` names it. */
export const language = 'en-US';

export const decimal: DecimalMark = '.';

/**
 * Groups the thousands of an amount: `25,000`, `1,234.5`. Formats whole numbers without `Intl`, whose first use takes
 * up to 100 ms on a phone. A test compares the two.
 */
export const grouped = (amount: number) =>
  Number.isSafeInteger(amount)
    ? String(amount).replace(/\B(?=(\d{3})+$)/g, ',')
    : amount.toLocaleString(language, { maximumFractionDigits: 6 });

export const dollars = (amount: number) => `$${grouped(amount)}`;

/** A saving: `−$44`. */
export const fewerDollars = (amount: number) => `−${dollars(amount)}`;

export const percent = (share: number) => `${share}%`;
