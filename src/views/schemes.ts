import type { SchemeColours } from '#domain/theme';
import { site } from '#site';

const COLOURS: Record<keyof SchemeColours, [light: string, dark: string]> = {
  paper: ['#FBFAF7', '#0C1411'],
  surface: ['#FFFFFF', '#121C18'],
  ink: ['#12201A', '#EAF0EC'],
  muted: ['#56655D', '#9DAFA6'],
  line: ['#E4E1D8', '#22302A'],
  control: ['#7E8880', '#61736A'], // borders of controls, with a contrast of at least 3:1
  accent: ['#0B6B4F', '#3CCB97'],
  accentHover: ['#095A42', '#5AD8AA'],
  onAccent: ['#FFFFFF', '#06140E'],
  gold: ['#A2751B', '#D9B35B'],
  rival: ['#C9C5BA', '#3A463F'], // the competitor's bar
  error: ['#B3261E', '#FF8A80'],
  tile: ['#B8892B', '#A98B4C'], // thin lines of the hero
  glaze: ['#0B6B4F', '#0E6A4F'], // the filled star
  glazeLine: ['#D9B35B', '#E2C27A'],
  band: ['#0D2B20', '#10251C'], // the page's only dark section
  onBand: ['#F3F1E8', '#F3F1E8'],
  bandMuted: ['#A8BDB1', '#A3B8AD'],
  bandLine: ['#28473A', '#24402F'],
  bandGold: ['#D9B35B', '#D9B35B'],
};

function coloursOf(scheme: 0 | 1) {
  const entries = Object.entries(COLOURS).map(([name, values]) => [name, values[scheme]]);
  return Object.fromEntries(entries) as Record<keyof SchemeColours, string>;
}

export const schemes = {
  light: { ...coloursOf(0), ...site.theme.light },
  dark: { ...coloursOf(1), ...site.theme.dark },
};

export const schemeProperties = ({ light, dark }: Record<'light' | 'dark', SchemeColours>) =>
  Object.entries(light)
    .map(([name, value]) => [name, value, dark[name as keyof SchemeColours]])
    .map(([name, value, other]) => `--${name}:${value === other ? value : `light-dark(${value},${other})`};`)
    .join('');
