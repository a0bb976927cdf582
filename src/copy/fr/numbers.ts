import type { Language } from '#domain/language';
import { formatsOf } from '../format';

export const language: Language = 'fr';

export const { locale, decimal, groupDigits, dollars, negativeDollars, percent, usdc } = formatsOf({
  locale: 'fr',
  group: '\u202f',
  decimal: ',',
  dollars: (digits) => `${digits}\u00a0$`,
  percent: (digits) => `${digits}\u00a0%`,
  usdc: (digits) => `${digits} USDC`,
});
