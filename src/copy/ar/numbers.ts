import type { Language } from '#domain/language';
import { createNumberFormats, isolate } from '../format';

export const language: Language = 'ar';

export const { locale, decimalMark, groupDigits, formatDollars, formatNegativeDollars, formatPercent, formatUsdc } =
  createNumberFormats({
    locale: 'ar-u-nu-latn',
    group: ',',
    decimal: '.',
    dollars: (digits) => isolate(`$${digits}`),
    percent: (digits) => isolate(`${digits}%`),
    usdc: (digits) => isolate(`${digits} USDC`),
  });
