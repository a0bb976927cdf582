import type { Language } from '#domain/language';
import { formatsOf, isolate } from '../format';

/** The language of this folder. */
export const language: Language = 'ar';

export const { locale, decimal, grouped, dollars, fewerDollars, percent, usdc } = formatsOf({
  locale: 'ar-u-nu-latn',
  group: ',',
  decimal: '.',
  dollars: (digits) => isolate(`$${digits}`),
  percent: (digits) => isolate(`${digits}%`),
  usdc: (digits) => isolate(`${digits} USDC`),
});
