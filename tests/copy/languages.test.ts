import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAmount } from '#domain/amount';
import { KNOWN_LANGUAGES, type Language } from '#domain/language';
import { forAll } from '../support/forAll.ts';
import { COPY_CHECKS } from './checks.ts';
import { listSentences, loadCopy } from './sentences.ts';
import { COPY_TERMS } from './terms.ts';

const languages = Object.keys(KNOWN_LANGUAGES) as Language[];
const english = listSentences('en');

describe.each(languages.filter((language) => language !== 'en'))('the sentences in %s', (language) => {
  const own = listSentences(language);

  test.each(Object.entries(COPY_CHECKS))('the sentences pass the check: %s', (_, faultsIn) =>
    expect(
      faultsIn({ english, own, language, dir: KNOWN_LANGUAGES[language].dir, terms: COPY_TERMS[language] }),
    ).toEqual([]),
  );

  test('the sentences with another brand verb differ only in the brand', () => {
    const changed = listSentences(language, 'finance');
    const different = [...own].filter(([path, text]) => text.replaceAll('iABorrow', 'iAFinance') !== changed.get(path));
    expect(different).toEqual([]);
  });
});

describe.each(languages)('the numbers in %s', (language) => {
  const {
    language: own,
    locale,
    decimalMark: decimal,
    groupDigits,
    formatDollars,
    formatNegativeDollars,
    formatPercent,
    formatUsdc,
  } = loadCopy(language);

  test('numbers are formatted like Intl formats them, and parse back', () => {
    expect(own).toBe(language);
    const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 6, useGrouping: 'always' });
    expect(format.formatToParts(1.5).find(({ type }) => type === 'decimal')?.value).toBe(decimal);
    forAll(fc.maxSafeInteger(), (amount) => {
      expect(groupDigits(amount).replaceAll('\u00a0', '\u202f')).toBe(
        format
          .format(amount)
          .replace('\u2212', '-')
          .replaceAll(/[\u200e\u200f]/g, ''),
      );
      expect(parseAmount(groupDigits(amount), { decimal })).toBe(amount);
      expect(parseAmount(groupDigits(amount), { decimal, whole: true })).toBe(amount);
      expect(parseAmount(formatUsdc(amount), { decimal })).toBe(amount);
    });
    forAll(fc.nat(99_999), (amount) => {
      expect(parseAmount(formatDollars(amount), { decimal, whole: true })).toBe(amount);
    });
  });

  test('the percent sign is where Intl puts it', () => {
    const plain = (text: string) => text.replace(/[\u200e\u200f\u2066\u2069]/g, '').replace(/\s/g, ' ');
    expect(plain(formatPercent(88))).toBe(plain(new Intl.NumberFormat(locale, { style: 'percent' }).format(0.88)));
  });

  test('numbers are isolated in Arabic script, and only there', () => {
    const isRtl = KNOWN_LANGUAGES[language].dir === 'rtl';
    for (const text of [formatDollars(25_000), formatNegativeDollars(44), formatPercent(88), formatUsdc(1000)])
      expect(/^\u2066[^\u2066\u2069]+\u2069$/.test(text)).toBe(isRtl);
    expect(groupDigits(25_000)).not.toMatch(/[\u2066-\u2069]/);
  });
});
