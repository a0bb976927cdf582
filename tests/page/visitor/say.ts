import type { dialogs } from '#copy/dialogs';
import type { page } from '#copy/page';
import type { served } from '#copy/served';
import type { IsolatedName, NameList, Sentence, Writer } from '#copy/writer';
import { brandOf } from '#domain/brand';
import type { Language } from '#domain/language';
import { site } from '#site';

/** The name of the wallet that tests install by default. */
export const NAME = 'Test Wallet';

const modules = import.meta.glob<object>('../../../src/copy/*/{dialogs,page,served}.ts', { eager: true });
const moduleOf = <T>(language: Language, name: string) => modules[`../../../src/copy/${language}/${name}.ts`] as T;

type Part = string | IsolatedName | NameList;
/** Returns the words of a part. A sentence of the copy may make a name of a name that it takes, such as `whose`. */
const textOf = (part: Part): string =>
  typeof part === 'string' ? part : Array.isArray(part) ? part.map(textOf).join('') : textOf(part.name);
const joined = (texts: readonly string[], ...values: Part[]) =>
  texts.map((text, i) => text + (values[i] === undefined ? '' : textOf(values[i]))).join('');
const plainly = (text: string): Sentence<string> => ({ marked: text, plain: text });

const writerOf = (language: Language): Writer<string> => ({
  named: joined,
  around: joined,
  told: (texts, ...values) => plainly(joined(texts, ...values)),
  plain: plainly,
  listed: (names) => [new Intl.ListFormat(language).format(names.map(({ name }) => name))],
  plural: (count, forms) =>
    (count === 0 ? forms.zero : undefined) ?? forms[new Intl.PluralRules(language).select(count)] ?? forms.other,
});

const copyIn = (language: Language) => ({
  ...moduleOf<{ dialogs: typeof dialogs<string> }>(language, 'dialogs').dialogs(writerOf(language)),
  ...moduleOf<{ page: typeof page }>(language, 'page').page(brandOf(site.product), site.allocation),
  landing: moduleOf<{ served: typeof served }>(language, 'served').served(brandOf(site.product)),
});

type Result<T> = T extends (...given: never[]) => infer R ? R : T;
type KeysIn<T> = T extends readonly (infer One)[]
  ? `${number}.${KeysIn<One>}`
  : {
      [K in keyof T & string]: Result<T[K]> extends string | Sentence<string> ? K : `${K}.${KeysIn<Result<T[K]>>}`;
    }[keyof T & string];

/** The key of a sentence in `src/copy`, such as `failure.rejected.title`. Those of `served.ts` begin with `landing`. */
export type SentenceKey = KeysIn<ReturnType<typeof copyIn>>;

/** A value of a sentence: the name of a wallet, an amount, or else what its function in the copy takes. */
export type Topic = string | number | object | null;

const isSentence = (it: unknown): it is Sentence<string> => typeof it === 'object' && it !== null && 'plain' in it;

/** Returns the sentence of a key, as `language` has it. It names the wallet of the tests, if not told otherwise. */
export function sayIn(language: Language, key: SentenceKey, ...topics: Topic[]): string {
  const [first = NAME, second = 'injected', ...more] = topics;
  const given = [typeof first === 'string' ? { name: first } : first, second, ...more];
  const called = (it: unknown): unknown => (typeof it === 'function' ? it(...given) : it);
  const found = key
    .split('.')
    .reduce<unknown>((it, part) => called((it as Record<string, unknown> | undefined)?.[part]), copyIn(language));
  const text = isSentence(found) ? found.plain : found;
  if (typeof text !== 'string') throw new Error(`The copy has no sentence ${key}.`);
  return text;
}

/** Returns the English sentence of a key. */
export const say = (key: SentenceKey, ...topics: Topic[]) => sayIn('en', key, ...topics);

/** Returns what a screen reader says of a sentence: see `noteSaid`. */
export const sayStatus = (key: SentenceKey, ...topics: Topic[]) => `status: ${say(key, ...topics)}`;
export const sayAlert = (key: SentenceKey, ...topics: Topic[]) => `alert: ${say(key, ...topics)}`;

/** Matches a sentence inside of a text, with any spaces between its words. */
export const sentencePattern = (sentence: string) =>
  new RegExp(sentence.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+'));
