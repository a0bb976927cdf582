import type { Language } from '#domain/language';
import { formatsOf } from '../format';

/** The language of this folder. */
export const language: Language = 'fr';

export const { locale, decimal, grouped, dollars, fewerDollars, percent, usdc } = formatsOf({
  locale: 'fr',
  group: '\u202f',
  decimal: ',',
  dollars: (digits) => `${digits}\u00a0$`,
  percent: (digits) => `${digits}\u00a0%`,
  usdc: (digits) => `${digits} USDC`,
});
