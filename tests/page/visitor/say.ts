import type { Language } from '#domain/language';
import { formatSentence, type SentenceKey } from '../../support/words.ts';

/** The name of the wallet that tests install by default. */
export const TEST_WALLET_NAME = 'Test Wallet';

/** A value in a sentence, such as the name of a wallet or an amount. */
export type SentenceValue = string | number | object | null;

/** Returns the sentence at `key` in `language`. The first value is by default the name of the test wallet. */
export function sayIn(language: Language, key: SentenceKey, ...topics: SentenceValue[]): string {
  const [first = TEST_WALLET_NAME, second = 'injected', ...more] = topics;
  return formatSentence(language, key, [typeof first === 'string' ? { name: first } : first, second, ...more]);
}

/** Returns the English sentence at `key`. The first value is by default the name of the test wallet. */
export const say = (key: SentenceKey, ...topics: SentenceValue[]) => sayIn('en', key, ...topics);

/** Returns an English sentence as `recordAnnouncements` records it in a region with the role `status`. */
export const sayStatus = (key: SentenceKey, ...topics: SentenceValue[]) => `status: ${say(key, ...topics)}`;

/** Returns a pattern that matches a sentence inside of a text, with any white space between its words. */
export const sentencePattern = (sentence: string) =>
  new RegExp(sentence.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+'));
