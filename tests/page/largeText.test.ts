import type { Page } from '@playwright/test';
import { expect } from 'vitest';
import { expectPage } from './visitor/expectPage.ts';
import { test } from './visitor/fixtures.ts';
import { layoutOptions } from './visitor/layouts.ts';

/* Tests the page at text size 200 %. `looks.test.ts` checks each state of the dialogs. */

/** Doubles the browser's default font size, which rem lengths and media queries follow. */
const enlarge = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
};

test('icons grow with the text beside them', async ({ visit }) => {
  const visitor = await visit();
  const widths = () =>
    visitor.page
      .locator('main a svg[width], #alpha button svg[width]')
      .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).inlineSize)));
  const usual = await widths();
  expect(usual.length).toBeGreaterThanOrEqual(5);
  await enlarge(visitor.page);
  expect(await widths()).toEqual(usual.map((width) => 2 * width));
});

/** In the page: lists the elements that cause horizontal scrolling. */
const beyondWindow = () =>
  document.documentElement.scrollWidth > document.documentElement.clientWidth
    ? [...document.querySelectorAll('header *, main *, footer *')]
        .filter((element) => element.getBoundingClientRect().right > innerWidth)
        .map(({ localName, textContent }) => `${localName} ${textContent}`)
    : [];

/** In the page: lists the names that are cut with an ellipsis. */
const cutNames = () =>
  [...document.querySelectorAll('dialog[open] li bdi')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
    .map(({ textContent }) => textContent);

const { wide, narrow } = layoutOptions;
for (const [size, layout] of Object.entries({ wide, narrow }))
  test(`names of wallets are not cut off, and the page does not scroll sideways: ${size}`, async ({ visit }) => {
    const wallets = [{ info: { name: 'Coinbase Smart Wallet' } }];
    const visitor = await visit({ wallets, ...layout, before: enlarge });
    await expectPage(visitor.connect.rows.first()).toBeVisible();
    expect(await visitor.page.evaluate(cutNames)).toEqual([]);
    await visitor.escapes();
    await visitor.seesNoDialog();
    expect(await visitor.page.evaluate(beyondWindow)).toEqual([]);
  });
