import type { Language } from '#domain/language';
import { formatsOf, isolate } from '../format';

export const language: Language = 'ur';

export const { locale, decimal, groupDigits, dollars, negativeDollars, percent, usdc } = formatsOf({
  locale: 'ur-u-nu-latn',
  group: ',',
  decimal: '.',
  dollars: (digits) => isolate(`$${digits}`),
  percent: (digits) => isolate(`${digits}%`),
  usdc: (digits) => isolate(`${digits} USDC`),
});
