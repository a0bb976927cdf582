import { homePathOf, KNOWN_LANGUAGES, type Language } from '#domain/language';
import { chooseTranslation } from '#domain/localized';
import { PORTRAITS_PATH, portraitOf } from '#domain/portrait';
import { drawSquarePath, drawStarPath } from '#domain/star';
import { ICON_PATHS, previewPicturePathOf } from './head.ts';
import type { Page } from './prerender';

export const drawFavicon = ({ schemes: { light } }: Pick<Page, 'schemes'>) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-32 -32 64 64"><path d="${drawStarPath(32)}" fill="${light.glaze}"/><g fill="none" stroke="${light.glazeLine}" stroke-width="2.5"><path d="${drawSquarePath(22, 45)}"/><path d="${drawSquarePath(22, 0)}"/></g></svg>\n`;

const sizesOf = (source: Buffer, path: string) =>
  path.endsWith('.svg') ? 'any' : `${source.readUInt32BE(16)}x${source.readUInt32BE(20)}`;

/** Creates the web app manifest, which browsers and Safe read. `icon` is the content of the icon's file. */
export const createManifest = ({ copy, language, site: { app, languages }, schemes: { light } }: Page, icon: Buffer) =>
  JSON.stringify({
    name: copy.brand,
    short_name: copy.brand,
    description: chooseTranslation(app.description, language),
    lang: language,
    dir: KNOWN_LANGUAGES[language].dir,
    start_url: homePathOf(language, languages),
    display: 'browser',
    background_color: light.paper,
    theme_color: light.paper,
    icons: [
      {
        src: app.icon,
        type: app.icon.endsWith('.svg') ? 'image/svg+xml' : 'image/png',
        sizes: sizesOf(icon, app.icon),
      },
    ],
  });

/** Draws all generated portraits in one SVG, one below the other, each with a view: `#p0`, `#p1`, … */
export function drawPortraits({ site }: Pick<Page, 'site'>) {
  const drawn = [site.backer, ...site.supporters].map(({ handle }, i) => {
    const { ground, figure, core, star, inner, dot } = portraitOf(handle);
    const box = `<view id="p${i}" viewBox="-32 ${64 * i - 32} 64 64"/>`;
    return `${box}<g transform="translate(0 ${64 * i})"><circle r="32" fill="${ground}"/><path d="${star}" fill="${figure}"/><path d="${inner}" fill="${ground}"/><circle r="${dot}" fill="${core}"/></g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-32 -32 64 ${64 * drawn.length}">${drawn.join('')}</svg>\n`;
}

const robots = ({ site }: Page) => `User-agent: *\nAllow: /\n\nSitemap: ${new URL('/sitemap.xml', site.url).href}\n`;

/** Lists each page with its translations. `x-default`, for visitors with any other language, is the first page. */
function sitemap({ site: { url, languages } }: Page) {
  const pages = languages.map((language) => ({ language, href: new URL(homePathOf(language, languages), url).href }));
  const links = [...pages.map(({ language, href }) => [language, href]), ['x-default', pages[0]!.href]].map(
    ([language, href]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`,
  );
  const entries = pages.map(({ href }) => `<url><loc>${href}</loc>${pages.length > 1 ? links.join('') : ''}</url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${entries.join('')}</urlset>\n`;
}

export const createPageFiles = (page: Page) => ({
  [ICON_PATHS.icon]: drawFavicon(page),
  [PORTRAITS_PATH]: drawPortraits(page),
  '/robots.txt': robots(page),
  '/sitemap.xml': sitemap(page),
});

export const listPictures = (languages: readonly Language[]) => [
  ...new Set(languages.map(previewPicturePathOf)),
  ICON_PATHS.touchIcon,
];
