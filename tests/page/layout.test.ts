import { expect as seen } from '@playwright/test';
import { describe, expect } from 'vitest';
import { alive, alphaOf, test } from './visit.ts';

/** How far the page, or what is in it, reaches beyond the window, in px. */
const overflow = (page: import('@playwright/test').Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe('the layout', () => {
  for (const [name, options] of Object.entries({
    '320 px': { viewport: { width: 320, height: 568 } },
    phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    tablet: { viewport: { width: 820, height: 1100 } },
    wide: { viewport: { width: 2560, height: 1440 } },
    'zoomed to 200 %': { viewport: { width: 640, height: 360 }, deviceScaleFactor: 2 },
    'on its side': { viewport: { width: 844, height: 390 } },
  }))
    test(`${name}: nothing reaches out, everything can be used`, async ({ visit }) => {
      const { page } = await visit(options);
      await alive(page);
      expect(await overflow(page)).toBe(0);
      await page.getByRole('textbox', { name: 'Amount to borrow' }).fill('999999999999');
      await page.keyboard.press('Tab');
      await seen(page.getByText('$50,000,000,000', { exact: true })).toBeVisible();
      expect(await overflow(page)).toBe(0);
      const alpha = alphaOf(page);
      await alpha.join.click();
      await alpha.request.scrollIntoViewIfNeeded();
      await seen(alpha.request).toBeInViewport({ ratio: 1 });
      const box = await alpha.modal.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(options.viewport.width);
    });

  test('long names and handles stay in their place', async ({ visit }) => {
    const { page } = await visit({ viewport: { width: 320, height: 568 } });
    await page.evaluate(() => {
      for (const name of document.querySelectorAll('li b, li bdi')) name.textContent = '@christopher_featherstonehaugh';
    });
    for (const width of [320, 390, 820, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await overflow(page)).toBe(0);
    }
  });

  test('text twice as large: amounts are not cut, nothing reaches out', async ({ visit }) => {
    const { page } = await visit({ viewport: { width: 390, height: 844 } });
    await alive(page);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    expect(await overflow(page)).toBe(0);
    await alphaOf(page).join.click();
    expect(await alphaOf(page).field.evaluate((field) => field.scrollWidth - field.clientWidth)).toBeLessThanOrEqual(1);
  });

  for (const [width, height] of [
    [720, 450],
    [667, 375],
    [1024, 600],
    [390, 844],
  ] as const)
    test(`Join Alpha is above the fold at ${width} by ${height}`, async ({ visit }) => {
      const { page } = await visit({ viewport: { width, height } });
      await seen(alphaOf(page).join).toBeInViewport({ ratio: 1 });
    });

  test('the star is drawn with the scroll, and finished where it is read', async ({ visit }) => {
    const { page } = await visit({ viewport: { width: 844, height: 390 }, reducedMotion: 'no-preference' });
    const star = page.locator('.rise');
    const drawn = () => star.evaluate((path) => getComputedStyle(path).transform);
    await star.evaluate((path) => path.closest('svg')?.scrollIntoView({ block: 'center', behavior: 'instant' }));
    await seen.poll(drawn).toMatch(/^none$|^matrix\(1, 0, 0, 1/);
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await seen.poll(drawn).toMatch(/^matrix\(0\.7/);
    await page.emulateMedia({ media: 'print' });
    expect(await drawn()).toBe('none');
  });

  test('targets are at least 44 px high', async ({ visit }) => {
    const { page } = await visit({ viewport: { width: 390, height: 844 } });
    await alive(page);
    await alphaOf(page).join.click();
    const small = await page
      .locator('a, button, input')
      .evaluateAll((all) =>
        all
          .filter((one) => (one.closest('label') ?? one).getBoundingClientRect().height < 43.5)
          .map((one) => one.outerHTML),
      );
    // The skip link is only there for keyboards.
    expect(small.filter((html) => !html.includes('#content'))).toEqual([]);
  });

  test('right to left: mirrored, nothing reaches out', async ({ visit }) => {
    const { page } = await visit({ viewport: { width: 390, height: 844 } });
    await alive(page);
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    expect(await overflow(page)).toBe(0);
    await alphaOf(page).join.click();
    const close = await alphaOf(page).close.boundingBox();
    expect(close?.x).toBeLessThan(390 / 4);
  });

  test('reduced motion: nothing moves', async ({ visit }) => {
    const { page } = await visit({ reducedMotion: 'reduce' });
    await alive(page);
    await alphaOf(page).join.click();
    await alphaOf(page).field.fill('30000');
    const moving = await page.evaluate(
      () => document.getAnimations().filter((one) => one.playState === 'running').length,
    );
    expect(moving).toBe(0);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('auto');
  });

  test('forced colours: the native slider and the bars can be seen', async ({ visit }) => {
    const { page } = await visit({ forcedColors: 'active' });
    await alive(page);
    await alphaOf(page).join.click();
    await seen(alphaOf(page).slider).toHaveCSS('opacity', '1');
    const colours = await page
      .locator('#comparison-island i[class]')
      .evaluateAll((bars) => bars.map((bar) => getComputedStyle(bar).backgroundColor));
    expect(new Set(colours).size).toBe(3);
  });
});
