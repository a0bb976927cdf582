import { isLanguage, type Language } from '#domain/language';
import { type Localized, TRANSLATED_GROUP_NAMES } from '#domain/localized';
import type { Site } from '#domain/site';

type ByLanguage = Exclude<Localized, string>;

const isByLanguage = (value: unknown): value is ByLanguage =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length > 0 &&
  Object.entries(value).every(([key, text]) => isLanguage(key) && typeof text === 'string');

/** Returns the texts of a site that differ by language, in the order of its fields. */
export function listTextsByLanguage(site: Site) {
  const texts: ByLanguage[] = [];
  JSON.stringify(site, (_, value: unknown) => (isByLanguage(value) ? void texts.push(value) : value));
  return texts;
}

/** Writes a module that all languages share, so it imports `texts`, in the page's language, from another one. */
export function writeValuesModule(values: object, texts: readonly ByLanguage[]) {
  const json = JSON.stringify(values, (_, value: unknown) =>
    isByLanguage(value) ? `#text ${texts.indexOf(value)}` : value,
  );
  const code = json.replace(/"#text (\d+)"/g, 'texts[$1]');
  return `${code === json ? '' : "import { texts } from '#copy/texts';\n"}export const site = ${code};`;
}

/** Lists fields that show another language's text. A plain string counts as a text in the default language. */
export function findFieldsWithoutText(language: Language, { languages, app, messaging, wallet }: Site) {
  const isUsual = (name: string) => TRANSLATED_GROUP_NAMES.some((usual) => usual === name);
  const isOwn = (text: Localized) =>
    typeof text === 'string' ? !text || language === languages[0] || isUsual(text) : text[language] !== undefined;
  const texts: [field: string, text: Localized][] = [
    ['app.description', app.description],
    ['messaging.request', messaging.request],
    ['messaging.greeting', messaging.greeting],
    ...wallet.groups.map(({ groupName }, i): [string, Localized] => [`wallet.groups[${i}].groupName`, groupName]),
    ['wallet.disclaimer', wallet.disclaimer],
  ];
  return texts.filter(([, text]) => !isOwn(text)).map(([field]) => field);
}
