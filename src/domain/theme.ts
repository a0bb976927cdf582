/** The colours of one scheme, as `#rrggbb`. `src/views/schemes.ts` describes each. */
export interface SchemeColours {
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

export interface Theme {
  light?: Partial<SchemeColours>;
  dark?: Partial<SchemeColours>;
}
