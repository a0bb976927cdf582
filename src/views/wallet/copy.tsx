import { Fragment, type ReactNode } from 'react';
import { dialogs, type Named, type Sentence as SentenceOf } from '#copy/dialogs';
import type { Reason } from '#domain/attempt';
import type { Instructions, Wallet } from '#domain/wallet';
import { isDownloadable } from '#domain/wallets';

export type Sentence = SentenceOf<ReactNode>;

/** Isolates a name: it may have another text direction, and is not translated. */
const isolated = ({ name }: Named) => <bdi translate="no">{name}</bdi>;

/**
 * Joins texts and names in one element, which another sentence replaces as a whole. Browsers that translate a page
 * replace its text nodes, which React could not change or remove one by one.
 */
const joined = (parts: (string | Named)[]) => (
  <span key={parts.map((part) => (typeof part === 'string' ? part : part.name)).join('')}>
    {parts.map((part, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: other parts make another element
      <Fragment key={i}>{typeof part === 'string' ? part : isolated(part)}</Fragment>
    ))}
  </span>
);

/** Returns a sentence with names in it. See `joined`. */
const named = (texts: readonly string[], ...names: Named[]) =>
  joined(texts.flatMap((text, i) => [text, ...names.slice(i, i + 1)]));

/** Replaces `{wallet}` in `text` by a name or other words, followed directly by `end`. */
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

export const words = dialogs<ReactNode>({ named, joined, filled });

/** Returns why a wallet did not connect. A wallet that is not installed may be available elsewhere. */
export function failureWords(reason: Reason, wallet: Pick<Wallet, 'name' | 'get'>) {
  if (reason !== 'notFound') return words.failure[reason](wallet);
  return words.connect.status[isDownloadable(wallet) ? 'not_installed' : 'not_available'](wallet);
}

export function markOf({ ready, latest, recent }: Wallet) {
  if (!ready) return words.unsupported;
  if (latest) return words.latest;
  return recent ? words.recent : null;
}

/** Returns title and text of a step of `Instructions`. A step without copy shows its key. */
export const stepWords = ({ title, description }: Instructions['steps'][number], wallet: Named) => ({
  title: words.step[title] ?? title,
  text: words.how[description]?.(wallet) ?? description,
});
