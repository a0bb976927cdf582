import type { DialogTexts } from '#copy/dialogs';
import type { Sentence } from '#copy/writer';
import type { copy } from './copy';

type Copy = DialogTexts<string> & typeof copy;

type Made<Part> = Part extends (...values: never[]) => infer Result ? Result : Part;

/** The keys in `Part`, such as `sign_in.acts.ready`. A function in `Part` stands for the sentences that it returns. */
export type PhraseKeyIn<Part> = {
  [Name in keyof Part & string]: Made<Part[Name]> extends string | Sentence<string>
    ? Name
    : Made<Part[Name]> extends readonly unknown[]
      ? never
      : `${Name}.${PhraseKeyIn<Made<Part[Name]>>}`;
}[keyof Part & string];

export type PhraseKey = PhraseKeyIn<Copy>;

type ValuesOr<Otherwise, Part> = Part extends (...values: infer Values) => unknown ? Values : Otherwise;

type ValuesIn<Part, Key> = Key extends `${infer Name extends keyof Part & string}.${infer Rest}`
  ? ValuesOr<ValuesIn<Part[Name], Rest>, Part[Name]>
  : ValuesOr<[], Part[Key & keyof Part]>;

export type PhraseValuesOf<Key extends PhraseKey> = ValuesIn<Copy, Key>;

export interface Phrase {
  key: PhraseKey;
  values: readonly unknown[];
}

export const phraseOf = <Key extends PhraseKey>(key: Key, ...values: PhraseValuesOf<Key>): Phrase => ({ key, values });

type EventOf<Sent> = Sent extends string ? { type: Sent } : Sent;

/** Returns the label of a button and the event that it sends, given whole or by its type. Null disables the button. */
export const controlOf = <Key extends PhraseKey, const Sent extends string | { type: string } | null>(
  sent: Sent,
  key: Key,
  ...values: PhraseValuesOf<Key>
) => ({ label: phraseOf(key, ...values), event: (typeof sent === 'string' ? { type: sent } : sent) as EventOf<Sent> });

export const findPhraseText = (copy: object, { key, values }: Phrase): unknown =>
  key.split('.').reduce<unknown>((part, name) => {
    const next: unknown = Reflect.get(part as object, name);
    return typeof next === 'function' ? next(...values) : next;
  }, copy);
