import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAmount } from '#domain/amount';
import { KNOWN_LANGUAGES, type Language } from '#domain/language';
import { forAll } from '../support/forAll.ts';
import { COPY_CHECKS } from './checks.ts';
import { listSentences, loadCopy } from './sentences.ts';
import { COPY_TERMS } from './terms.ts';

type Translation = keyof typeof COPY_TERMS;
const languages = Object.keys(KNOWN_LANGUAGES) as Language[];
const english = listSentences('en');

function findFaults(language: Translation, own: ReadonlyMap<string, string>) {
  const checked = { english, own, language, dir: KNOWN_LANGUAGES[language].dir, terms: COPY_TERMS[language] };
  return Object.fromEntries(Object.entries(COPY_CHECKS).map(([check, faultsIn]) => [check, faultsIn(checked)]));
}

describe.each(Object.keys(COPY_TERMS) as Translation[])('the sentences in %s', (language) => {
  const own = listSentences(language);

  test('the sentences pass all checks of translations', () => {
    for (const [check, faults] of Object.entries(findFaults(language, own))) expect(faults, check).toEqual([]);
  });

  test('with another verb in the brand name, the sentences differ only in that name', () => {
    const changed = listSentences(language, 'finance');
    const different = [...own].filter(([path, text]) => text.replaceAll('iABorrow', 'iAFinance') !== changed.get(path));
    expect(different).toEqual([]);
  });
});

const once = 'contain each name and value once, as English does';
const isolated = 'isolate amounts in Arabic script, and write no range with a dash';

test.each<[string, Translation, path: string, text: string | undefined, check: string]>([
  ['a missing sentence', 'tr', 'page.close', undefined, 'have the keys of English'],
  ['a superfluous sentence', 'tr', 'page.extra', 'Fazla', 'have the keys of English'],
  ['a misspelt placeholder', 'tr', 'served.control.reconnect', '{walet} bağlantısını yenile', once],
  ['a name that occurs twice', 'fr', 'dialogs.getName', 'Obtenir ⟪name⟫ ⟪name⟫', once],
  ['a wrong number', 'tr', 'page.comparison.title', 'Borç almak %60 daha ucuz', 'contain the numbers of English'],
  ['an English sentence', 'ms', 'page.close', 'Close', 'are translated'],
  ['an English word', 'fr', 'page.close', 'Fermer wallet', 'contain no English word'],
  ['a translated name', 'tr', 'dialogs.nothing', '“⟪name⟫”: CüzdanBağlantısı deneyin.', 'keep the names'],
  ['a suffix at a name', 'tr', 'dialogs.getName', '⟪name⟫’i edinin', 'glue nothing to a name'],
  ['an article at a name', 'fr', 'dialogs.getName', 'Obtenir d’⟪name⟫', 'glue nothing to a name'],
  ['the word for left or right', 'ar', 'page.close', 'إغلاق على اليسار', 'name no side'],
  ['a word for betting', 'id', 'served.hero.subline', 'Taruhan SOL. Pinjam USDC.', 'have no word that claims more'],
  ['a claim to be certified', 'fr', 'served.halal.title', '100 % halal certifié', 'have no word that claims more'],
  ['an amount without isolation', 'ar', 'page.alpha.limit.min', 'أصغر مبلغ هو $10,000.', isolated],
  ['a Latin question mark', 'ar', 'page.alpha.title', 'كم تريد أن تقترض من USDC?', 'punctuate as the language does'],
  [
    'a breaking space before punctuation',
    'fr',
    'served.error.title',
    'Erreur inattendue !',
    'punctuate as the language does',
  ],
  ['a long label', 'tr', 'page.close', 'Bu pencereyi şimdi kapatın lütfen', 'are as long as the place for them'],
])('a check finds a fault in a translation: %s', (_, language, path, text, check) => {
  const own = new Map(listSentences(language)).set(path, text ?? '');
  if (text === undefined) own.delete(path);
  expect(findFaults(language, own)[check]).not.toEqual([]);
});

describe.each(languages)('the numbers in %s', (language) => {
  const copy = loadCopy(language);
  const { locale, decimalMark: decimal, groupDigits, formatDollars, formatPercent, formatUsdc } = copy;

  test('numbers are formatted like Intl formats them, and parse back', () => {
    expect(copy.language).toBe(language);
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

  test('numbers have bidi isolates in Arabic script, and only there', () => {
    const isRtl = KNOWN_LANGUAGES[language].dir === 'rtl';
    for (const text of [formatDollars(25_000), copy.formatNegativeDollars(44), formatPercent(88), formatUsdc(1000)])
      expect(/^\u2066[^\u2066\u2069]+\u2069$/.test(text)).toBe(isRtl);
    expect(groupDigits(25_000)).not.toMatch(/[\u2066-\u2069]/);
  });
});
