import { css, Global } from '@emotion/react';
import { colour } from '../theme';

const light = {
  fill: '#F2F0EA', // quiet buttons, hints
  fillHover: '#EAE7DF',
  tint: '#EAF3EF', // picked rows, backgrounds of icons
  trail: '#D8D3C6', // the track of the waiting star, the tiling, cards
  edge: '#86938B', // borders of hovered elements
  errorTint: '#FBEDEB',
  goldTint: '#FAF3E3', // notices
  goldDeep: '#8F6A1A', // marks on notices, and pending items
};

const dark: typeof light = {
  fill: '#1C2924',
  fillHover: '#24332D',
  tint: '#142A22',
  trail: '#384B42',
  edge: '#64756C',
  errorTint: '#2A1B1A',
  goldTint: '#262216',
  goldDeep: '#D9B35B',
};

const names = Object.keys(light) as (keyof typeof light)[];
const properties = (values: typeof light) => names.map((name) => `--${name}:${values[name]};`).join('');

export const tone = {
  ...colour,
  ...(Object.fromEntries(names.map((name) => [name, `var(--${name})`])) as typeof light),
};

const tones = css`
  :root { ${properties(light)} }
  @media (prefers-color-scheme: dark) { :root { ${properties(dark)} } }
`;

export const DialogColours = () => <Global styles={tones} />;
