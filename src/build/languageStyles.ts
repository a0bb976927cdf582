import { readFileSync } from 'node:fs';
import type { Language } from '#domain/language';

type WriteAsset = (name: string, extension: string, content: string | Buffer) => string;

/**
 * Fonts of the system for Arabic script, because a web font would be several hundred kB. Fonts for Latin script come
 * first: most Arabic fonts lack Latin letters and signs such as $ and %, and their digits differ in size.
 */
const ARABIC =
  '-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"Noto Sans","Noto Naskh Arabic UI","Noto Sans Arabic","Geeza Pro",Tahoma,sans-serif';

/** Arabic script has no letter spacing, which would tear joined letters apart, and needs higher lines. */
const arabic = (fonts: string, weight: number, lines: [body: number, heading: number], size: number) =>
  `*{letter-spacing:0!important}body,h1,h2,h3,.wrap>p{font-family:${fonts}!important}body{line-height:${lines[0]}}` +
  `h1,h2,h3{font-weight:${weight}!important;line-height:${lines[1]}!important}h1{font-size:calc(${size}*clamp(3.25rem,8.2vw,6.5rem))}` +
  `h2{font-size:calc(${size}*clamp(2.375rem,4.6vw,3.5rem))}` +
  // Writes numbers from left to right, aligned to the start of the line. The slider's thumb rolls in the direction in
  // which it moves.
  `#compared,#amount{direction:ltr}#compared{text-align:right}#slider~span svg{transform:rotate(calc(var(--share,0)*-360deg))}`;

/** Nastaliq is the usual script of Urdu. Dialogs lack room for its high lines, so they use Naskh, as most apps do. */
const NASTALIQ =
  '@font-face{font-family:Nastaliq;src:local("Noto Nastaliq Urdu"),local("NotoNastaliqUrdu"),local("Noto Nastaliq Urdu Regular"),local("Urdu Typesetting"),local("Jameel Noori Nastaleeq");unicode-range:U+600-6FF,U+200C-200D}' +
  'body{font-synthesis-weight:none}main p:not([translate]),main .label,footer p{line-height:2.1!important}' +
  `dialog,#alpha-island,dialog :is(h2,h3){font-family:${ARABIC}!important;line-height:1.75}dialog :is(h2,h3){font-weight:600!important;line-height:1.3!important}`;

const LATIN_EXT = 'node_modules/@fontsource/instrument-serif/files/instrument-serif-latin-ext-400-normal.woff2';

/** Returns the styles that only the pages of one language need. Most languages need none. */
export function stylesOfLanguage(language: Language, writeAsset: WriteAsset): string[] {
  if (language === 'ar') return [arabic(ARABIC, 600, [1.75, 1.3], 0.82)];
  if (language === 'ur') return [arabic(`Nastaliq,${ARABIC}`, 400, [2.1, 2], 0.68) + NASTALIQ];
  if (language !== 'tr') return [];
  // Adds a second font file, because that of the other pages lacks ğ, ı, ş and İ.
  const font = writeAsset('instrument-serif-latin-ext', 'woff2', readFileSync(LATIN_EXT));
  return [
    `@font-face{font-family:"Instrument Serif";src:url(${font}) format("woff2");font-display:swap;unicode-range:U+11E-11F,U+130-131,U+15E-15F}`,
  ];
}
