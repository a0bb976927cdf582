import type { Colours } from '#domain/theme';

const NAMES =
  'paper surface ink muted line control accent accentHover onAccent gold rival error tile glaze glazeLine band onBand bandMuted bandLine bandGold';

/** Names of colours in styles: `colour.ink` is `var(--ink)`. */
export const colour = Object.fromEntries(NAMES.split(' ').map((name) => [name, `var(--${name})`])) as Record<
  keyof Colours,
  string
>;

/** Breakpoints of the layout. */
export const from = {
  tablet: '@media (min-width: 48rem)',
  desktop: '@media (min-width: 64rem)',
  wide: '@media (min-width: 72rem)',
  hover: '@media (hover: hover)',
};
/** Wraps all motion, so that visitors who prefer less see none. */
export const allowsMotion = '@media (prefers-reduced-motion: no-preference)';
export const phoneWindow = '@media (max-width: 47.99rem)';
export const lowWindow = '@media (max-height: 30rem)';
/** Text that is large relative to the window, because em follows the browser's text size. */
export const largeText = '@media (max-width: 17em)';
/** A wide and low window, such as a phone in landscape. */
export const lowWideWindow = '@media (min-width: 40rem) and (max-height: 30rem)';

export const font = {
  serif: '"Instrument Serif","Serif Fallback","Wide Serif Fallback",serif',
  // No `system-ui`, because it is DejaVu on a bare Linux, which is a third wider. The condensed cut of that font comes
  // last.
  sans: '-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"DejaVu Sans Condensed",sans-serif',
};

export const ease = { out: 'cubic-bezier(.2,.8,.2,1)', inOut: 'cubic-bezier(.65,0,.35,1)' };
/** The insets at both sides of the window, because a phone in landscape has its notch at one of them. */
const notch = 'max(env(safe-area-inset-left),env(safe-area-inset-right))';
export const space = { notch, edge: `max(clamp(1.25rem,5vw,3rem),${notch})`, gap: 'clamp(4rem,10vw,8rem)' };
