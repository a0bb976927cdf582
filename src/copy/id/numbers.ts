import type { Language } from '#domain/language';
import { formatsOf } from '../format';

export const language: Language = 'id';

export const { locale, decimal, groupDigits, dollars, negativeDollars, percent, usdc } = formatsOf({
  locale: 'id',
  group: '.',
  decimal: ',',
  dollars: (digits) => `$${digits}`,
  percent: (digits) => `${digits}%`,
  usdc: (digits) => `${digits} USDC`,
});
