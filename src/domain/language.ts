/** The languages of `src/copy`, by BCP 47 tag. The build warns of one that no native speaker has `reviewed`. */
export const KNOWN_LANGUAGES = {
  en: { name: 'English', dir: 'ltr', reviewed: { by: 'the authors', date: '2026-11-28' } },
  ar: { name: 'العربية', dir: 'rtl', reviewed: null },
  ur: { name: 'اردو', dir: 'rtl', reviewed: null },
  id: { name: 'Bahasa Indonesia', dir: 'ltr', reviewed: null },
  ms: { name: 'Bahasa Melayu', dir: 'ltr', reviewed: null },
  tr: { name: 'Türkçe', dir: 'ltr', reviewed: null },
  fr: { name: 'Français', dir: 'ltr', reviewed: null },
} satisfies Record<string, { name: string; dir: 'ltr' | 'rtl'; reviewed: { by: string; date: string } | null }>;

export type Language = keyof typeof KNOWN_LANGUAGES;

export const isLanguage = (tag: string): tag is Language => Object.hasOwn(KNOWN_LANGUAGES, tag);

export const homePathOf = (language: Language, languages: readonly Language[]) =>
  language === languages[0] ? '/' : `/${language}/`;
