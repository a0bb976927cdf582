import type { Language } from '#domain/language';
import { createNumberFormats } from '../format';

export const language: Language = 'fr';

export const { locale, decimalMark, groupDigits, formatDollars, formatNegativeDollars, formatPercent, formatUsdc } =
  createNumberFormats({
    locale: 'fr',
    group: '\u202f',
    decimal: ',',
    dollars: (digits) => `${digits}\u00a0$`,
    percent: (digits) => `${digits}\u00a0%`,
    usdc: (digits) => `${digits} USDC`,
  });
