import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { renderToString } from 'react-dom/server';
import { drawFavicon } from '#build/files';
import { previewPictureNameOf } from '#build/head';
import { brandOf } from '#domain/brand';
import { KNOWN_LANGUAGES, type Language } from '#domain/language';
import { site } from '#site';
import { Logo } from '#views/icons';
import { TilingPattern } from '#views/ornament';
import { schemeProperties, schemes } from '#views/schemes';
import ornament from '../../src/views/styles/ornament.css?inline';

/** A picture as HTML, with its size in CSS px, which equal the pixels of the file. */
export interface PictureSource {
  width: number;
  height: number;
  html: string;
}

const { light } = schemes;

const copies = import.meta.glob<Pick<typeof import('../../src/copy/en/served'), 'createServedTexts'>>(
  '../../src/copy/*/served.ts',
  { eager: true },
);

interface Font {
  family: string;
  /** A file in `node_modules/@fontsource`. */
  file: string;
}

const SERIF: Font = {
  family: 'Instrument Serif',
  file: 'instrument-serif/files/instrument-serif-latin-400-normal.woff2',
};
/** The font with the Turkish letters that Latin-1 lacks. */
const LATIN_EXT: Font = { ...SERIF, file: SERIF.file.replace('latin', 'latin-ext') };
const NASKH: Font = {
  family: 'Noto Naskh Arabic',
  file: 'noto-naskh-arabic/files/noto-naskh-arabic-arabic-600-normal.woff2',
};
const NASTALIQ: Font = {
  family: 'Noto Nastaliq Urdu',
  file: 'noto-nastaliq-urdu/files/noto-nastaliq-urdu-arabic-400-normal.woff2',
};

/** How a language writes the headline, if not as English does. Sizes are in px. */
const LOOKS: Partial<Record<Language, { font?: Font; style: string }>> = {
  ar: { font: NASKH, style: 'h1{font-size:112px;line-height:1.25;letter-spacing:0}' },
  ur: {
    font: NASTALIQ,
    style: 'h1{width:700px;font-size:84px;line-height:1.9;letter-spacing:0;text-wrap:balance}p{bottom:56px}',
  },
  id: { style: 'h1{font-size:128px}' },
  ms: { style: 'h1{font-size:128px}' },
  tr: { font: LATIN_EXT, style: 'h1{font-size:128px}' },
  fr: { style: 'h1{width:700px;font-size:98px}' },
};

/**
 * Embeds fonts, so that pictures do not depend on installed ones. The last font has the letters that the first lacks.
 */
function fontsOf(language: Language) {
  const fonts = [SERIF, LOOKS[language]?.font ?? []].flat();
  const faces = fonts.map(({ family, file }) => {
    const url = `data:font/woff2;base64,${readFileSync(`node_modules/@fontsource/${file}`, 'base64')}`;
    const range = file === LATIN_EXT.file ? ';unicode-range:U+11E-11F,U+130-131,U+15E-15F' : '';
    return `@font-face{font-family:"${family}";src:url(${url}) format("woff2")${range}}`;
  });
  return { faces: faces.join(''), families: [...new Set(fonts.map(({ family }) => `"${family}"`))].join() };
}

/** The social preview: the page's headline, and its star pattern with one coloured star. */
function preview(language: Language): PictureSource {
  const { brand, hero } = copies[`../../src/copy/${language}/served.ts`]!.createServedTexts(brandOf(site.product));
  const drawn = renderToString(
    <>
      <div className="tiling">
        <TilingPattern />
      </div>
      <header>
        <Logo />
        {brand}
      </header>
      <h1>{hero.headline}</h1>
      <p>{hero.subline}</p>
    </>,
  );
  const { faces, families } = fontsOf(language);
  // Text is larger and lines are bolder than on the page, because previews are mostly shown at half size.
  const style = `
    :root{${schemeProperties({ light, dark: light })}}
    *{margin:0}
    body{position:relative;overflow:hidden;width:1200px;height:630px;background:var(--paper);color:var(--ink);font:400 40px/1 ${families}}
    svg{fill:none}
    .tiling{position:absolute;inset:0;overflow:clip;mask:linear-gradient(90deg,#0000 24.4%,#000 64.6%)}
    .tiling svg{position:absolute;width:1720px;left:-326px;top:-230px;stroke-width:1.15;color:var(--tile)}
    .tiling .glazed{width:275.2px;left:809.2px;top:177.1px}
    :dir(rtl) .tiling{transform:scaleX(-1)}
    header{position:absolute;inset-inline-start:80px;top:68px;display:flex;align-items:center;gap:16px;font-size:44px;letter-spacing:-.01em}
    header svg{width:52px;height:52px;color:var(--accent)}
    header path+path{color:var(--gold)}
    h1{position:absolute;inset-inline-start:76px;bottom:158px;width:620px;font-weight:400;font-size:136px;line-height:.94;letter-spacing:-.022em}
    p{position:absolute;inset-inline-start:80px;bottom:72px;color:var(--muted)}
    ${LOOKS[language]?.style ?? ''}`;
  return {
    width: 1200,
    height: 630,
    html: `<!doctype html><html lang="${language}" dir="${KNOWN_LANGUAGES[language].dir}"><meta charset="utf-8"><style>${faces}${style}${ornament}</style>${drawn}`,
  };
}

/** The icon on a phone's home screen, a star. Phones round its corners. */
function icon(): PictureSource {
  const style = `body{margin:0;display:grid;place-items:center;height:180px;background:${light.paper}}svg{width:136px}`;
  return {
    width: 180,
    height: 180,
    html: `<!doctype html><meta charset="utf-8"><style>${style}</style>${drawFavicon({ schemes })}`,
  };
}

/** Creates the HTML of all committed pictures, by file name. */
export const createPictureSources = (): Record<string, PictureSource> => ({
  ...Object.fromEntries(
    (Object.keys(KNOWN_LANGUAGES) as Language[]).map((language) => [previewPictureNameOf(language), preview(language)]),
  ),
  'icon-180.png': icon(),
});

/** The folder of committed pictures, which the build copies. */
export const DRAWN_PICTURES_FOLDER = resolve('src/build/pictures');

/** The hashes of the pictures' sources, by file name. */
export const PICTURE_HASHES_PATH = resolve(DRAWN_PICTURES_FOLDER, 'sources.json');

/** Returns a hash that changes when the picture must be drawn again. */
export const hashPictureSource = (source: PictureSource) =>
  createHash('sha256').update(JSON.stringify(source)).digest('hex');
