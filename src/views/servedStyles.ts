/** The prefix of all of Emotion's class names. */
export const key = 'ia';

/** Returns the names of the styles in `css`: Emotion's class names without their prefix. */
export const styleNamesIn = (css: string): string[] => css.match(/(?<=\.ia-)\w+/g) ?? [];

/** Returns the names of the served styles, from their class names. */
export function servedNames(): Record<string, true> {
  const served = typeof document === 'undefined' ? [] : document.querySelectorAll('style[data-served]');
  const names = Array.from(served).flatMap(({ textContent }) => styleNamesIn(textContent));
  return Object.fromEntries(names.map((name) => [name, true]));
}
