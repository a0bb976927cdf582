/** The colours of the workbench's pages in the light scheme, by the names of their custom properties. */
const light = {
  paper: '#f7f8fa',
  surface: '#fff',
  ink: '#16191f',
  muted: '#575e6b',
  line: '#dfe2e8',
  control: '#7d8593',
  accent: '#2c55c9',
  accentHover: '#2346a8',
  onAccent: '#fff',
  gold: '#8a5d0b',
  rival: '#bcc2cc',
  error: '#b3261e',
};

const dark = {
  paper: '#0e1014',
  surface: '#16191f',
  ink: '#e9ebf0',
  muted: '#a1a8b5',
  line: '#2a2f39',
  control: '#697283',
  accent: '#8fb0ff',
  accentHover: '#adc5ff',
  onAccent: '#0b1330',
  gold: '#dfb25c',
  rival: '#474e5b',
  error: '#ff8a80',
};

const propertiesOf = (colours: Record<string, string>) =>
  Object.entries(colours)
    .map(([name, value]) => `--${name}:${value};`)
    .join('');

/** Returns the colours as custom properties of `selector`, in both schemes. */
export const createThemeColoursCss = (selector: string) =>
  `${selector}{color-scheme:light dark;${propertiesOf(light)}}@media(prefers-color-scheme:dark){${selector}{${propertiesOf(dark)}}}`;
