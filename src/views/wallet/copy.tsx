import { Fragment, type ReactNode } from 'react';
import { createDialogTexts } from '#copy/dialogs';
import { locale } from '#copy/numbers';
import type { IsolatedName, NameList, Sentence as SentenceOf, SentenceWriter } from '#copy/writer';
import type { Wallet } from '#domain/wallet';
import { copy } from '../copy';
import { findPhraseText, type Phrase } from '../phrase';

type Sentence = SentenceOf<ReactNode>;
type Part = string | IsolatedName;
const isolateName = ({ name, translate = 'no' }: IsolatedName) => <bdi translate={translate}>{name}</bdi>;

const textOf = (part: Part) => (typeof part === 'string' ? part : part.name);

/** Isolates a name in plain text of right-to-left languages. In others, Latin names need no isolation. */
const isolatedText = (part: Part) =>
  typeof part === 'string' || !/^(ar|ur)/.test(locale) ? textOf(part) : `\u2068${part.name}\u2069`;

const partsOf = (texts: readonly string[], values: (Part | NameList)[]): Part[] =>
  texts.flatMap((text, i) => [text, ...values.slice(i, i + 1).flat()]);

/** One element, because browsers that translate a page replace text nodes, which React could not remove one by one. */
const joinParts = (parts: Part[], shown: (text: string) => ReactNode = (text) => text) => (
  <span key={parts.map(textOf).join('')}>
    {parts.map((part, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: other parts make another element
      <Fragment key={i}>{typeof part === 'string' ? shown(part) : isolateName(part)}</Fragment>
    ))}
  </span>
);

const writer: SentenceWriter<ReactNode> = {
  named: (texts, ...values) => joinParts(partsOf(texts, values)),
  around: (texts, ...names) => joinParts(partsOf(texts, names), (text) => text && <i>{text}</i>),
  told: (texts, ...values) => {
    const parts = partsOf(texts, values);
    return { marked: joinParts(parts), plain: parts.map(isolatedText).join('') };
  },
  plain: (text) => ({ marked: text, plain: text }),
  listed: (names) =>
    new Intl.ListFormat(locale, { type: 'conjunction' })
      .formatToParts(names.map(({ name }) => name))
      .map(({ type, value }) => (type === 'element' ? { name: value } : value)),
  plural: (count, forms) =>
    (count === 0 ? forms.zero : undefined) ?? forms[new Intl.PluralRules(locale).select(count)] ?? forms.other,
};

export const dialogTexts = createDialogTexts<ReactNode>(writer);

const shownFor = (phrase: Phrase) =>
  findPhraseText({ ...copy, ...dialogTexts }, phrase) as ReactNode & Partial<Sentence>;

export const renderPhrase = (phrase: Phrase | IsolatedName): ReactNode =>
  'name' in phrase ? isolateName(phrase) : (shownFor(phrase).marked ?? shownFor(phrase));

export const plainTextOf = (phrase: Phrase): string => shownFor(phrase).plain ?? String(shownFor(phrase));

export function walletBadgeOf({ ready, latest, recent }: Wallet) {
  if (!ready) return dialogTexts.unsupported;
  if (latest) return dialogTexts.latest;
  return recent ? dialogTexts.recent : null;
}
