import type { Colours } from '#domain/theme';
import { site } from '#site';

const light: Colours = {
  paper: '#FBFAF7',
  surface: '#FFFFFF',
  ink: '#12201A',
  muted: '#56655D',
  line: '#E4E1D8',
  control: '#7E8880', // borders of controls, with a contrast of at least 3:1
  accent: '#0B6B4F',
  accentHover: '#095A42',
  onAccent: '#FFFFFF',
  gold: '#A2751B',
  rival: '#C9C5BA', // the competitor's bar
  error: '#B3261E',
  tile: '#B8892B', // thin lines of the hero
  glaze: '#0B6B4F', // the filled star
  glazeLine: '#D9B35B',
  band: '#0D2B20', // the one dark section
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

export const schemes = { light: { ...light, ...site.theme.light }, dark: { ...dark, ...site.theme.dark } };

/** Returns each colour as a custom property for both schemes. */
export const schemeProperties = ({ light, dark }: Record<'light' | 'dark', Colours>) =>
  Object.entries(light)
    .map(([name, value]) => [name, value, dark[name as keyof Colours]])
    .map(([name, value, other]) => `--${name}:${value === other ? value : `light-dark(${value},${other})`};`)
    .join('');

export const properties = (colours: Colours) =>
  Object.entries(colours)
    .map(([name, value]) => `--${name}:${value};`)
    .join('');
