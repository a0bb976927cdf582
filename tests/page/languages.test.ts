import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Response } from '@playwright/test';
import { beforeAll, describe, expect } from 'vitest';
import { homePathOf, KNOWN_LANGUAGES, type Language } from '#domain/language';
import { chooseTranslation } from '#domain/localized';
import { site } from '#site';
import { DIST } from '../support/build.ts';
import { copyIn } from '../support/words.ts';
import { deploySite } from './sites.ts';
import { expectPage } from './visitor/expectPage.ts';
import { test } from './visitor/fixtures.ts';
import { say } from './visitor/say.ts';

const ALL = Object.keys(KNOWN_LANGUAGES) as Language[];
const htmlIn = (dist: string, path: string) => readFileSync(join(dist, path, 'index.html'), 'utf8');
const valuesIn = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ([, ...values]) => values);

// The first language of a site is at the path `/`, and each other language at a path with its tag.
describe.each<{ languages: Language[]; dist: string }>([
  { languages: ALL, dist: DIST },
  { languages: ['tr', 'ar'], dist: `${DIST}-in-tr-ar` },
  { languages: ['ur'], dist: `${DIST}-in-ur` },
])('a site in $languages', ({ languages, dist }) => {
  beforeAll(async () => {
    if (dist !== DIST) await deploySite(dist, { VITE_LANGUAGES: languages.join() });
  });
  const read = (path: string) => readFileSync(join(dist, path), 'utf8');
  const homes = languages.map((language) => homePathOf(language, languages));

  test.each(languages)('the page in %s names its language, address, manifest and preview picture', (language) => {
    const home = homePathOf(language, languages);
    const { dir } = KNOWN_LANGUAGES[language];
    const picture = language === 'en' ? '/preview.png' : `/preview-${language}.png`;
    const html = htmlIn(dist, home);
    for (const part of [
      `<html lang="${language}" dir="${dir}">`,
      `<link rel="canonical" href="${site.url}${home}">`,
      `<link rel="manifest" href="${home}manifest.json">`,
      `<meta property="og:url" content="${site.url}${home}">`,
      `<meta property="og:image" content="${site.url}${picture}">`,
      `<a href="${home}" class="home"`,
      // An English page has no `og:locale` and no `inLanguage`, because crawlers assume English.
      ...(language === 'en' ? [] : [`<meta property="og:locale" content="${language}">`, `"inLanguage":"${language}"`]),
    ])
      expect(html).toContain(part);
    expect(readFileSync(join(dist, picture)).readUInt32BE(16)).toBe(1200);
    const description = chooseTranslation(site.app.description, language);
    const manifest = JSON.parse(read(`${home}manifest.json`));
    expect(manifest).toMatchObject({ lang: language, dir, start_url: home, description });
    expect(read(`${home}404.html`)).toContain(`<html lang="${language}" dir="${dir}">`);
    expect(read(`${home}404.html`)).toContain(`href="${home}"`);
  });

  test('pages and sitemap link to each page of the site, and to no other language', () => {
    for (const home of homes) {
      const links = valuesIn(htmlIn(dist, home), /<a href="(\/(?:[a-z]{2}\/)?)(?:#[^"]*)?"/g).flat();
      expect([...new Set(links)].sort()).toEqual([...homes].sort());
      const named = valuesIn(htmlIn(dist, home), /<a href="([^"]*)" hrefLang="([^"]*)" lang="([^"]*)"/g);
      expect(named).toEqual(languages.length > 1 ? languages.map((tag, i) => [homes[i], tag, tag]) : []);
    }
    const urls = homes.map((home) => site.url + home);
    const alternates = [...languages.map((tag, i) => [tag, urls[i]]), ['x-default', `${site.url}/`]];
    expect(valuesIn(read('sitemap.xml'), /<loc>([^<]+)/g).flat()).toEqual(urls);
    expect(valuesIn(read('sitemap.xml'), /hreflang="([^"]+)" href="([^"]+)"/g)).toEqual(
      languages.length > 1 ? urls.flatMap(() => alternates) : [],
    );
    const others = ALL.filter((other) => !languages.includes(other)).join('|') || 'none';
    const foreign = new RegExp(`^(${others}|${languages[0]})/|(page|dialogs|list|preview)-(${others})[-.]`);
    expect(readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => foreign.test(name))).toEqual([]);
    expect(existsSync(join(dist, 'preview.png'))).toBe(languages.includes('en'));
  });
});

test('the HTML of each language is at most 12.5 kB, with the same inline styles', () => {
  const styles = (html: string) => valuesIn(html, /<style>(.*?)<\/style>/g).slice(0, 2);
  for (const home of ALL.map((language) => homePathOf(language, ALL))) {
    expect(brotliCompressSync(htmlIn(DIST, home)).length, home).toBeLessThanOrEqual(12_500);
    expect(styles(htmlIn(DIST, home)), home).toEqual(styles(htmlIn(DIST, '/')));
  }
});

test('the headers file has no more rules than Cloudflare Pages allows', () => {
  expect(readFileSync(join(DIST, '_headers'), 'utf8').match(/^\//gm)!.length).toBeLessThanOrEqual(95);
});

test('the HTML head contains the texts for search engines and link previews', () => {
  const html = htmlIn(DIST, '/');
  const content = (name: string) => new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];
  const title = /<title>(.*?)<\/title>/.exec(html)?.[1] ?? '';
  expect(title).toBe(say('landing.meta.title'));
  expect(title.length).toBeLessThanOrEqual(60);
  expect(content('description')?.length).toBeLessThanOrEqual(155);
  for (const name of ['og:title', 'og:description', 'og:site_name', 'og:image:alt']) expect(content(name)).toBeTruthy();
  const given = ['twitter:card', 'og:image:width', 'og:image:height'].map(content);
  expect(given).toEqual(['summary_large_image', '1200', '630']);
  expect(valuesIn(html, /<meta name="theme-color" content="([^"]*)" media="([^"]*)"/g)).toEqual([
    ['#FBFAF7', '(prefers-color-scheme: light)'],
    ['#0C1411', '(prefers-color-scheme: dark)'],
  ]);
  const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '');
  expect(data['@context']).toBe('https://schema.org');
  expect(data['@graph'].map((one: { '@type': string }) => one['@type'])).toEqual(['Organization', 'WebSite']);
  const unlisted = readFileSync(join(DIST, '404.html'), 'utf8');
  expect(unlisted).toContain('<meta name="robots" content="noindex">');
  // A preloaded file would compete with the files that the first paint needs.
  expect(html + unlisted).not.toMatch(/rel="?preload/);
  expect(readFileSync(join(DIST, 'robots.txt'), 'utf8')).toContain(`Sitemap: ${site.url}/sitemap.xml`);
});

describe('a visit in another language', () => {
  for (const [language, text] of [
    ['tr', '25.000'],
    ['id', '25.000'],
    ['ms', '25,000'],
    ['fr', '25 000'],
    ['ar', '٢٥٬٠٠٠'],
    ['ur', '۲۵،۰۰۰'],
  ] as const)
    test(`typing the amount ${text} in the language ${language} requests 25,000 USDC`, async ({ visit }) => {
      const visitor = await visit({ path: `/${language}/` });
      const { page } = visitor;
      await visitor.waitsForScripts();
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await page.locator('button[commandfor=alpha][command=show-modal]').first().click();
      await page.locator('#amount').fill(text);
      await page.locator('#slider').focus();
      await expectPage(page.locator('#slider')).toHaveValue('25000');
      // In right-to-left languages, the left arrow key increases the value.
      const rightToLeft = KNOWN_LANGUAGES[language].dir === 'rtl';
      await page.keyboard.press(rightToLeft ? 'ArrowLeft' : 'ArrowRight');
      await expectPage(page.locator('#slider')).toHaveValue('25500');
      // The slider's thumb rolls forwards as it moves. 15,500 of the range of 40,000 turn the thumb by about 140°.
      const knob = page.locator('#slider ~ span svg');
      const turn = () =>
        knob.evaluate((svg) => {
          const { a, b } = new DOMMatrix(getComputedStyle(svg).transform);
          return Math.round((Math.atan2(b, a) * 180) / Math.PI);
        });
      await expectPage.poll(turn).toBe(rightToLeft ? -140 : 140);
      await page.locator('#amount').fill(text);
      await page.locator('#alpha [type=submit]').click();
      await expectPage.poll(() => visitor.foreign.join()).toContain(encodeURIComponent('25000 USDC'));
    });

  test('in Arabic, the wallet dialog is mirrored from the first paint on', async ({ visit }) => {
    const visitor = await visit({ path: '/ar/#connect' });
    await visitor.waitsForScripts();
    const dialog = visitor.page.getByRole('dialog', { name: 'ربط محفظة' });
    await expectPage(dialog).toBeVisible();
    await expectPage(dialog.getByRole('heading', { name: 'ما هي المحفظة؟' })).toBeVisible();
    const box = (await dialog.boundingBox())!;
    const close = (await dialog.getByRole('button', { name: 'إغلاق' }).last().boundingBox())!;
    expect(close.x).toBeLessThan(box.x + box.width / 2);
    await visitor.escapes();
    await expectPage(visitor.page).toHaveURL(/\/ar\/$/);
  });
});

/** Returns the longer sentences in `value`. Skips sentences with placeholders, and functions. */
const leavesIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? value.length > 24 && !value.includes('{')
      ? [value]
      : []
    : Object.values(value ?? {}).flatMap(leavesIn);

const sentences = Object.fromEntries(ALL.map((language) => [language, leavesIn(copyIn(language))]));

test.for(ALL)('a page in %s requests nothing for another language', async (language, { visit }) => {
  const answers: Promise<{ url: string; text: string }>[] = [];
  const readAnswer = (response: Response) => {
    const url = response.url();
    if (/\.(woff2|png|svg)$/.test(url)) answers.push(Promise.resolve({ url, text: '' }));
    else answers.push(response.text().then((text) => ({ url, text })));
  };
  const visitor = await visit({
    path: homePathOf(language, ALL),
    before: async (page) => void page.on('response', readAnswer),
  });
  const { page } = visitor;
  await visitor.waitsForScripts();
  await page.locator('button[commandfor=alpha][command=show-modal]').first().click();
  await expectPage(page.locator('#alpha')).toBeVisible();
  await visitor.escapes();
  await expectPage(page.locator('#alpha')).toBeHidden();
  await visitor.requests('connect');
  await expectPage(page.locator('#wallet [data-wallet]').first()).toBeVisible();

  // Responses after this line are not read, because the page closes before they arrive.
  page.off('response', readAnswer);
  const got = await Promise.all(answers);
  const own = sentences[language]!;
  const others = ALL.filter((other) => other !== language);
  expect(got.length).toBeGreaterThan(8);
  expect(own.filter((sentence) => got.some(({ text }) => text.includes(sentence))).length).toBeGreaterThan(20);
  expect(got.flatMap(({ url }) => others.filter((other) => url.includes(`-${other}-`)))).toEqual([]);
  const foreign = others.flatMap((other) => [
    new RegExp(`/(?:page|dialogs|list)-${other}-`),
    ...sentences[other]!.filter((sentence) => !own.includes(sentence)),
  ]);
  const found = got.flatMap(({ url, text }) =>
    foreign.filter((one) => (typeof one === 'string' ? text.includes(one) : one.test(text))).map((one) => [url, one]),
  );
  expect(found).toEqual([]);
});
