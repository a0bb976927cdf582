import { isValidElement, type PropsWithChildren, type ReactNode } from 'react';
import { renderPhrase } from '../../src/views/wallet/copy';
import { type Phrase, type PhraseKey, phraseOf, tellingOf, type ValuesOf } from '../../src/views/wallet/phrase';

/** Tests name sentences by their keys in the copy, so that other words touch no test. */

const textOfNode = (node: ReactNode): string => {
  if (Array.isArray(node)) return node.map(textOfNode).join('');
  if (isValidElement<PropsWithChildren>(node)) return textOfNode(node.props.children);
  return typeof node === 'string' || typeof node === 'number' ? String(node) : '';
};

/** Returns the words of a phrase, as the page shows them. */
export const textOf = (phrase: Phrase | null | undefined) => (phrase ? textOfNode(renderPhrase(phrase)) : '');

/** Returns the words that the copy has at `key`. */
export const wordsAt = <Key extends PhraseKey>(key: Key, ...values: ValuesOf<Key>) => textOf(phraseOf(key, ...values));

const isPhrase = (value: object): value is Phrase => 'key' in value && 'values' in value;

/** Returns a presentation with the key of each phrase instead of the phrase. */
export const keysIn = (shown: unknown): unknown => {
  if (Array.isArray(shown)) return shown.map(keysIn);
  if (typeof shown !== 'object' || !shown) return shown;
  if (isPhrase(shown)) return shown.key;
  return Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, keysIn(value)]));
};

/** Matches the words at `key` at the start of a text, with any name in them. */
export const patternAt = (key: PhraseKey) => {
  const words = wordsAt(key, ...([{ name: '@' }] as unknown as ValuesOf<typeof key>));
  return new RegExp(`^${words.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replace('@', '.*')}`);
};

/** A step, as presentations describe it. */
interface Told {
  title: Phrase | { name: string };
  telling?: { title: Phrase; text: Phrase } | null | undefined;
  heard?: Record<string, Phrase | null>;
  note?: Phrase | null;
  hint?: Phrase | null;
}

/** Returns what screen readers announce of a step: its title, and what is told. */
export function announcementOf({ title, telling, heard = {}, note, hint }: Told) {
  const told = telling ? [telling.title, telling.text, note, hint && phraseOf('still'), hint] : Object.values(heard);
  return [title, ...told]
    .map((one) => (one && 'name' in one ? one.name : textOf(one)))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Returns title and text of a state, as they follow one another on the page. */
export const tellingAt = (...told: Parameters<typeof tellingOf>) => {
  const { title, text } = tellingOf(...told);
  return textOf(title) + textOf(text);
};
