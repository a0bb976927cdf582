import { describe, expect } from 'vitest';
import { createGate } from '../support/gate.ts';
import { expectPage } from './visitor/expectPage.ts';
import { test } from './visitor/fixtures.ts';
import { say } from './visitor/say.ts';
import type { Visitor } from './visitor/visitor.ts';

/** Returns the class names on the page that have no style rule. */
const unstyled = (visitor: Visitor) =>
  visitor.page.evaluate(() => {
    const rules = [...document.styleSheets, ...document.adoptedStyleSheets]
      .flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText))
      .join();
    const classes = [...document.querySelectorAll('[class]')].flatMap(({ classList }) => [...classList]);
    return [...new Set(classes)].filter((name) => !new RegExp(`\\.${name}(?![\\w-])`).test(rules));
  });

describe('every element has its styles, although the landing bundle contains no Emotion', () => {
  test('every element of page and alpha modal has its styles', async ({ visit }) => {
    const visitor = await visit();
    await visitor.waitsForScripts();
    await visitor.alpha.join.click();
    await visitor.alpha.field.fill('90000');
    expect(await unstyled(visitor)).toEqual([]);
  });

  test('headings have the web font, and two fallbacks with the same metrics', async ({ visit }) => {
    const visitor = await visit();
    const fonts = await visitor.page.evaluate(() => ({
      faces: [...document.fonts].map(({ family }) => family.replaceAll('"', '')),
      ...Object.fromEntries(
        ['h1', '.home'].map((name) => [name, getComputedStyle(document.querySelector(name)!).fontFamily]),
      ),
    }));
    const faces = ['Instrument Serif', 'Narrow Serif Fallback', 'Wide Serif Fallback'];
    const list = [...faces.map((name) => `"${name}"`), 'serif'].join(', ');
    expect(fonts).toEqual({ faces, h1: list, '.home': list });
  });

  for (const [name, viewport] of [
    ['a desk', { width: 1280, height: 800 }],
    ['a phone', { width: 390, height: 844 }],
  ] as const)
    test(`every element of the loading panel has its styles, on ${name}`, async ({ visit }) => {
      const visitor = await visit({ path: '/', viewport });
      const { page } = visitor;
      visitor.forgiven.push(/net::ERR_FAILED/);
      await visitor.waitsForScripts();
      const [fail, failed] = createGate();
      await page.route('**/assets/*.js', async (route) => {
        await failed;
        await route.abort();
      });
      await page.evaluate(() => {
        location.hash = 'connect';
      });
      await expectPage(page.locator('#wallet')).toBeVisible();
      await expectPage(page.locator('#wallet [role=status]')).not.toBeEmpty();
      expect(await unstyled(visitor)).toEqual([]);
      fail();
      await expectPage(page.getByRole('button', { name: say('wallet.retry') })).toBeVisible();
      expect(await unstyled(visitor)).toEqual([]);
    });

  test('every element of the list of wallets has its styles', async ({ visit }) => {
    const visitor = await visit({ wallets: [{}] });
    await expectPage(visitor.connect.rows.first()).toBeVisible();
    expect(await unstyled(visitor)).toEqual([]);
  });
});
