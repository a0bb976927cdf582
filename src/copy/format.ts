import type { DecimalMark } from '#domain/amount';

/** The marks by which a language writes numbers. A test compares them with `Intl`. */
interface Marks {
  /** The locale for `Intl`. The Arabic one names its digits, because browsers choose different ones by default. */
  locale: string;
  group: string;
  decimal: DecimalMark;
  dollars: (digits: string) => string;
  percent: (digits: string) => string;
  usdc: (digits: string) => string;
}

/** Isolates a value, so that its signs and digits keep their order in a right-to-left sentence. */
export const isolate = (value: string) => `\u2066${value}\u2069`;

/**
 * Returns the formats of a language. They format whole numbers without `Intl`, because its first use delays the page on
 * phones.
 */
export const createNumberFormats = ({ locale, group, decimal, dollars, percent, usdc }: Marks) => {
  /** Formats an amount for a field, with grouped thousands: `25,000`, `1,234.5`. */
  const groupDigits = (amount: number) =>
    Number.isSafeInteger(amount)
      ? String(amount).replace(/\B(?=(\d{3})+$)/g, group)
      : amount.toLocaleString(locale, { maximumFractionDigits: 6 });
  return {
    locale,
    decimalMark: decimal,
    groupDigits,
    formatDollars: (amount: number) => dollars(groupDigits(amount)),
    /** Formats a saving: `−$44`. */
    formatNegativeDollars: (amount: number) => dollars(groupDigits(amount)).replace(/(?=[$\d])/, '−'),
    formatPercent: (share: number) => percent(String(share)),
    formatUsdc: (amount: number) => usdc(groupDigits(amount)),
  };
};
