import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { createElement, type ReactNode } from 'react';
import { key, servedNames } from './servedStyles';

/**
 * Emotion's style cache, with the served styles. Emotion's own hydration moves style elements, which makes the browser
 * lay out the whole page again.
 */
export function createStyleCache() {
  // Emotion's vendor prefixes take 3 kB, and supported browsers do not need them.
  const cache = createCache({ key, stylisPlugins: [] });
  cache.compat = true;
  cache.inserted = servedNames();
  return cache;
}

/** Returns a component that provides a style cache. */
export function createStyler() {
  const value = createStyleCache();
  return (content: ReactNode) => createElement(CacheProvider, { value }, content);
}
