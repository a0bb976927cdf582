import type { Locator, Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { expectPage } from '../../page/visitor/expectPage.ts';
import {
  openPage,
  readCutOffControls,
  readHighlightedIds,
  serveInspector,
  startInspectedApp,
  startStatelyApp,
} from '../browser.ts';
import { lamp } from '../foreign/lamp.ts';

const inspector = serveInspector();

const SIZES = [
  [1440, 900],
  [1000, 700],
  [390, 844],
] as const;

async function open(width: number, height: number) {
  startStatelyApp(inspector.url, lamp).actor.send({ type: 'press' });
  const { page } = await openPage(inspector.browser, { viewport: { width, height } });
  await page.goto(inspector.origin);
  await page.locator('.canvas svg .edge').first().waitFor();
  return page;
}

const boxOf = async (part: Locator) => (await part.boundingBox())!;

/** Returns the smallest size of text in the chart, in px. Throws if the layout has assumed another size of labels. */
const smallestText = (page: Page) =>
  page.locator('.canvas svg').evaluate((svg: SVGSVGElement) => {
    const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
    const sizesOf = (texts: string) =>
      [...svg.querySelectorAll(texts)].map((text) => parseFloat(getComputedStyle(text).fontSize));
    if (sizesOf('.label').some((size) => size !== 12)) throw new Error('A label was measured in another size.');
    return Math.min(...sizesOf('text')) * scale;
  });

test.each([
  [1440, 900, 400],
  [1000, 700, 240],
])('at %i × %i px, no part of the workbench is cut off, and the chart is large', async (width, height, least) => {
  const page = await open(width, height);
  expect(await readCutOffControls(page)).toEqual([]);
  const { height: high } = await boxOf(page.locator('.canvas'));
  expect(high).toBeGreaterThan(least);
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
  for (const part of ['.tree', '.now', '.canvas', '.time', '.log']) {
    const box = await boxOf(page.locator(part));
    expect(box.x + box.width, part).toBeLessThanOrEqual(width);
    expect(box.y + box.height, part).toBeLessThanOrEqual(height);
  }
  expect(await smallestText(page)).toBeGreaterThanOrEqual(12);
});

test('at 390 px the panes of the workbench are stacked', async () => {
  const page = await open(390, 844);
  expect(await readCutOffControls(page)).toEqual([]);
  const parts = ['header', '.tree', '.now', '.stage', '.time', '.log'];
  const boxes = await Promise.all(parts.map((part) => boxOf(page.locator(part).first())));
  for (const [i, { y, width }] of boxes.entries()) {
    expect(width, parts[i]).toBeGreaterThan(380);
    const above = boxes[i - 1];
    if (above) expect(y, parts[i]).toBeGreaterThanOrEqual(above.y + above.height - 1);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await smallestText(page)).toBeGreaterThanOrEqual(12);
});

test('splitters resize the panes by mouse and keyboard, and the sizes are stored', async () => {
  const page = await open(1440, 900);
  const [tree, log] = [page.locator('.tree'), page.locator('.log')];
  const splitter = page.getByRole('separator', { name: 'Width of the tree' });
  const before = await boxOf(tree);
  await splitter.press('ArrowRight');
  await expectPage.poll(async () => (await boxOf(tree)).width).toBeGreaterThan(before.width + 20);
  await expectPage(splitter).toHaveAttribute('aria-valuenow', '43');
  const grip = await boxOf(page.getByRole('separator', { name: 'Width of the log' }));
  const wide = (await boxOf(log)).width;
  await page.mouse.move(grip.x + 3, grip.y + 200);
  await page.mouse.down();
  await page.mouse.move(grip.x - 97, grip.y + 200, { steps: 3 });
  await page.mouse.up();
  expect(Math.abs((await boxOf(log)).width - wide - 100)).toBeLessThan(6);
  await page.reload();
  await page.locator('.canvas svg .edge').first().waitFor();
  await expectPage(splitter).toHaveAttribute('aria-valuenow', '43');
  expect(Math.abs((await boxOf(log)).width - wide - 100)).toBeLessThan(6);
  await splitter.dblclick();
  await expectPage(splitter).toHaveAttribute('aria-valuenow', '40');
});

test('the chart moves by drag, zooms by the wheel, and highlights one line on hover', async () => {
  const page = await open(1000, 700);
  const canvas = page.locator('.canvas');
  await canvas.locator('text.label', { hasText: 'press' }).first().hover();
  await expectPage(canvas.locator('.edge.pointed')).toHaveCount(1);
  await page.locator('.tree').hover();
  await expectPage(canvas.locator('.pointed')).toHaveCount(0);
  const { x, y, width, height } = await boxOf(canvas);
  await page.mouse.move(x + width / 2, y + height / 2);
  const size = async () => (await boxOf(canvas.locator('svg'))).width;
  const before = await size();
  await page.keyboard.down('Control');
  for (let i = 0; i < 3; i++) await page.mouse.wheel(0, -300);
  await page.keyboard.up('Control');
  await expectPage.poll(size).toBeGreaterThan(before * 1.5);
  const scrolled = () => canvas.evaluate(({ scrollTop }) => scrollTop);
  const top = await scrolled();
  await page.mouse.down();
  await page.mouse.move(x + width / 2 - 40, y + height / 2 - 20, { steps: 4 });
  await page.mouse.up();
  expect(await scrolled()).toBe(top + 20);
});

test('a notice moves no part of the panel, and bars keep one line in a narrow panel', async () => {
  const page = await open(1000, 700);
  const before = await boxOf(page.locator('.canvas'));
  await page.getByRole('button', { name: 'Copy trace' }).click();
  await expectPage(page.locator('.notice')).not.toHaveText('');
  expect(await boxOf(page.locator('.canvas'))).toEqual(before);
  // At each size of the window, the notice is visible in the window's lower half.
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    const { x, y, ...size } = await boxOf(page.locator('.notice span'));
    expect([x >= 0, x + size.width <= width, y > height / 2, y + size.height <= height]).not.toContain(false);
  }
  await page.setViewportSize({ width: 1000, height: 700 });
  await page.locator('.bench').evaluate((bench) => bench.style.setProperty('inline-size', '486px'));
  for (const bar of await page.locator('header, .stage > .bar, .time').all())
    expect((await boxOf(bar)).height).toBeLessThan(48);
});

test('the inspector distinguishes two apps, and can show each alone', async () => {
  const page = await open(1440, 900);
  const rows = page.locator('.tree .line');
  const alone = await rows.count();
  const { stop } = startInspectedApp(inspector.url, lamp, 'lamps');
  await expectPage(rows).toHaveCount(alone + 1);
  await expectPage(page.locator('.log .line', { hasText: 'lamp in lamps' })).toHaveCount(1);
  const filter = page.getByRole('combobox', { name: 'App' });
  await filter.selectOption({ label: 'lamps' });
  await expectPage(rows).toHaveCount(1);
  await expectPage.poll(() => readHighlightedIds(page)).toEqual(['lamp', 'lamp.off']);
  // The filter follows an app through its restart.
  stop();
  await expectPage(rows).toHaveCount(0);
  startInspectedApp(inspector.url, lamp, 'lamps');
  await expectPage(rows).toHaveCount(1);
  await expectPage(filter.getByRole('option', { selected: true })).toHaveText('lamps');
  await filter.selectOption({ label: 'All apps' });
  await expectPage(rows).toHaveCount(alone + 1);
});
