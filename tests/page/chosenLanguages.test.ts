import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Language } from '#domain/language';
import { DIST } from '../support/build.ts';
import { deploySite } from './sites.ts';

/* Sites that are served in only some languages, with a default other than English. */

const URL_OF_SITE = 'https://iaborrow.example';

/** Builds the site in `languages`, and reads its files. */
function siteIn(languages: Language[]) {
  const dist = `${DIST}-in-${languages.join('-')}`;
  beforeAll(() => deploySite(dist, { VITE_LANGUAGES: languages.join() }));
  return {
    read: (path: string) => readFileSync(join(dist, path), 'utf8'),
    has: (path: string) => existsSync(join(dist, path)),
    names: () => readdirSync(dist, { recursive: true, encoding: 'utf8' }),
  };
}

const hrefsOf = (html: string, tag: string) =>
  Array.from(html.matchAll(new RegExp(`<${tag} [^>]*href="([^"]*)"`, 'g')), ([, href]) => href);

describe('a site in Turkish and Arabic', () => {
  const { read, has, names } = siteIn(['tr', 'ar']);

  test('the first listed language is at /, and the second one at its own path', () => {
    expect(read('index.html')).toContain('<html lang="tr" dir="ltr">');
    expect(read('ar/index.html')).toContain('<html lang="ar" dir="rtl">');
    expect([has('tr'), has('en')]).toEqual([false, false]);
  });

  test.each([
    ['', '/', 'tr', 'Faizsiz: SOL teminatıyla USDC borç alın.'],
    ['ar/', '/ar/', 'ar', 'بلا فوائد: اقترِض USDC بضمان SOL.'],
  ])('the page in %s names its own address, manifest and preview picture', (folder, home, language, description) => {
    const html = read(`${folder}index.html`);
    expect(html).toContain(`<link rel="canonical" href="${URL_OF_SITE}${home}">`);
    expect(html).toContain(`<meta property="og:url" content="${URL_OF_SITE}${home}">`);
    expect(html).toContain(`<meta property="og:locale" content="${language}">`);
    expect(html).toContain(`<meta property="og:image" content="${URL_OF_SITE}/preview-${language}.png">`);
    expect(html).toContain(`"inLanguage":"${language}"`);
    expect(html).toContain(`<link rel="manifest" href="${home}manifest.json">`);
    expect(JSON.parse(read(`${folder}manifest.json`))).toMatchObject({ lang: language, start_url: home, description });
    expect(has(`preview-${language}.png`)).toBe(true);
  });

  test('the pages link to each other, and to no other language', () => {
    for (const [file, home] of [
      ['index.html', '/'],
      ['ar/index.html', '/ar/'],
    ] as const) {
      const links = hrefsOf(read(file), 'a').filter((href) => /^\/([a-z]{2}\/)?(#|$)/.test(href ?? ''));
      expect([...new Set(links.map((href) => href?.replace(/#.*/, '')))].sort()).toEqual(['/', '/ar/']);
      expect(read(file)).toContain(`<a href="${home}" class="home"`);
    }
    expect(hrefsOf(read('404.html'), 'a')).toContain('/');
    expect(hrefsOf(read('ar/404.html'), 'a')).toContain('/ar/');
    expect(read('ar/404.html')).toContain('<html lang="ar" dir="rtl">');
  });

  test('the sitemap lists both pages with their alternates, and / as the default', () => {
    const sitemap = read('sitemap.xml');
    expect(Array.from(sitemap.matchAll(/<loc>([^<]+)/g), ([, url]) => url)).toEqual([
      `${URL_OF_SITE}/`,
      `${URL_OF_SITE}/ar/`,
    ]);
    const alternates = Array.from(sitemap.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g), ([, tag, url]) => [tag, url]);
    const both = [
      ['tr', `${URL_OF_SITE}/`],
      ['ar', `${URL_OF_SITE}/ar/`],
      ['x-default', `${URL_OF_SITE}/`],
    ];
    expect(alternates).toEqual([...both, ...both]);
  });

  test('a language that the site does not list is not served', () => {
    expect(
      names().filter((name) => /(page|dialogs|list)-(en|ur|id|ms|fr)-|preview(-(ur|id|ms|fr))?\.png/.test(name)),
    ).toEqual([]);
  });
});

describe('a site in Urdu only', () => {
  const { read, has } = siteIn(['ur']);

  test('the page is at /, mirrored, and links to no other language', () => {
    const html = read('index.html');
    expect(html).toContain('<html lang="ur" dir="rtl">');
    expect(html).not.toMatch(/<a [^>]*hreflang/i);
    expect(html).toContain(`<link rel="canonical" href="${URL_OF_SITE}/">`);
    expect(read('404.html')).toContain('<html lang="ur" dir="rtl">');
    expect(JSON.parse(read('manifest.json'))).toMatchObject({ lang: 'ur', dir: 'rtl', start_url: '/' });
    expect([has('ur'), has('preview.png'), has('preview-ur.png')]).toEqual([false, false, true]);
  });

  test('the sitemap lists one address without alternates', () => {
    const sitemap = read('sitemap.xml');
    expect(sitemap.match(/<loc>/g)).toHaveLength(1);
    expect(sitemap).not.toContain('hreflang');
  });
});
