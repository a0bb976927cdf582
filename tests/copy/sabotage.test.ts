import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { brandOf } from '#domain/brand';
import { KNOWN_LANGUAGES, type Language } from '#domain/language';
import type { Page } from '../../src/copy/en/page';
import { createPageTexts } from '../../src/copy/tr/page';
import { COPY_CHECKS } from './checks.ts';
import { listSentences } from './sentences.ts';
import { COPY_TERMS } from './terms.ts';

/*
 * Shows that each mistake in a translation fails a check. `npx tsc` fails if a line with `@ts-expect-error` has no
 * error.
 */

const english = listSentences('en');

/** Returns the checks that fail when sentences are changed. A sentence that is undefined is removed. */
function failuresOf(language: Exclude<Language, 'en'>, changes: Record<string, string | undefined>) {
  const own = new Map(listSentences(language));
  for (const [path, text] of Object.entries(changes)) {
    if (text === undefined) own.delete(path);
    else own.set(path, text);
  }
  const checked = { english, own, language, dir: KNOWN_LANGUAGES[language].dir, terms: COPY_TERMS[language] };
  return Object.keys(COPY_CHECKS).filter((name) => COPY_CHECKS[name]!(checked).length);
}

describe('a fault in a translation', () => {
  test.each<[string, Exclude<Language, 'en'>, string, string | undefined, string]>([
    ['a missing sentence', 'tr', 'page.close', undefined, 'have the keys of English'],
    ['a superfluous sentence', 'tr', 'page.extra', 'Fazla', 'have the keys of English'],
    [
      'a misspelt placeholder',
      'tr',
      'served.control.reconnect',
      '{walet} bağlantısını yenile',
      'contain each name and value once, as English does',
    ],
    [
      'a name that occurs twice',
      'fr',
      'dialogs.getName',
      'Obtenir ⟪name⟫ ⟪name⟫',
      'contain each name and value once, as English does',
    ],
    ['a wrong number', 'tr', 'page.comparison.title', 'Borç almak %60 daha ucuz', 'contain the numbers of English'],
    ['an English sentence', 'ms', 'page.close', 'Close', 'are translated'],
    ['an English word', 'fr', 'page.close', 'Fermer wallet', 'contain no English word'],
    [
      'a translated name',
      'tr',
      'dialogs.nothing',
      '“⟪name⟫” için sonuç yok. CüzdanBağlantısı deneyin.',
      'keep the names',
    ],
    ['a suffix at a name', 'tr', 'dialogs.getName', '⟪name⟫’i edinin', 'glue nothing to a name'],
    ['an article at a name', 'fr', 'dialogs.getName', 'Obtenir d’⟪name⟫', 'glue nothing to a name'],
    ['a side', 'ar', 'page.close', 'إغلاق على اليسار', 'name no side'],
    ['a wager', 'id', 'served.hero.subline', 'Taruhan SOL. Pinjam USDC.', 'have no word that claims more'],
    ['a certificate', 'fr', 'served.halal.title', '100 % halal certifié', 'have no word that claims more'],
    [
      'an amount without isolation',
      'ar',
      'page.alpha.limit.min',
      'أصغر مبلغ هو $10,000.',
      'isolate amounts in Arabic script, and write no range with a dash',
    ],
    ['a Latin question mark', 'ar', 'page.alpha.title', 'كم تريد أن تقترض من USDC?', 'punctuate as the language does'],
    ['a space that breaks', 'fr', 'served.error.title', 'Erreur inattendue !', 'punctuate as the language does'],
    ['a long label', 'tr', 'page.close', 'Bu pencereyi şimdi kapatın lütfen', 'are as long as the place for them'],
  ])('is found by a check: %s', (_, language, path, text, check) => {
    expect(failuresOf(language, { [path]: text })).toContain(check);
  });

  test('no check reports a correct translation', () => {
    for (const language of Object.keys(COPY_TERMS) as Exclude<Language, 'en'>[])
      expect(failuresOf(language, {}), language).toEqual([]);
  });

  test('is a type error if a sentence is missing, superfluous or of another kind', () => {
    const whole = createPageTexts(brandOf('borrow'), { min: 1, max: 2 });
    const { close: _, ...lacking } = whole;
    // @ts-expect-error `close` is missing.
    lacking satisfies Page;
    // @ts-expect-error `extra` is superfluous.
    ({ ...whole, extra: '' }) satisfies Page;
    // @ts-expect-error The sentence is made with an amount.
    ({ ...whole, comparison: { ...whole.comparison, quick: 'USDC' } }) satisfies Page;
    expect(whole.close).toBeTruthy();
  });

  test.each(Object.keys(COPY_TERMS))(
    'is a type error in %s, because each file names the type of its sentences',
    (language) => {
      const read = (file: string) => readFileSync(`src/copy/${language}/${file}.ts`, 'utf8');
      expect(read('page')).toContain('): Page => ({');
      expect(read('served')).toContain('): Served => ({');
      expect(read('dialogs')).toContain('): Dialogs<Node> => {');
      for (const file of ['page', 'served', 'dialogs'])
        expect(read(file)).not.toMatch(/\bas (any|unknown)\b|Record<string/);
    },
  );
});
