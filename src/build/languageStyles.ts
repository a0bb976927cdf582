import { readFileSync } from 'node:fs';
import type { Language } from '#domain/language';

/** Writes a file under a name with a hash of its content, and returns its path. */
type WriteAsset = (name: string, extension: string, content: string | Buffer) => string;

/** Fonts of the system for Arabic script. A web font would be several hundred kB. */
const ARABIC = '-apple-system,"Segoe UI","Noto Naskh Arabic UI","Noto Sans Arabic","Geeza Pro",Tahoma,sans-serif';
const NASTALIQ = `"Noto Nastaliq Urdu","Urdu Typesetting","Jameel Noori Nastaleeq",${ARABIC}`;

/** Negative tracking would tear joined letters apart, and the lines of Arabic script are higher. */
const arabic = (fonts: string, weight: number, lines: [body: number, heading: number], size: number) =>
  `*{letter-spacing:0!important}body,dialog,h1,h2,h3,.wrap>p{font-family:${fonts}!important}body{line-height:${lines[0]}}` +
  `h1,h2,h3{font-weight:${weight}!important;line-height:${lines[1]}!important}h1{font-size:calc(${size}*clamp(3.25rem,8.2vw,6.5rem))}` +
  `h2{font-size:calc(${size}*clamp(2.375rem,4.6vw,3.5rem))}` +
  // Numbers are written from the left, and stand where the line begins. The knob rolls to where it goes.
  `#compared,#amount{direction:ltr}#compared{text-align:right}#slider~span svg{transform:rotate(calc(var(--share,0)*-360deg))}`;

const LATIN_EXT = 'node_modules/@fontsource/instrument-serif/files/instrument-serif-latin-ext-400-normal.woff2';

/** The styles that only the pages of one language have. Most need none. */
export function styleOf(language: Language, writeAsset: WriteAsset): string[] {
  if (language === 'ar') return [arabic(ARABIC, 600, [1.75, 1.3], 0.82)];
  if (language === 'ur') return [arabic(NASTALIQ, 400, [2.1, 2], 0.68)];
  if (language !== 'tr') return [];
  // The font of the other pages lacks ğ, ı, ş and İ.
  const font = writeAsset('instrument-serif-latin-ext', 'woff2', readFileSync(LATIN_EXT));
  return [
    `@font-face{font-family:"Instrument Serif";src:url(${font}) format("woff2");font-display:swap;unicode-range:U+11E-11F,U+130-131,U+15E-15F}`,
  ];
}
