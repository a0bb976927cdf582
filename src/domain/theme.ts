/** The colours of one scheme, as `#rrggbb`. `src/views/schemes.ts` says what each is for. */
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

/** The colours of either scheme that an operator changes. */
export interface Theme {
  light?: Partial<Colours>;
  dark?: Partial<Colours>;
}
