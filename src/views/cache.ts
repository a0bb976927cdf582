import createCache from '@emotion/cache';
import { key, servedNames } from './servedStyles';

/**
 * Emotion's store of styles, which knows of those that were served with the page. Emotion has a way of its own
 * to find them, but it moves them, and then the browser lays out the whole page anew.
 */
export function createStyleCache() {
  const cache = createCache({ key });
  cache.compat = true;
  cache.inserted = servedNames();
  return cache;
}
