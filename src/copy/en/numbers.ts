import type { Language } from '#domain/language';
import { formatsOf } from '../format';

export const language: Language = 'en';

/** The formats of numbers and amounts in this language. */
export const { locale, decimal, groupDigits, dollars, negativeDollars, percent, usdc } = formatsOf({
  locale: 'en-US',
  group: ',',
  decimal: '.',
  dollars: (digits) => `$${digits}`,
  percent: (digits) => `${digits}%`,
  usdc: (digits) => `${digits} USDC`,
});
