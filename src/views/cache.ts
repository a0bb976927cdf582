import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { createElement, type ReactNode } from 'react';
import { key, servedNames } from './servedStyles';

/**
 * Emotion's store of styles, which knows of those that were served with the page. Emotion has a way of its own
 * to find them, but it moves them, and then the browser lays out the whole page anew.
 */
export function createStyleCache() {
  // Emotion would prefix for browsers far below the floor, which takes 3 kB of the page.
  const cache = createCache({ key, stylisPlugins: [] });
  cache.compat = true;
  cache.inserted = servedNames();
  return cache;
}

/** Returns a function that gives content a store of styles. */
export function createStyler() {
  const value = createStyleCache();
  return (content: ReactNode) => createElement(CacheProvider, { value }, content);
}
