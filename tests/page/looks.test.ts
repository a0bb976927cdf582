import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { beforeAll, describe, expect, test } from 'vitest';
import { homeHead } from '#build/head';
import { served } from '#copy/served';
import { brandOf } from '#domain/brand';
import { LANGUAGES, type Language } from '#domain/language';
import { site } from '#site';
import { buildLooks } from '../looks/bundle.ts';
import { markSentences } from '../looks/marked.ts';
import { serveBuiltPages, watchPage } from '../workbench/browser.ts';

/** Tests of each distinct appearance of each view, in all languages. */

const OUT = resolve('node_modules/.cache/looks');
const built = serveBuiltPages(OUT, () => buildLooks(OUT));
const WIDTHS = [320, 390, 1280];
const languages = Object.keys(LANGUAGES) as Language[];

let page: Page;
let looks: string[];
beforeAll(async () => {
  const opened = await watchPage(built.browser);
  page = opened.page;
  await page.goto(`${built.origin}/`);
  await page.waitForFunction(() => 'looks' in window);
  await page.evaluate(() => window.looks.load());
  looks = await page.evaluate(() => window.looks.find());
  return async () => {
    await opened.context.close();
    expect(opened.problems).toEqual([]);
  };
});

test('each view is among the rendered stories', async () => {
  const machines = await page.evaluate(() => window.looks.machines);
  expect(machines.filter((name) => !looks.some((look) => look.startsWith(`${name}: `)))).toEqual([]);
  expect(looks.length).toBeGreaterThan(90);
});

describe.each(WIDTHS)('%i px wide', (width) => {
  beforeAll(() => page.setViewportSize({ width, height: 800 }));

  test('each view fits the window in each language', async () => {
    expect(await page.evaluate((all) => window.looks.check(all, ['cut']), languages)).toEqual([]);
  });

  test('each view is mirrored in right-to-left languages', async () => {
    expect(await page.evaluate(() => window.looks.mirror())).toEqual([]);
  });
});

test('Arabic letters stay joined; names, addresses and amounts are isolated', async () => {
  expect(await page.evaluate(() => window.looks.check(['ar', 'ur'], ['torn', 'unisolated']))).toEqual([]);
});

test('axe finds no fault in the Arabic page', async () => {
  const { source } = createRequire(import.meta.url)('axe-core') as { source: string };
  await page.evaluate(source);
  expect(await page.evaluate(() => window.looks.axe())).toEqual([]);
});

test('all visible texts are in the copy', async () => {
  expect(await page.evaluate(() => window.looks.check(['marked'], ['unmarked']))).toEqual([]);
});

test('title, description and preview texts are in the copy', () => {
  const copy = markSentences(served(brandOf(site.product)));
  const head = homeHead({ copy, language: 'en', site } as never);
  const said = [...head.matchAll(/<title>(.*?)<|(?:title|description|:alt)" content="(.*?)"/g)].map(
    ([, title, content]) => title ?? content,
  );
  expect(said).toHaveLength(5);
  expect(said.filter((text) => !/^⟦.*⟧$/.test(text!))).toEqual([]);
});

test('arrows, the door and the question mark are mirrored, and no other icon', async () => {
  const icons = ['BackIcon', 'LeaveIcon', 'NextIcon', 'OutIcon', 'QuestionIcon'];
  expect(await page.evaluate(() => window.looks.mirroredIcons())).toEqual(icons);
});

test('each check of the rendered views reports a seeded fault', async () => {
  const faults = await page.evaluate(async () => {
    const sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = [sheet];
    const check = async (css: string, ...[tongue, name]: ['en' | 'ar', 'cut' | 'torn' | 'unisolated' | 'unmarked']) => {
      sheet.replaceSync(css);
      return (await window.looks.check([tongue], [name], 'signIn')).length > 0;
    };
    const added = Object.assign(document.createElement('p'), { textContent: 'يدفع Fox 25 USDC' });
    const found = [
      await check('dialog h3 { white-space: nowrap; font-size: 90px !important }', 'en', 'cut'),
      await check('.close { letter-spacing: -1px !important }', 'ar', 'torn'),
      await check('', 'en', 'unmarked'),
    ];
    document.getElementById('stage')!.append(added);
    found.push(await check('', 'ar', 'unisolated'));
    added.remove();
    sheet.replaceSync('dialog header { padding-left: 30px !important }');
    found.push((await window.looks.mirror('signIn')).length > 0);
    document.adoptedStyleSheets = [];
    return found;
  });
  expect(faults).toEqual([true, true, true, true, true]);
});
