import { isValidElement, type PropsWithChildren, type ReactNode } from 'react';
import { renderPhrase } from '../../src/views/wallet/copy';
import { type Phrase, type PhraseKey, phraseOf, type ValuesOf } from '../../src/views/wallet/phrase';

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
