import { assertSiteRule } from './errors.ts';
import { isLanguage, KNOWN_LANGUAGES, type Language } from './language.ts';

/** The operator's text: one for all languages, or one for each. A language without one shows the first text. */
export type Localized = string | Partial<Record<Language, string>>;

export const chooseTranslation = (text: Localized, language: Language) =>
  typeof text === 'string' ? text : (text[language] ?? Object.values(text)[0] ?? '');

export const TRANSLATED_GROUP_NAMES = ['Recommended', 'Popular', 'More', 'Other', 'Others'] as const;
export const isNonEmptyText = (text: unknown) => typeof text === 'string' && text.trim() !== '';

/** @throws {SiteError} if the text, or one of its translations, breaks the `rule` */
export function assertTexts(text: Localized, field: string, isRight: (text: string) => boolean, rule: string) {
  if (typeof text === 'string') return assertSiteRule(isRight(text), field, rule);
  const texts = Object.entries(text ?? {});
  assertSiteRule(texts.length > 0, field, 'be a text, or texts by language, such as { en: "…", ar: "…" }');
  const known = Object.keys(KNOWN_LANGUAGES).join(', ');
  for (const [language, one] of texts) {
    assertSiteRule(isLanguage(language), field, `not have "${language}", which is none of ${known}`);
    assertSiteRule(isNonEmptyText(one), `${field}.${language}`, 'not be empty: leave it out instead');
    assertSiteRule(isRight(one), `${field}.${language}`, rule);
  }
}
