import type { Page } from '@playwright/test';
import { describe, expect } from 'vitest';
import { createGate } from '../support/gate.ts';
import { expectPage } from './visitor/expectPage.ts';
import { layoutOptions, test } from './visitor/fixtures.ts';
import { say } from './visitor/say.ts';

const { wide, narrow, sheet } = layoutOptions;

describe('text twice as large', () => {
  /** Doubles the browser's default font size, which rem lengths and media queries follow. */
  const enlarge = async (page: Page) => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  };

  test('icons grow with the text beside them', async ({ visit }) => {
    const { page } = await visit();
    const widths = () =>
      page
        .locator('main a svg[width], #alpha button svg[width]')
        .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).inlineSize)));
    const usual = await widths();
    expect(usual.length).toBeGreaterThanOrEqual(5);
    await enlarge(page);
    expect(await widths()).toEqual(usual.map((width) => 2 * width));
  });

  for (const [size, layout] of Object.entries({ wide, narrow }))
    test(`the ${size} window cuts off no wallet name, and does not scroll sideways`, async ({ visit }) => {
      const wallets = [{ info: { name: 'Coinbase Smart Wallet' } }];
      const visitor = await visit({ wallets, ...layout, before: enlarge });
      await expectPage(visitor.connect.rows.first()).toBeVisible();
      const cut = await visitor.page
        .locator('dialog[open] li bdi')
        .evaluateAll((all) =>
          all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1).map((one) => one.textContent),
        );
      expect(cut).toEqual([]);
      await visitor.escapes();
      await visitor.seesNoDialog();
      const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
      expect(await visitor.page.evaluate(overflow)).toBe(0);
    });
});

describe('styles', () => {
  /** Returns the class names on the page that have no style rule. */
  const unstyled = (page: Page) =>
    page.evaluate(() => {
      const rules = [...document.styleSheets, ...document.adoptedStyleSheets]
        .flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText))
        .join();
      const classes = [...document.querySelectorAll('[class]')].flatMap(({ classList }) => [...classList]);
      return [...new Set(classes)].filter((name) => !new RegExp(`\\.${name}(?![\\w-])`).test(rules));
    });

  test('headings have the web font, and two fallbacks with the same metrics', async ({ visit }) => {
    const { page } = await visit();
    const fonts = await page.evaluate(() => ({
      faces: [...document.fonts].map(({ family }) => family.replaceAll('"', '')),
      headings: ['h1', '.home'].map((name) => getComputedStyle(document.querySelector(name)!).fontFamily),
    }));
    const faces = ['Instrument Serif', 'Narrow Serif Fallback', 'Wide Serif Fallback'];
    const list = [...faces.map((name) => `"${name}"`), 'serif'].join(', ');
    expect(fonts).toEqual({ faces, headings: [list, list] });
  });

  for (const [name, { viewport }] of Object.entries({ wide, sheet }))
    test(`in the ${name} layout, page, modal and loading panel use only classes with rules`, async ({ visit }) => {
      const visitor = await visit({ viewport });
      const { page, alpha } = visitor;
      visitor.forgiven.push(/net::ERR_FAILED/);
      await visitor.waitsForScripts();
      await alpha.join.click();
      await alpha.field.fill('90000');
      expect(await unstyled(page)).toEqual([]);
      await visitor.escapes();
      await visitor.seesNoDialogOrHash();
      const [fail, failed] = createGate();
      await page.route('**/assets/*.js', (route) => failed.then(() => route.abort()));
      await visitor.requests('connect');
      await expectPage(page.locator('#wallet [role=status]')).not.toBeEmpty();
      expect(await unstyled(page)).toEqual([]);
      fail();
      await expectPage(page.getByRole('button', { name: say('wallet.retry') })).toBeVisible();
      expect(await unstyled(page)).toEqual([]);
    });

  test('the wallet list is styled, and keeps frame and title of the loading panel', async ({ visit }) => {
    const visitor = await visit();
    await visitor.waitsForScripts();
    const [load, loaded] = createGate();
    await visitor.page.route('**/assets/*.js', (route) => loaded.then(() => route.continue()));
    await visitor.requests('connect');
    const dialog = visitor.page.locator('#wallet');
    const places = () =>
      dialog.evaluate((frame) =>
        [frame, frame.querySelector('h2'), [...frame.querySelectorAll('.close')].at(-1)].map((part) => {
          const { x, y, height } = part!.getBoundingClientRect();
          return [x, y, height].map(Math.round);
        }),
      );
    await expectPage(dialog.getByRole('status')).not.toBeEmpty();
    const [frame, title, close] = await places();
    load();
    await expectPage(dialog.getByRole('searchbox')).toBeVisible();
    const [listFrame, listTitle, listClose] = await places();
    expect({ frame: listFrame, close: listClose }).toEqual({ frame, close });
    expect(listTitle?.[1]).toBe(title?.[1]);
    expect(await unstyled(visitor.page)).toEqual([]);
  });
});
