import type { Wallet } from '#domain/wallet';
import type { deviceKindsOf } from '#domain/wallets';

/**
 * A name, whose text may run in another direction than the sentence. Browsers translate it only with `translate:
 * 'yes'`.
 */
export interface IsolatedName {
  name: string;
  translate?: 'yes' | 'no';
}

/** Names, and between them the words and commas of the language: `A, B and C`. */
export type NameList = (string | IsolatedName)[];

/** A sentence with a name: once with markup around the name, and once as plain text. */
export interface Sentence<Node> {
  marked: Node | string;
  plain: string;
}

/** The title and text of a dialog's state, as the views render them. */
export interface StateTexts<Node> {
  title: Node | string;
  text: Node | string;
}

export type DeviceKinds = NonNullable<ReturnType<typeof deviceKindsOf>>;

/** The forms of a sentence with a number. English has `one` and `other`, Arabic has all six. */
type Plural<Text> = Partial<Record<Intl.LDMLPluralRule, Text>> & { other: Text };

/**
 * Functions that build sentences with names. Each language writes whole sentences: no code capitalizes a word, or
 * appends an ending to a name.
 */
export interface SentenceWriter<Node> {
  /** Returns a sentence with names in it. A value of type string counts as a part of the sentence, not as a name. */
  named: (texts: readonly string[], ...values: (string | IsolatedName | NameList)[]) => Node;
  /** Returns a sentence whose words views may hide, so that visitors see only its names. */
  around: (texts: readonly string[], ...names: IsolatedName[]) => Node;
  /** Returns a sentence with names in it, once with markup and once as plain text. */
  told: (texts: readonly string[], ...values: (string | IsolatedName)[]) => Sentence<Node>;
  plain: (text: string) => Sentence<Node>;
  listed: (names: IsolatedName[]) => NameList;
  /** Returns the form for `count`. The form `zero`, if a language has it, is used for 0. */
  plural: <Text>(count: number, forms: Plural<Text>) => Text;
}

/**
 * The wallet that a sentence names. Null for a list entry that stands for many wallets: the sentence then says "your
 * wallet".
 */
export type SpokenWallet = IsolatedName | null;
export type Connector = Wallet['connector'];
