import type { SchemeColours } from '#domain/theme';

const NAMES =
  'paper surface ink muted line control accent accentHover onAccent gold rival error tile glaze glazeLine band onBand bandMuted bandLine bandGold';

/** Names of colours in styles: `colour.ink` is `var(--ink)`. */
export const colour = Object.fromEntries(NAMES.split(' ').map((name) => [name, `var(--${name})`])) as Record<
  keyof SchemeColours,
  string
>;

export const from = { tablet: '@media (min-width: 48rem)', hover: '@media (hover: hover)' };
/** Wraps all motion, so that visitors who prefer less see none. */
export const allowsMotion = '@media (prefers-reduced-motion: no-preference)';
export const phoneWindow = '@media (max-width: 47.99rem)';
export const lowWindow = '@media (max-height: 30rem)';
/** Text that is large relative to the window, because em follows the browser's text size. */
export const largeText = '@media (max-width: 17em)';
export const easeOut = 'cubic-bezier(.2,.8,.2,1)';
