import type { Language } from '#domain/language';
import { formatsOf } from '../format';

/** The language of this folder. */
export const language: Language = 'tr';

/** The formats of numbers and amounts in this language. */
export const { locale, decimal, groupDigits, dollars, negativeDollars, percent, usdc } = formatsOf({
  locale: 'tr',
  group: '.',
  decimal: ',',
  dollars: (digits) => `$${digits}`,
  percent: (digits) => `%${digits}`,
  usdc: (digits) => `${digits} USDC`,
});
