import type { IsolatedName, SentenceWriter } from '#copy/writer';

/**
 * Marks a sentence of the pseudo-locale, which is English with marks. A text without marks does not come from
 * `src/copy`.
 */

const mark = (text: string) => (text.trim() && !text.includes('⟦') ? `⟦${text}⟧` : text);

/** Whether `value` is a group of sentences, and no React element. */
export const isSentenceGroup = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  Object.getPrototypeOf(value) === Object.prototype &&
  !('$$typeof' in value);

/** Marks each sentence in `value`, and each that a function in it returns. */
export function markSentences(value: unknown): unknown {
  if (typeof value === 'string') return mark(value);
  if (typeof value === 'function') return (...args: unknown[]) => markSentences(value(...args));
  if (Array.isArray(value)) return value.map(markSentences);
  if (!isSentenceGroup(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, markSentences(one)]));
}

/** Wraps `writer`, so that it marks the words of a sentence, but not the names in it. */
export function createMarkedWriter<Node>(writer: SentenceWriter<Node>): SentenceWriter<Node> {
  const own = <Value>(value: Value): Value => {
    if (typeof value === 'string') return mark(value) as Value;
    if (Array.isArray(value)) return value.map(own) as Value;
    const { name, translate } = value as IsolatedName;
    return translate === 'yes' ? { ...value, name: mark(name) } : value;
  };
  return {
    ...writer,
    named: (texts, ...values) => writer.named(texts.map(mark), ...values.map(own)),
    around: (texts, ...names) => writer.around(texts.map(mark), ...names.map(own)),
    told: (texts, ...values) => writer.told(texts.map(mark), ...values.map(own)),
    plain: (text) => writer.plain(mark(text)),
  };
}

/** Attributes whose text is shown or announced. */
const ATTRIBUTES = ['aria-label', 'title', 'alt', 'placeholder', 'aria-valuetext', 'aria-description', 'data-room'];

/** In the page: lists texts that do not come from `src/copy`. Texts that match `names` are left out. */
export function findUnmarkedTexts(root: Element, names: RegExp) {
  const isForeign = (text: string) =>
    /\p{L}/u.test(text.replaceAll(/⟦[^⟧]*(?:⟧|$)|^[^⟦]*⟧/g, ' ').replaceAll(names, ''));
  const found: string[] = [];
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const parent = node.parentElement!;
    if (parent.closest('script, style, template, noscript')) continue;
    if (isForeign(node.textContent ?? '')) found.push(`${parent.localName}: ${node.textContent}`);
  }
  for (const element of root.querySelectorAll('*'))
    for (const name of ATTRIBUTES) {
      const text = element.getAttribute(name);
      if (text && isForeign(text)) found.push(`${element.localName}, ${name}: ${text}`);
    }
  return found;
}
