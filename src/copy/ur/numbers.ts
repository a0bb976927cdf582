import type { Language } from '#domain/language';
import { formatsOf, isolate } from '../format';

/** The language of this folder. */
export const language: Language = 'ur';

/** The formats of numbers and amounts in this language. */
export const { locale, decimal, groupDigits, dollars, negativeDollars, percent, usdc } = formatsOf({
  locale: 'ur-u-nu-latn',
  group: ',',
  decimal: '.',
  dollars: (digits) => isolate(`$${digits}`),
  percent: (digits) => isolate(`${digits}%`),
  usdc: (digits) => isolate(`${digits} USDC`),
});
