import { readFileSync } from 'node:fs';
import { CacheProvider } from '@emotion/react';
import createEmotionServer from '@emotion/server/create-instance';
import { renderToString } from 'react-dom/server';
import { favicon } from '#build/files';
import { createStyleCache } from '#views/cache';
import { Logo } from '#views/icons';
import { served } from '#views/landing/copy';
import { Tiling } from '#views/ornament';
import { properties, schemes } from '#views/schemes';

/** A picture as HTML, with its size in CSS px, which equal the pixels of the file. */
export interface Source {
  width: number;
  height: number;
  html: string;
}

const { light } = schemes;

/** Embeds the page's serif font, so that the picture doesn't depend on installed fonts. */
function serif() {
  const file = 'node_modules/@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2';
  const url = `data:font/woff2;base64,${readFileSync(file, 'base64')}`;
  return `@font-face{font-family:"Instrument Serif";src:url(${url}) format("woff2")}`;
}

/** The social preview: the offer, and the tiling with one coloured star. */
function preview(): Source {
  const { brand, hero } = served;
  const cache = createStyleCache();
  const drawn = renderToString(
    <CacheProvider value={cache}>
      <div className="tiling">
        <Tiling />
      </div>
      <header>
        <Logo />
        {brand}
      </header>
      <h1>{hero.headline}</h1>
      <p>{hero.subline}</p>
    </CacheProvider>,
  );
  const { styles } = createEmotionServer(cache).extractCriticalToChunks(drawn);
  // Larger than on the page and with bolder lines, because previews are mostly shown at half size.
  const style = `
    :root{${properties(light)}}
    *{margin:0}
    body{position:relative;overflow:hidden;width:1200px;height:630px;background:var(--paper);color:var(--ink);font:400 40px/1 "Instrument Serif"}
    svg{fill:none}
    .tiling{position:absolute;inset:0;mask:linear-gradient(90deg,#0000 24.4%,#000 64.6%)}
    .tiling svg{position:absolute;width:1720px;left:-326px;top:-230px;stroke-width:1.15;color:var(--tile)}
    header{position:absolute;left:80px;top:68px;display:flex;align-items:center;gap:16px;font-size:44px;letter-spacing:-.01em}
    header svg{width:52px;height:52px;color:var(--accent)}
    header path+path{color:var(--gold)}
    h1{position:absolute;left:76px;bottom:158px;width:620px;font-weight:400;font-size:136px;line-height:.94;letter-spacing:-.022em}
    p{position:absolute;left:80px;bottom:72px;color:var(--muted)}`;
  return {
    width: 1200,
    height: 630,
    html: `<!doctype html><meta charset="utf-8"><style>${serif()}${style}${styles.map(({ css }) => css).join('')}</style>${drawn}`,
  };
}

/** The icon on a phone's home screen, a star. Phones round its corners. */
function icon(): Source {
  const style = `body{margin:0;display:grid;place-items:center;height:180px;background:${light.paper}}svg{width:136px}`;
  return {
    width: 180,
    height: 180,
    html: `<!doctype html><meta charset="utf-8"><style>${style}</style>${favicon({ schemes })}`,
  };
}

export const sources = (): Record<string, Source> => ({ 'preview.png': preview(), 'icon-180.png': icon() });
