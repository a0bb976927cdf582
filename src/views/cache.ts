import createCache from '@emotion/cache';

/**
 * Emotion's store of styles, which knows of those that were served with the page. Emotion has a way of its own
 * to find them, but it moves them, and then the browser lays out the whole page anew.
 */
export function createStyleCache() {
  const cache = createCache({ key: 'ia' });
  cache.compat = true;
  const served = typeof document === 'undefined' ? [] : document.querySelectorAll<HTMLElement>('style[data-served]');
  for (const { dataset } of served) for (const name of dataset.served?.split(' ') ?? []) cache.inserted[name] = true;
  return cache;
}
