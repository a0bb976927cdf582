import type { Language } from '#domain/language';
import { type SentenceKey, wordsIn } from '../../support/words.ts';

/** The name of the wallet that tests install by default. */
export const TEST_WALLET_NAME = 'Test Wallet';

/** A value of a sentence: the name of a wallet, an amount, or else what its function in the copy takes. */
export type SentenceValue = string | number | object | null;

/** Returns the sentence of a key, as `language` has it. It names the wallet of the tests, if not told otherwise. */
export function sayIn(language: Language, key: SentenceKey, ...topics: SentenceValue[]): string {
  const [first = TEST_WALLET_NAME, second = 'injected', ...more] = topics;
  return wordsIn(language, key, [typeof first === 'string' ? { name: first } : first, second, ...more]);
}

/** Returns the English sentence of a key. */
export const say = (key: SentenceKey, ...topics: SentenceValue[]) => sayIn('en', key, ...topics);

/** Returns what a screen reader says of a sentence: see `recordAnnouncements`. */
export const sayStatus = (key: SentenceKey, ...topics: SentenceValue[]) => `status: ${say(key, ...topics)}`;
export const sayAlert = (key: SentenceKey, ...topics: SentenceValue[]) => `alert: ${say(key, ...topics)}`;

/** Matches a sentence inside of a text, with any spaces between its words. */
export const sentencePattern = (sentence: string) =>
  new RegExp(sentence.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+'));
