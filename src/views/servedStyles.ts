import type { EmotionCache } from '@emotion/react';

export const key = 'ia';

/** Returns the names of the styles that were served with the page. */
export function servedNames(): Record<string, true> {
  const served = typeof document === 'undefined' ? [] : document.querySelectorAll<HTMLElement>('style[data-served]');
  const names = Array.from(served).flatMap(({ dataset }) => dataset.served?.split(' ') ?? []);
  return Object.fromEntries(names.map((name) => [name, true]));
}

/**
 * Emotion's store for what has all its styles in the served page. It adds none, so the landing bundle needs no compiler of
 * styles.
 */
export const servedStyleCache = (): EmotionCache => ({
  key,
  compat: true,
  inserted: servedNames(),
  registered: {},
  insert() {},
  // Only global styles ask for it, and they are served.
  sheet: null as never,
});
