import type { Dialogs } from '#copy/dialogs';
import type { Sentence, SpokenWallet } from '#copy/writer';
import { representsManyWallets, type Wallet } from '#domain/wallet';
import type { copy } from '../copy';

type Copy = Dialogs<string> & typeof copy;

type Made<Part> = Part extends (...values: never[]) => infer Result ? Result : Part;

/** The keys in `Part`, such as `sign_in.acts.ready`. A function on the way is part of its result. */
type KeyIn<Part> = {
  [Name in keyof Part & string]: Made<Part[Name]> extends string | Sentence<string>
    ? Name
    : Made<Part[Name]> extends readonly unknown[]
      ? never
      : `${Name}.${KeyIn<Made<Part[Name]>>}`;
}[keyof Part & string];
export type PhraseKey = KeyIn<Copy>;

/** The values that the function on the way to `Key` takes. */
type ValuesIn<Part, Key> = Key extends `${infer Name}.${infer Rest}`
  ? Name extends keyof Part
    ? Part[Name] extends (...values: infer Values) => unknown
      ? Values
      : ValuesIn<Part[Name], Rest>
    : never
  : Key extends keyof Part
    ? Part[Key] extends (...values: infer Values) => unknown
      ? Values
      : []
    : never;
export type ValuesOf<Key extends PhraseKey> = ValuesIn<Copy, Key>;

/** A sentence by its key in the copy, with the values in it. */
export interface Phrase {
  key: PhraseKey;
  values: readonly unknown[];
}

export const phraseOf = <Key extends PhraseKey>(key: Key, ...values: ValuesOf<Key>): Phrase => ({ key, values });

type TellingKey = PhraseKey extends infer Key ? (Key extends `${infer Told}.title` ? Told : never) : never;

/** Title and text of a state. */
export interface TellingPhrases {
  title: Phrase;
  text: Phrase;
}

export const tellingOf = (key: TellingKey, ...values: unknown[]): TellingPhrases => ({
  title: { key: `${key}.title` as PhraseKey, values },
  text: { key: `${key}.text` as PhraseKey, values },
});

type EventOf<Sent> = Sent extends string ? { type: Sent } : Sent;

/** Returns a button: its words, and the event that it sends, by its type or whole. Without an event, it is disabled. */
export const controlOf = <Key extends PhraseKey, const Sent extends string | { type: string } | null>(
  sent: Sent,
  key: Key,
  ...values: ValuesOf<Key>
) => ({
  label: phraseOf(key, ...values),
  event: (typeof sent === 'string' ? { type: sent } : sent) as EventOf<Sent>,
});

/** Returns the wallet as sentences name it. */
export const spokenOf = (wallet: Pick<Wallet, 'id' | 'name'>): SpokenWallet =>
  representsManyWallets(wallet) ? null : { name: wallet.name };
