import { existsSync } from 'node:fs';
import { homePathOf, type Language } from '#domain/language';
import type { Page, RenderedHtml } from './prerender';

export const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const tag = (name: string, attributes: Record<string, string>) =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
    .join('')}>`;
const meta = (name: string, content: string) =>
  tag('meta', { [name.startsWith('og:') ? 'property' : 'name']: name, content });

/** The folder into which `npm run draw` writes pictures. */
export const PICTURES_FOLDER = 'src/build/pictures';

export const ICON_PATHS = { icon: '/favicon.svg', touchIcon: '/icon-180.png' };

/** Preloads no font, which would delay the first paint in Chromium. `policy` is for hosts that send no headers. */
export const renderCommonHead = ({ schemes }: Page, { styles }: RenderedHtml, policy?: string) =>
  [
    policy ? tag('meta', { 'http-equiv': 'Content-Security-Policy', content: policy }) : '',
    meta('referrer', 'no-referrer'),
    tag('meta', { name: 'theme-color', content: schemes.light.paper, media: '(prefers-color-scheme: light)' }),
    tag('meta', { name: 'theme-color', content: schemes.dark.paper, media: '(prefers-color-scheme: dark)' }),
    tag('link', { rel: 'icon', href: ICON_PATHS.icon, type: 'image/svg+xml' }),
    ...styles.map((css) => `<style>${css}</style>`),
  ].join('');

/** Returns the path of the manifest in the page's language. Safe looks for `manifest.json` at the URL of the app. */
export const manifestPathOf = ({ language, site: { languages } }: Pick<Page, 'language' | 'site'>) =>
  `${homePathOf(language, languages)}manifest.json`;

export const previewPictureNameOf = (language: Language) =>
  language === 'en' ? 'preview.png' : `preview-${language}.png`;

export const hasPreviewPicture = (language: Language) =>
  existsSync(`${PICTURES_FOLDER}/${previewPictureNameOf(language)}`);

/** The picture that other sites show beside a link to the page: the English one if the language has none. */
export const previewPicturePathOf = (language: Language) =>
  `/${previewPictureNameOf(hasPreviewPicture(language) ? language : 'en')}`;

export function renderHomeHead(page: Page) {
  const { copy, language, site } = page;
  const { title, description, picture } = copy.meta;
  const home = new URL(homePathOf(language, site.languages), site.url).href;
  const image = new URL(previewPicturePathOf(language), site.url).href;
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta('description', description),
    tag('link', { rel: 'canonical', href: home }),
    tag('link', { rel: 'manifest', href: manifestPathOf(page) }),
    tag('link', { rel: 'apple-touch-icon', href: ICON_PATHS.touchIcon }),
    meta('og:type', 'website'),
    meta('og:site_name', copy.brand),
    meta('og:title', title),
    meta('og:description', description),
    meta('og:url', home),
    ...(language === 'en' ? [] : [meta('og:locale', language)]),
    meta('og:image', image),
    meta('og:image:width', '1200'),
    meta('og:image:height', '630'),
    meta('og:image:alt', picture),
    meta('twitter:card', 'summary_large_image'),
    `<script type="application/ld+json">${JSON.stringify({
      '@context': 'https://schema.org',
      '@graph': [
        { '@type': 'Organization', name: copy.brand, url: home },
        { '@type': 'WebSite', name: copy.brand, url: home, ...(language !== 'en' && { inLanguage: language }) },
      ],
    }).replaceAll('<', '\\u003c')}</script>`,
  ].join('');
}

/** Returns the head of the page for missing paths, which search engines must not list. */
export const renderNotFoundHead = ({ copy }: Page) =>
  `<title>${escapeHtml(`${copy.error.notFound} · ${copy.brand}`)}</title>${meta('robots', 'noindex')}`;
