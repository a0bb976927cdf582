import type { Language } from '#domain/language';
import { formatsOf } from '../format';

/** The language of this folder. */
export const language: Language = 'fr';

/** The formats of numbers and amounts in this language. */
export const { locale, decimal, groupDigits, dollars, negativeDollars, percent, usdc } = formatsOf({
  locale: 'fr',
  group: '\u202f',
  decimal: ',',
  dollars: (digits) => `${digits}\u00a0$`,
  percent: (digits) => `${digits}\u00a0%`,
  usdc: (digits) => `${digits} USDC`,
});
