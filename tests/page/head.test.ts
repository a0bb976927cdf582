import { describe, expect, inject } from 'vitest';
import { site } from '#site';
import { test } from './visitor/fixtures.ts';
import { say } from './visitor/say.ts';

const get = (path: string) => fetch(inject('origin') + path);

describe('metadata for search engines and link previews', () => {
  test('the head has title, description, canonical link and social cards', async ({ visit }) => {
    const visitor = await visit();
    const { page } = visitor;
    const content = (name: string) =>
      page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute('content');
    expect(await page.title()).toBe(say('landing.meta.title'));
    expect((await page.title()).length).toBeLessThanOrEqual(60);
    expect((await content('description'))?.length).toBeLessThanOrEqual(155);
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(`${site.url}/`);
    expect(await content('og:url')).toBe(`${site.url}/`);
    expect(await content('og:image')).toBe(`${site.url}/preview.png`);
    expect([await content('og:image:width'), await content('og:image:height')]).toEqual(['1200', '630']);
    expect(await content('twitter:card')).toBe('summary_large_image');
    for (const name of ['og:title', 'og:description', 'og:site_name', 'og:image:alt'])
      expect(await content(name)).toBeTruthy();
    const schemes = page.locator('meta[name=theme-color]');
    expect(
      await schemes.evaluateAll((all) => all.map((meta) => [meta.getAttribute('media'), meta.getAttribute('content')])),
    ).toEqual([
      ['(prefers-color-scheme: light)', '#FBFAF7'],
      ['(prefers-color-scheme: dark)', '#0C1411'],
    ]);
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
  });

  test('the head preloads nothing that would delay the first paint', async () => {
    for (const path of ['/', '/404.html']) expect(await (await get(path)).text()).not.toMatch(/rel="?preload/);
  });

  test('the head has valid JSON-LD', async ({ visit }) => {
    const visitor = await visit();
    const data = JSON.parse((await visitor.page.locator('script[type="application/ld+json"]').textContent()) ?? '');
    expect(data['@context']).toBe('https://schema.org');
    expect(data['@graph'].map((one: { '@type': string }) => one['@type'])).toEqual(['Organization', 'WebSite']);
  });

  test('icon, manifest, robots.txt and sitemap exist, and agree with one another', async () => {
    expect((await get('/favicon.svg')).headers.get('content-type')).toContain('image/svg+xml');
    const manifest = await (await get('/manifest.json')).json();
    expect(manifest.name).toBe(say('brand'));
    for (const { src } of manifest.icons) expect((await get(src)).status).toBe(200);
    expect(await (await get('/robots.txt')).text()).toContain(`Sitemap: ${site.url}/sitemap.xml`);
    expect(await (await get('/sitemap.xml')).text()).toContain(`<loc>${site.url}/</loc>`);
    expect(await (await get('/nowhere')).text()).toContain('<meta name="robots" content="noindex">');
  });
});
