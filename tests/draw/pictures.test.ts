import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { launchOptions } from '../support/chromium.ts';
import { DRAWN_FROM, hashOf, PICTURES } from './pictures.ts';
import { encode } from './png.ts';
import { sources } from './sources.tsx';

/** `npm run draw`: draws the pictures that are committed. */

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch(launchOptions());
});
afterAll(() => browser?.close());

/** Takes a picture of `page`, as a PNG of few colours. */
async function shoot(page: Page) {
  await page.evaluate(() => document.fonts.ready);
  const shot = await page.screenshot({ animations: 'disabled' });
  // The browser that drew it also reads it. Not in the page itself, where the policy holds.
  const reader = await browser.newPage();
  const { rgba, width } = await reader.evaluate(async (png) => {
    const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
    const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')!;
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, picture.width, picture.height);
    const blob = new Blob([data]);
    const url = await new Promise<string>((read) => {
      const file = new FileReader();
      file.onload = () => read(file.result as string);
      file.readAsDataURL(blob);
    });
    return { rgba: url.slice(url.indexOf(',') + 1), width: picture.width };
  }, shot.toString('base64'));
  await reader.close();
  return encode(Buffer.from(rgba, 'base64'), width);
}

test.each(Object.entries(sources()))('draws %s', async (name, { width, height, html }) => {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: 'light' });
  await page.setContent(html);
  const picture = await shoot(page);
  expect(picture.length).toBeLessThan(120_000);
  writeFileSync(join(PICTURES, name), picture);
});

test('the sources of the pictures are recorded', () => {
  const hashes = Object.entries(sources()).map(([name, source]) => [name, hashOf(source)]);
  writeFileSync(DRAWN_FROM, `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`);
});

test('draws the page for the README', async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: 'light' });
  await page.goto(inject('origin'), { waitUntil: 'networkidle' });
  const picture = await shoot(page);
  expect(picture.length).toBeLessThan(300_000);
  mkdirSync('.github', { recursive: true });
  writeFileSync('.github/page.png', picture);
});
