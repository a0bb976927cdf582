/**
 * Quotes a text that the host has sent, for a terminal: without control characters, and with at most 200 characters.
 */
export function quoteText(text: string) {
  const plain = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '�');
  return `"${plain.length > 200 ? `${plain.slice(0, 200)}…` : plain}"`;
}

/** Formats a number with English separators, such as 12,345. */
export const formatCount = (count: number) => count.toLocaleString('en');

export const joinWithCommas = (names: readonly string[]) =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
