import type { DecimalMark } from '#domain/amount';

/** How a language writes numbers. A test compares it with `Intl`. */
interface Marks {
  /** The language as `Intl` names it. Arabic names its digits, because engines differ without. */
  locale: string;
  group: string;
  decimal: DecimalMark;
  dollars: (digits: string) => string;
  percent: (digits: string) => string;
  usdc: (digits: string) => string;
}

/** Isolates a value, so that a right-to-left sentence keeps the order of its signs and digits. */
export const isolate = (value: string) => `\u2066${value}\u2069`;

/**
 * Returns the formats of a language. They format whole numbers without `Intl`, whose first use takes up to 100 ms on a
 * phone.
 */
export const createNumberFormats = ({ locale, group, decimal, dollars, percent, usdc }: Marks) => {
  /** Groups the thousands of an amount, for fields: `25,000`, `1,234.5`. */
  const groupDigits = (amount: number) =>
    Number.isSafeInteger(amount)
      ? String(amount).replace(/\B(?=(\d{3})+$)/g, group)
      : amount.toLocaleString(locale, { maximumFractionDigits: 6 });
  return {
    locale,
    decimalMark: decimal,
    groupDigits,
    formatDollars: (amount: number) => dollars(groupDigits(amount)),
    /** A saving: `−$44`. */
    formatNegativeDollars: (amount: number) => dollars(groupDigits(amount)).replace(/(?=[$\d])/, '−'),
    formatPercent: (share: number) => percent(String(share)),
    formatUsdc: (amount: number) => usdc(groupDigits(amount)),
  };
};
