import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { beforeAll, describe, expect, test } from 'vitest';
import { renderHomeHead } from '#build/head';
import { createServedTexts } from '#copy/served';
import { brandOf } from '#domain/brand';
import { KNOWN_LANGUAGES, type Language } from '#domain/language';
import { site } from '#site';
import { buildViewGallery } from '../looks/bundle.ts';
import type { viewChecks } from '../looks/checks.ts';
import { markSentences } from '../looks/marked.ts';
import { serveBuiltPages, watchPage } from '../workbench/browser.ts';
import { COLOUR_RULES } from './visitor/look.ts';

/* Tests each distinct appearance of each view, in all languages. */

const OUT = resolve('node_modules/.cache/looks');
const built = serveBuiltPages(OUT, () => buildViewGallery(OUT));
const WIDTHS = [320, 390, 1280];
const languages = Object.keys(KNOWN_LANGUAGES) as Language[];

let page: Page;
let looks: string[];
beforeAll(async () => {
  const opened = await watchPage(built.browser);
  page = opened.page;
  await page.goto(`${built.origin}/`);
  await page.waitForFunction(() => 'looks' in window);
  await page.evaluate(() => window.looks.load());
  looks = await page.evaluate(() => window.looks.find());
  const { source } = createRequire(import.meta.url)('axe-core') as { source: string };
  await page.evaluate(source);
  return async () => {
    await opened.context.close();
    expect(opened.problems).toEqual([]);
  };
});

test('each machine that has a view is covered by the checks of rendered views', async () => {
  const machines = await page.evaluate(() => window.looks.machines);
  expect(machines.filter((name) => !looks.some((look) => look.startsWith(`${name}: `)))).toEqual([]);
  expect(looks.length).toBeGreaterThan(90);
});

describe.each(WIDTHS)('%i px wide', (width) => {
  beforeAll(() => page.setViewportSize({ width, height: 800 }));

  test('each view fits the window in each language', async () => {
    expect(await page.evaluate((all) => window.looks.check(all, ['cut']), languages)).toEqual([]);
  });

  test('no text is cut off in any view with more space between letters and lines', async () => {
    expect(await page.evaluate(() => window.looks.check(['en'], ['narrow']))).toEqual([]);
  });

  test('each view is mirrored in right-to-left languages', async () => {
    expect(await page.evaluate(() => window.looks.mirror())).toEqual([]);
  });
});

test.each([
  [1280, 800],
  [320, 480],
])('no view cuts text off at twice the text size, in a window of %i by %i px', async (width, height) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  await page.setViewportSize({ width, height });
  const found = await page.evaluate(() => window.looks.check(['en'], ['large']));
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } });
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(found).toEqual([]);
});

test('Arabic letters stay joined; names, addresses and amounts have bidi isolates', async () => {
  expect(await page.evaluate(() => window.looks.check(['ar', 'ur'], ['torn', 'unisolated']))).toEqual([]);
});

const axe = (...how: Parameters<typeof window.looks.axe>) => page.evaluate((how) => window.looks.axe(...how), how);

test('axe finds no fault in any view, light and dark, in English and Arabic', async () => {
  expect([await axe('en'), await axe('ar')]).toEqual([[], []]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await axe('en', COLOUR_RULES)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
});

test('forced colours distinguish pressed, current, chosen and disabled elements', async () => {
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await page.evaluate(() => window.looks.check(['en'], ['alike']))).toEqual([]);
  await page.emulateMedia({ forcedColors: 'none' });
});

test('all visible texts come from src/copy', async () => {
  expect(await page.evaluate(() => window.looks.check(['marked'], ['unmarked']))).toEqual([]);
});

test('the title, the description and the preview texts come from src/copy', () => {
  const copy = markSentences(createServedTexts(brandOf(site.product)));
  const head = renderHomeHead({ copy, language: 'en', site } as never);
  const said = [...head.matchAll(/<title>(.*?)<|(?:title|description|:alt)" content="(.*?)"/g)].map(
    ([, title, content]) => title ?? content,
  );
  expect(said).toHaveLength(5);
  expect(said.filter((text) => !/^⟦.*⟧$/.test(text!))).toEqual([]);
});

test('right-to-left, only the icons of arrows, door and question mark are mirrored', async () => {
  const icons = ['BackIcon', 'DisconnectIcon', 'ExternalLinkIcon', 'NextIcon', 'QuestionIcon'];
  expect(await page.evaluate(() => window.looks.mirroredIcons())).toEqual(icons);
});

const check = (tongue: 'en' | 'ar', name: keyof typeof viewChecks, only = 'signIn') =>
  page.evaluate(([tongue, name, only]) => window.looks.check([tongue], [name], only), [tongue, name, only] as const);

test.each<[fault: string, css: string, find: () => Promise<string[]>]>([
  ['a cut text', 'dialog h3 { white-space: nowrap; font-size: 90px !important }', () => check('en', 'cut')],
  ['a part that hides text', 'dialog h3 { overflow: hidden; block-size: 9px }', () => check('en', 'large')],
  ['no space', 'dialog h3 span { overflow: hidden; line-height: 1.4; block-size: 1.4em }', () => check('en', 'narrow')],
  ['torn letters', '.close { letter-spacing: -1px !important }', () => check('ar', 'torn')],
  ['no mark of the current network', 'dialog li > * { all: unset !important }', () => check('en', 'alike', 'chain')],
  ['a text outside of the copy', ':root {}', () => check('en', 'unmarked')],
  [
    'a side',
    'dialog header { padding-left: 30px !important }',
    () => page.evaluate(() => window.looks.mirror('signIn')),
  ],
  ['faint text', 'dialog * { color: #ddd !important }', () => axe('en', COLOUR_RULES, 'signIn')],
])('the checks of rendered views report the deliberate fault "%s"', async (_, css, find) => {
  const style = await page.addStyleTag({ content: css });
  const found = await find();
  await style.evaluate((one) => (one as Element).remove());
  expect(found).not.toEqual([]);
});

test('the checks of rendered views report a name without bidi isolation', async () => {
  await page.evaluate(() => {
    const added = Object.assign(document.createElement('p'), { id: 'added', textContent: 'يدفع Fox 25 USDC' });
    document.getElementById('stage')!.append(added);
  });
  const found = await check('ar', 'unisolated');
  await page.evaluate(() => document.getElementById('added')!.remove());
  expect(found).not.toEqual([]);
});
