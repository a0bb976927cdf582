import { Fragment, type ReactNode } from 'react';
import { dialogs, type Named, type Sentence as SentenceOf } from '#copy/dialogs';
import type { Reason } from '#domain/attempt';
import type { Instructions, Wallet } from '#domain/wallet';
import { isDownloadable } from '#domain/wallets';

export type Sentence = SentenceOf<ReactNode>;

/** Isolates a name: it may run in another direction than the words around it, and is not translated. */
const isolated = ({ name }: Named) => <bdi translate="no">{name}</bdi>;

/**
 * Joins texts and names to one element, which another sentence replaces as a whole. Browsers that translate a page take
 * its text nodes away, and React could neither change nor remove them one by one.
 */
const joined = (parts: (string | Named)[]) => (
  <span key={parts.map((part) => (typeof part === 'string' ? part : part.name)).join('')}>
    {parts.map((part, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: other parts make another element
      <Fragment key={i}>{typeof part === 'string' ? part : isolated(part)}</Fragment>
    ))}
  </span>
);

/** Writes a sentence with names in it; see `joined`. */
const named = (texts: readonly string[], ...names: Named[]) =>
  joined(texts.flatMap((text, i) => [text, ...names.slice(i, i + 1)]));

/** Replaces `{wallet}` in `text` by a name, or by other words, with `end` right after that. */
function filled(text: string, name: Named | string, end = ''): Sentence {
  const [before = '', after] = text.split('{wallet}');
  const plain = after === undefined ? text : `${before}${typeof name === 'string' ? name : name.name}${end}${after}`;
  if (after === undefined || typeof name === 'string') {
    const sentence = plain.charAt(0).toUpperCase() + plain.slice(1);
    return { marked: sentence, plain: sentence };
  }
  const marked = (
    <>
      {before}
      {isolated({ name: name.name + end })}
      {after}
    </>
  );
  return { marked, plain };
}

/** The sentences of the wallet half. */
export const words = dialogs<ReactNode>({ named, joined, filled });

/** Returns why a wallet did not connect. One that is not in this browser may be available elsewhere. */
export function failureWords(reason: Reason, wallet: Pick<Wallet, 'name' | 'get'>) {
  if (reason !== 'notFound') return words.failure[reason](wallet);
  return words.connect.status[isDownloadable(wallet) ? 'not_installed' : 'not_available'](wallet);
}

/** Returns the mark beside a wallet's name, if any. */
export function markOf({ ready, latest, recent }: Wallet) {
  if (!ready) return words.unsupported;
  if (latest) return words.latest;
  return recent ? words.recent : null;
}

/** Returns title and text of a step of `Instructions`. A step without wording keeps its key. */
export const stepWords = ({ title, description }: Instructions['steps'][number], wallet: Named) => ({
  title: words.step[title] ?? title,
  text: words.how[description]?.(wallet) ?? description,
});
