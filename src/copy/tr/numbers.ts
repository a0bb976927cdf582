import type { Language } from '#domain/language';
import { createNumberFormats } from '../format';

export const language: Language = 'tr';

export const { locale, decimalMark, groupDigits, formatDollars, formatNegativeDollars, formatPercent, formatUsdc } =
  createNumberFormats({
    locale: 'tr',
    group: '.',
    decimal: ',',
    dollars: (digits) => `$${digits}`,
    percent: (digits) => `%${digits}`,
    usdc: (digits) => `${digits} USDC`,
  });
