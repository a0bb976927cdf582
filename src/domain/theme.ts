/** The colours of one scheme, as `#rrggbb`. What each is for stands in `src/views/schemes.ts`. */
export interface Colours {
  paper: string;
  surface: string;
  ink: string;
  muted: string;
  line: string;
  control: string;
  accent: string;
  accentHover: string;
  onAccent: string;
  gold: string;
  rival: string;
  error: string;
  tile: string;
  glaze: string;
  glazeLine: string;
  band: string;
  onBand: string;
  bandMuted: string;
  bandLine: string;
  bandGold: string;
}

/** What an operator may change of the looks: single colours of either scheme. */
export interface Theme {
  light?: Partial<Colours>;
  dark?: Partial<Colours>;
}
