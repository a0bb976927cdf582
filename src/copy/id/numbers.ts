import type { Language } from '#domain/language';
import { formatsOf } from '../format';

/** The language of this folder. */
export const language: Language = 'id';

export const { locale, decimal, grouped, dollars, fewerDollars, percent, usdc } = formatsOf({
  locale: 'id',
  group: '.',
  decimal: ',',
  dollars: (digits) => `$${digits}`,
  percent: (digits) => `${digits}%`,
  usdc: (digits) => `${digits} USDC`,
});
