/** The prefix of all classes that Emotion makes. */
export const key = 'ia';

/** Returns the names of the styles in `css`: Emotion's classes without their prefix. */
export const namesIn = (css: string): string[] => css.match(/(?<=\.ia-)\w+/g) ?? [];

/** Returns the names of the styles that were served with the page: it knows them by their classes. */
export function servedNames(): Record<string, true> {
  const served = typeof document === 'undefined' ? [] : document.querySelectorAll('style[data-served]');
  const names = Array.from(served).flatMap(({ textContent }) => namesIn(textContent));
  return Object.fromEntries(names.map((name) => [name, true]));
}
