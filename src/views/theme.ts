import type { Colours } from '#domain/theme';
import { site } from '#site';

const light: Colours = {
  paper: '#FBFAF7',
  surface: '#FFFFFF',
  ink: '#12201A',
  muted: '#56655D',
  line: '#E4E1D8',
  control: '#7E8880', // borders of controls, 3:1 and more
  accent: '#0B6B4F',
  accentHover: '#095A42',
  onAccent: '#FFFFFF',
  gold: '#A2751B',
  rival: '#C9C5BA', // the competitor's bar
  error: '#B3261E',
  tile: '#B8892B', // hairlines of the hero
  glaze: '#0B6B4F', // the filled star
  glazeLine: '#D9B35B',
  band: '#0D2B20', // the one dark band
  onBand: '#F3F1E8',
  bandMuted: '#A8BDB1',
  bandLine: '#28473A',
  bandGold: '#D9B35B',
};

const dark: Colours = {
  paper: '#0C1411',
  surface: '#121C18',
  ink: '#EAF0EC',
  muted: '#9DAFA6',
  line: '#22302A',
  control: '#61736A',
  accent: '#3CCB97',
  accentHover: '#5AD8AA',
  onAccent: '#06140E',
  gold: '#D9B35B',
  rival: '#3A463F',
  error: '#FF8A80',
  tile: '#A98B4C',
  glaze: '#0E6A4F',
  glazeLine: '#E2C27A',
  band: '#10251C',
  onBand: '#F3F1E8',
  bandMuted: '#A3B8AD',
  bandLine: '#24402F',
  bandGold: '#D9B35B',
};

/** The colours of both schemes, with the operator's changes. */
export const schemes = { light: { ...light, ...site.theme.light }, dark: { ...dark, ...site.theme.dark } };

const names = Object.keys(light) as (keyof Colours)[];

/** How styles name a colour: `colour.ink` is `var(--ink)`. */
export const colour = Object.fromEntries(names.map((name) => [name, `var(--${name})`])) as Record<
  keyof Colours,
  string
>;

/** The custom properties of one scheme, as CSS declarations. */
export const properties = (colours: Colours) => names.map((name) => `--${name}:${colours[name]};`).join('');

/** Layouts change at these widths. */
export const from = {
  tablet: '@media (min-width: 48rem)',
  desktop: '@media (min-width: 64rem)',
  wide: '@media (min-width: 72rem)',
  hover: '@media (hover: hover)',
};
/** Whatever moves stands in here: nothing does for those who want less of that. */
export const moving = '@media (prefers-reduced-motion: no-preference)';
export const phone = '@media (max-width: 47.99rem)';

export const font = {
  serif: '"Instrument Serif","Serif Fallback","Wide Serif Fallback","Times New Roman",serif',
  // No `system-ui`: on a bare Linux it is DejaVu, a third wider than the rest; that has a narrower cut.
  sans: '-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"DejaVu Sans Condensed",sans-serif',
};

export const ease = { out: 'cubic-bezier(.2,.8,.2,1)', inOut: 'cubic-bezier(.65,0,.35,1)' };
/** Where nothing may lie at either side of the window: a phone held sideways has its notch at one of them. */
const notch = 'max(env(safe-area-inset-left),env(safe-area-inset-right))';
export const space = { notch, edge: `max(clamp(1.25rem,5vw,3rem),${notch})`, gap: 'clamp(4rem,10vw,8rem)' };
