import type { createDialogTexts } from '#copy/dialogs';
import type { createPageTexts } from '#copy/page';
import type { createServedTexts } from '#copy/served';
import type { IsolatedName, NameList, Sentence, SentenceWriter } from '#copy/writer';
import { brandOf } from '#domain/brand';
import type { Language } from '#domain/language';
import { site } from '#site';
import {
  findPhraseText,
  type Phrase,
  type PhraseKey,
  type PhraseKeyIn,
  type PhraseValuesOf,
  phraseOf,
} from '../../src/views/phrase';
import { statePhrasesOf } from '../../src/views/wallet/phrase';

/* Tests look sentences up by key, so that no test changes when a sentence changes. */

const modules = import.meta.glob<object>('../../src/copy/*/{dialogs,page,served}.ts', { eager: true });
const moduleOf = <T>(language: Language, name: string) => modules[`../../src/copy/${language}/${name}.ts`] as T;

type Part = string | IsolatedName | NameList;
/** Flattens a part of a rendered sentence to plain text. */
const textOfPart = (part: Part): string =>
  typeof part === 'string' ? part : Array.isArray(part) ? part.map(textOfPart).join('') : textOfPart(part.name);
const joined = (texts: readonly string[], ...values: Part[]) =>
  texts.map((text, i) => text + (values[i] === undefined ? '' : textOfPart(values[i]))).join('');
const plainly = (text: string): Sentence<string> => ({ marked: text, plain: text });

const writerOf = (language: Language): SentenceWriter<string> => ({
  named: joined,
  around: joined,
  told: (texts, ...values) => plainly(joined(texts, ...values)),
  plain: plainly,
  listed: (names) => [new Intl.ListFormat(language).format(names.map(({ name }) => name))],
  plural: (count, forms) =>
    (count === 0 ? forms.zero : undefined) ?? forms[new Intl.PluralRules(language).select(count)] ?? forms.other,
});

const made = new Map<Language, object>();
/** Returns all texts of a language. Caches them, because tests read thousands of sentences. */
export function copyIn(language: Language) {
  if (!made.has(language)) made.set(language, createCopy(language));
  return made.get(language)!;
}

const createCopy = (language: Language) => ({
  ...moduleOf<{ createPageTexts: typeof createPageTexts }>(language, 'page').createPageTexts(
    brandOf(site.product),
    site.allocation,
  ),
  ...moduleOf<{ createDialogTexts: typeof createDialogTexts<string> }>(language, 'dialogs').createDialogTexts(
    writerOf(language),
  ),
  landing: moduleOf<{ createServedTexts: typeof createServedTexts }>(language, 'served').createServedTexts(
    brandOf(site.product),
  ),
});

/** The key of a sentence in `src/copy`, such as `failure.rejected.title`. Those of `served.ts` begin with `landing`. */
export type SentenceKey = PhraseKey | `landing.${PhraseKeyIn<Served> | `steps.list.${number}.${PhraseKeyIn<Step>}`}`;
type Served = ReturnType<typeof createServedTexts>;
type Step = Served['steps']['list'][number];

/** Returns the plain text of the sentence at `key`, as the page shows it in `language`. */
export function formatSentence(language: Language, key: SentenceKey, values: readonly unknown[]): string {
  const found = findPhraseText(copyIn(language), { key: key as PhraseKey, values }) as
    | string
    | Sentence<string>
    | undefined;
  const text = typeof found === 'object' ? found.plain : found;
  if (typeof text !== 'string') throw new Error(`The copy has no sentence ${key}.`);
  return text;
}

/** Returns the plain English text of a phrase, which is a key of the copy with its values. */
export const formatPhrase = (phrase: Phrase | null | undefined | false) =>
  phrase ? formatSentence('en', phrase.key, phrase.values) : '';

/** Returns the plain English text at `key` in the static HTML. */
export const servedWordsAt = (key: PhraseKeyIn<Served>) => formatSentence('en', `landing.${key}`, []);

/** Returns the plain English text at `key` in `src/copy`. */
export const wordsAt = <Key extends PhraseKey>(key: Key, ...values: PhraseValuesOf<Key>) =>
  formatPhrase(phraseOf(key, ...values));

const isPhrase = (value: object): value is Phrase => 'key' in value && 'values' in value;

/** Returns a presentation with the key of each phrase in place of the phrase, so that a test can compare keys. */
export const replacePhrasesByKeys = (shown: unknown): unknown => {
  if (Array.isArray(shown)) return shown.map(replacePhrasesByKeys);
  if (typeof shown !== 'object' || !shown) return shown;
  if (isPhrase(shown)) return shown.key;
  return Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, replacePhrasesByKeys(value)]));
};

/** Returns a pattern that finds the text at `key` at the start of a longer text, with any names in it. */
export const createSentencePattern = (key: PhraseKey) => {
  const words = wordsAt(key, ...([{ name: '@' }] as unknown as PhraseValuesOf<typeof key>));
  return new RegExp(`^${words.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replace('@', '.*')}`);
};

/** The phrases of a presentation that describe one step of a dialog. */
interface Told {
  title: Phrase | { name: string };
  telling?: { title: Phrase; text: Phrase } | null | undefined;
  heard?: Record<string, Phrase | null>;
  note?: Phrase | null;
  hint?: Phrase | null;
}

/** Returns the English text that the page announces for a step: the title and the messages. */
export function announcementOf({ title, telling, heard = {}, note, hint }: Told) {
  const told = telling ? [telling.title, telling.text, note, hint && phraseOf('still'), hint] : Object.values(heard);
  return [title, ...told]
    .map((one) => (one && 'name' in one ? one.name : formatPhrase(one)))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Returns the English title and text of a state, joined as the page renders them. */
export const formatStatePhrases = (...told: Parameters<typeof statePhrasesOf>) => {
  const { title, text } = statePhrasesOf(...told);
  return formatPhrase(title) + formatPhrase(text);
};
