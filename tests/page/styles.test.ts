import type { Page } from '@playwright/test';
import { describe, expect } from 'vitest';
import { gate } from '../support/gate.ts';
import { seen } from './seen.ts';
import { alive, alphaOf, test, visitWith } from './visit.ts';

/** Returns Emotion's class names on the page that have no style rule. */
const unstyled = (page: Page) =>
  page.evaluate(() => {
    const rules = [...document.styleSheets, ...document.adoptedStyleSheets]
      .flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText))
      .join();
    const classes = [...document.querySelectorAll('[class*=ia-]')].flatMap(({ classList }) => [...classList]);
    return [...new Set(classes)].filter((name) => /^ia-/.test(name) && !rules.includes(name));
  });

describe('every element has its styles, although the landing bundle adds none', () => {
  test('every element of page and alpha modal has its styles', async ({ visit }) => {
    const { page } = await visit();
    await alive(page);
    await alphaOf(page).join.click();
    await alphaOf(page).field.fill('90000');
    expect(await unstyled(page)).toEqual([]);
  });

  for (const [name, viewport] of [
    ['a desk', { width: 1280, height: 800 }],
    ['a phone', { width: 390, height: 844 }],
  ] as const)
    test(`every element of the loading panel has its styles, on ${name}`, async ({ visit }) => {
      const { page, forgiven } = await visit({ path: '/', viewport });
      forgiven.push(/net::ERR_FAILED/);
      await alive(page);
      const [fail, failed] = gate();
      await page.route('**/assets/*.js', async (route) => {
        await failed;
        await route.abort();
      });
      await page.evaluate(() => {
        location.hash = 'connect';
      });
      await seen(page.locator('#wallet')).toBeVisible();
      await seen(page.locator('#wallet [role=status]')).not.toBeEmpty();
      expect(await unstyled(page)).toEqual([]);
      fail();
      await seen(page.getByRole('button', { name: 'Retry' })).toBeVisible();
      expect(await unstyled(page)).toEqual([]);
    });

  test('every element of the list of wallets has its styles', async ({ visit }) => {
    const { page, connect } = await visitWith(visit);
    await seen(connect.rows.first()).toBeVisible();
    expect(await unstyled(page)).toEqual([]);
  });
});
