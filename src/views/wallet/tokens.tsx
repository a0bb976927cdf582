import { css, Global } from '@emotion/react';
import { colour } from '../theme';

/** By name: the value in the light scheme, and in the dark one. */
const TONES = {
  fill: ['#F2F0EA', '#1C2924'], // quiet buttons, hints
  fillHover: ['#EAE7DF', '#24332D'],
  tint: ['#EAF3EF', '#142A22'], // picked rows, backgrounds of icons
  trail: ['#D8D3C6', '#384B42'], // the track of the waiting star, the tiling, cards
  edge: ['#86938B', '#64756C'], // borders of hovered elements
  errorTint: ['#FBEDEB', '#2A1B1A'],
  goldTint: ['#FAF3E3', '#262216'], // notices
  goldDeep: ['#8F6A1A', '#D9B35B'], // marks on notices, and pending items
};

const names = Object.keys(TONES) as (keyof typeof TONES)[];
const propertiesOf = (scheme: 0 | 1) => names.map((name) => `--${name}:${TONES[name][scheme]};`).join('');

export const tone = {
  ...colour,
  ...(Object.fromEntries(names.map((name) => [name, `var(--${name})`])) as Record<keyof typeof TONES, string>),
};

const tones = css`
  :root { ${propertiesOf(0)} }
  @media (prefers-color-scheme: dark) { :root { ${propertiesOf(1)} } }
`;

export const DialogColours = () => <Global styles={tones} />;
