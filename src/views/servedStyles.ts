/** The prefix of all classes that Emotion makes. */
export const key = 'ia';

/** Returns the names of the styles that were served with the page: it knows them by their classes. */
export function servedNames(): Record<string, true> {
  const served = typeof document === 'undefined' ? [] : document.querySelectorAll('style[data-served]');
  const names = Array.from(served).flatMap(({ textContent }) => textContent.match(/(?<=\.ia-)\w+/g) ?? []);
  return Object.fromEntries(names.map((name) => [name, true]));
}
