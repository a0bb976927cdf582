import type { Response } from '@playwright/test';
import { expect } from 'vitest';
import { brandOf } from '#domain/brand';
import { homePathOf, KNOWN_LANGUAGES, type Language } from '#domain/language';
import { site } from '#site';
import type { createPageTexts as CreatePageTexts } from '../../src/copy/en/page.ts';
import type { createServedTexts as CreateServedTexts } from '../../src/copy/en/served.ts';
import { expectPage } from './visitor/expectPage.ts';
import { test } from './visitor/fixtures.ts';

const languages = Object.keys(KNOWN_LANGUAGES) as Language[];
const copies = import.meta.glob<{
  createPageTexts: typeof CreatePageTexts;
  createServedTexts: typeof CreateServedTexts;
}>('../../src/copy/*/{page,served}.ts', { eager: true });

/** Returns the sentences in `value`, without short ones and those of functions. */
const leavesIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? value.length > 24 && !value.includes('{')
      ? [value]
      : []
    : Object.values(value ?? {}).flatMap(leavesIn);

/** Returns the sentences of the landing page in `language`. */
function sentencesOf(language: Language) {
  const brand = brandOf(site.product);
  const { createPageTexts } = copies[`../../src/copy/${language}/page.ts`]!;
  const { createServedTexts } = copies[`../../src/copy/${language}/served.ts`]!;
  return leavesIn([createPageTexts(brand, site.allocation), createServedTexts(brand)]);
}
const sentences = Object.fromEntries(languages.map((language) => [language, sentencesOf(language)]));

test.for(languages)('a page in %s requests nothing for another language', async (language, { visit }) => {
  const answers: Promise<{ url: string; text: string }>[] = [];
  const readAnswer = (response: Response) => {
    const url = response.url();
    if (/\.(woff2|png|svg)$/.test(url)) answers.push(Promise.resolve({ url, text: '' }));
    else answers.push(response.text().then((text) => ({ url, text })));
  };
  const visitor = await visit({
    path: homePathOf(language, languages),
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

  // An answer that comes later can't be read, because the page closes.
  page.off('response', readAnswer);
  const got = await Promise.all(answers);
  const own = sentences[language]!;
  const others = languages.filter((other) => other !== language);
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
