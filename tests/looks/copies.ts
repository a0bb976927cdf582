import { isLanguage, KNOWN_LANGUAGES, type Language } from '#domain/language';
import { createMarkedWriter, isSentenceGroup, markSentences } from './marked';

/** A language, or `marked`: English with marks around each sentence. */
export type LanguageOrMarked = Language | 'marked';

type Module = Record<string, unknown>;
type Factory = (...args: unknown[]) => object;

const files = import.meta.glob<Module>('../../src/copy/*/{page,numbers,served,dialogs,names}.ts', { eager: true });
const moduleOf = (language: Language, name: string) => files[`../../src/copy/${language}/${name}.ts`]!;

let current: LanguageOrMarked = 'en';
const listeners: (() => void)[] = [];

/** Returns the language in which the page formats text. Marked text is English. */
export const languageOf = (tongue: LanguageOrMarked): Language => (tongue === 'marked' ? 'en' : tongue);

/** Returns the writing direction, `ltr` or `rtl`. */
export const directionOf = (tongue: LanguageOrMarked) => KNOWN_LANGUAGES[languageOf(tongue)].dir;

/** Shows everything in another language from the next rendering on. */
export function showInLanguage(tongue: LanguageOrMarked) {
  current = tongue;
  for (const listen of listeners) listen();
}

/** Returns an object that always has the current values of `read`, because views import the object only once. */
function live(read: () => object): object {
  const get = (key: PropertyKey): unknown => {
    const value: unknown = Reflect.get(read(), key);
    return isSentenceGroup(value) ? live(() => Reflect.get(read(), key)) : value;
  };
  return new Proxy(
    {},
    {
      get: (_, key) => get(key),
      has: (_, key) => Reflect.has(read(), key),
      ownKeys: () => Reflect.ownKeys(read()),
      getOwnPropertyDescriptor: (_, key) =>
        Reflect.has(read(), key) ? { value: get(key), enumerable: true, configurable: true } : undefined,
    },
  );
}

/** Wraps the function `factory` of `src/copy`, so that its sentences are always in the current language. */
const followed =
  (name: string, factory: string): Factory =>
  (...args) => {
    const made = new Map<LanguageOrMarked, object>();
    const make = (tongue: LanguageOrMarked) => {
      const create = moduleOf(languageOf(tongue), name)[factory] as Factory;
      if (isLanguage(tongue)) return create(...args);
      return markSentences(create(...(name === 'dialogs' ? [createMarkedWriter(args[0] as never)] : args))) as object;
    };
    return live(() => {
      if (!made.has(current)) made.set(current, make(current));
      return made.get(current)!;
    });
  };

const FACTORIES = ['createPageTexts', 'createServedTexts', 'createDialogTexts'];

/** Calls `assign` with the exports of the module `name` of `src/copy`, now and whenever the language changes. */
export function watchCopy(name: string, assign: (exports: Module) => void) {
  const followers = Object.fromEntries(FACTORIES.map((factory) => [factory, followed(name, factory)]));
  const tell = () => {
    const own = moduleOf(languageOf(current), name);
    assign({
      ...own,
      ...Object.fromEntries(FACTORIES.filter((key) => key in own).map((key) => [key, followers[key]])),
    });
  };
  tell();
  listeners.push(tell);
}
