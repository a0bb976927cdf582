interface LanguageDetails {
  name: string;
  dir: 'ltr' | 'rtl';
  /** The native speaker who has reviewed all texts. Null makes the build warn. */
  reviewed: { by: string; date: string } | null;
}

/** The languages with a folder in `src/copy`, by BCP 47 tag. */
export const LANGUAGES = {
  en: { name: 'English', dir: 'ltr', reviewed: { by: 'the authors', date: '2026-11-28' } },
  ar: { name: 'العربية', dir: 'rtl', reviewed: null },
  ur: { name: 'اردو', dir: 'rtl', reviewed: null },
  id: { name: 'Bahasa Indonesia', dir: 'ltr', reviewed: null },
  ms: { name: 'Bahasa Melayu', dir: 'ltr', reviewed: null },
  tr: { name: 'Türkçe', dir: 'ltr', reviewed: null },
  fr: { name: 'Français', dir: 'ltr', reviewed: null },
} satisfies Record<string, LanguageDetails>;

export type Language = keyof typeof LANGUAGES;

export const isLanguage = (tag: string): tag is Language => Object.hasOwn(LANGUAGES, tag);

export const homePathOf = (language: Language, languages: readonly Language[]) =>
  language === languages[0] ? '/' : `/${language}/`;
