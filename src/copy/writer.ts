import type { Wallet } from '#domain/wallet';
import type { deviceKindsOf } from '#domain/wallets';

/**
 * A name, which may have another text direction than the sentence. Browsers translate it only with `translate: 'yes'`.
 */
export interface IsolatedName {
  name: string;
  translate?: 'yes' | 'no';
}

/** Names joined by the words and commas of the language: `A, B and C`. */
export type NameList = (string | IsolatedName)[];

/** A sentence with a name: once with the name marked, and once as plain text. */
export interface Sentence<Node> {
  marked: Node | string;
  plain: string;
}

/** Title and text of a state, as the views render them. */
export interface StateTexts<Node> {
  title: Node | string;
  text: Node | string;
}

export type DeviceKinds = NonNullable<ReturnType<typeof deviceKindsOf>>;

/** The forms of a sentence with a number. English has `one` and `other`, Arabic has all six. */
type Plural<Text> = Partial<Record<Intl.LDMLPluralRule, Text>> & { other: Text };

/**
 * Builds sentences with names. Each language writes whole sentences: no code capitalizes, and nothing is glued to a
 * name.
 */
export interface Writer<Node> {
  /** Returns a sentence with names in it. A value that is a string belongs to the sentence. */
  named: (texts: readonly string[], ...values: (string | IsolatedName | NameList)[]) => Node;
  /** Returns a sentence whose words views may hide, so that only its names are seen. */
  around: (texts: readonly string[], ...names: IsolatedName[]) => Node;
  /** Returns a sentence with names in it, and the same as plain text. */
  told: (texts: readonly string[], ...values: (string | IsolatedName)[]) => Sentence<Node>;
  plain: (text: string) => Sentence<Node>;
  listed: (names: IsolatedName[]) => NameList;
  /** Returns the form for `count`. In every language, `zero` is the form for 0 if there is one. */
  plural: <Text>(count: number, forms: Plural<Text>) => Text;
}

/**
 * A wallet in a sentence. Null for a list entry that stands for many wallets: sentences then say "your wallet", or its
 * app.
 */
export type SpokenWallet = IsolatedName | null;
export type Connector = Wallet['connector'];
