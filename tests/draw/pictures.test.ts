import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createLaunchOptions } from '../support/chromium.ts';
import { createPictureSources, DRAWN_PICTURES_FOLDER, hashPictureSource, PICTURE_HASHES_PATH } from './sources.tsx';

/** `npm run draw` draws the committed pictures. */

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch(createLaunchOptions());
});
afterAll(() => browser?.close());

async function shoot(page: Page) {
  await page.evaluate(() => document.fonts.ready);
  return page.screenshot({ animations: 'disabled' });
}

test.each(Object.entries(createPictureSources()))('`npm run draw` draws %s', async (name, { width, height, html }) => {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: 'light' });
  await page.setContent(html);
  const picture = await shoot(page);
  // Messengers ignore previews of more than 300 kB. The limit leaves a margin.
  expect(picture.length).toBeLessThan(200_000);
  writeFileSync(join(DRAWN_PICTURES_FOLDER, name), picture);
});

test("`npm run draw` stores the checksums of the pictures' sources", () => {
  const hashes = Object.entries(createPictureSources()).map(([name, source]) => [name, hashPictureSource(source)]);
  writeFileSync(PICTURE_HASHES_PATH, `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`);
});

test('`npm run draw` draws the landing page for the README', async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: 'light' });
  await page.goto(inject('origin'), { waitUntil: 'networkidle' });
  const picture = await shoot(page);
  expect(picture.length).toBeLessThan(300_000);
  mkdirSync('.github', { recursive: true });
  writeFileSync('.github/page.png', picture);
});
