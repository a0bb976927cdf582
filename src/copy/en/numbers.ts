import type { Language } from '#domain/language';
import { createNumberFormats } from '../format';

export const language: Language = 'en';

/** The formats of numbers and amounts in this language. */
export const { locale, decimalMark, groupDigits, formatDollars, formatNegativeDollars, formatPercent, formatUsdc } =
  createNumberFormats({
    locale: 'en-US',
    group: ',',
    decimal: '.',
    dollars: (digits) => `$${digits}`,
    percent: (digits) => `${digits}%`,
    usdc: (digits) => `${digits} USDC`,
  });
