import type { SchemeColours } from '#domain/theme';

const NAMES =
  'paper surface ink muted line control accent accentHover onAccent gold rival error tile glaze glazeLine band onBand bandMuted bandLine bandGold';

const references = NAMES.split(' ').map((name) => [name, `var(--${name})`]);

/** Names of colours in styles: `colour.ink` is `var(--ink)`. */
export const colour = Object.fromEntries(references) as Record<keyof SchemeColours, string>;

export const mediaQueries = { tablet: '@media (min-width: 48rem)', hover: '@media (hover: hover)' };
/** Matches unless the visitor prefers reduced motion. All animations and transitions stand inside this query. */
export const motionQuery = '@media (prefers-reduced-motion: no-preference)';
export const phoneWindowQuery = '@media (max-width: 47.99rem)';
export const lowWindowQuery = '@media (max-height: 30rem)';
/** Matches if the visitor's text is large for the window: em follows the browser's text size. */
export const largeTextQuery = '@media (max-width: 17em)';
export const easeOut = 'cubic-bezier(.2,.8,.2,1)';
