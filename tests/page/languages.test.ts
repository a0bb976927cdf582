import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { homePathOf, KNOWN_LANGUAGES, type Language } from '#domain/language';
import { DIST } from '../support/build.ts';
import { expectPage } from './visitor/expectPage.ts';
import { test } from './visitor/fixtures.ts';

const languages = Object.keys(KNOWN_LANGUAGES) as Language[];
const read = (path: string) => readFileSync(join(DIST, path), 'utf8');
const htmlOf = (language: Language) => read(`${homePathOf(language, languages)}index.html`);

describe.each(languages)('the page in %s', (language) => {
  const html = htmlOf(language);
  const home = homePathOf(language, languages);

  test('names its language and address, and links to the other languages', () => {
    expect(html).toContain(`<html lang="${language}" dir="${KNOWN_LANGUAGES[language].dir}">`);
    expect(html).toContain(`<link rel="canonical" href="https://iaborrow.example${home}">`);
    for (const other of languages)
      expect(html).toContain(`<a href="${homePathOf(other, languages)}" hrefLang="${other}" lang="${other}"`);
    expect(read('sitemap.xml').split(`hreflang="${language}"`)).toHaveLength(languages.length + 1);
    expect(JSON.parse(read(`${home}manifest.json`))).toMatchObject({ lang: language, start_url: home });
    expect(read(`${home}404.html`)).toContain(`<html lang="${language}"`);
  });

  test('has its own preview picture for shared links', () => {
    const picture = language === 'en' ? '/preview.png' : `/preview-${language}.png`;
    expect(html).toContain(`<meta property="og:image" content="https://iaborrow.example${picture}">`);
    expect(readFileSync(join(DIST, picture)).readUInt32BE(16)).toBe(1200);
  });

  test('is at most 12.5 kB, and shares its style sheet with the other languages', () => {
    expect(brotliCompressSync(html).length).toBeLessThanOrEqual(12_500);
    const styles = (text: string) => [...text.matchAll(/<style>(.*?)<\/style>/g)].map(([, css]) => css);
    expect(styles(html).slice(0, 2)).toEqual(styles(htmlOf('en')).slice(0, 2));
  });
});

test('the headers file has no more rules than Cloudflare Pages allows', () => {
  expect(read('_headers').match(/^\//gm)!.length).toBeLessThanOrEqual(95);
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
    test(`typing ${text} in ${language} requests 25,000`, async ({ visit }) => {
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
      // 15,500 of 40,000 are 140°. The slider's thumb rolls in the direction in which it moves.
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
