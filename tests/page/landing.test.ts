import { expect } from 'vitest';
import { site } from '#site';
import { expectPage } from './visitor/expectPage.ts';
import { layoutOptions, test } from './visitor/fixtures.ts';
import { findLayoutShifts } from './visitor/look.ts';
import { say } from './visitor/say.ts';
import type { Visitor } from './visitor/visitor.ts';

test('links to other sites open new tabs, and screen readers hear where they lead', async ({ visit }) => {
  const { page } = await visit();
  const outward = page.locator('a[href^="https:"]');
  expect(await outward.count()).toBe(12);
  for (const link of await outward.all()) {
    await expectPage(link).toHaveAttribute('target', '_blank');
    await expectPage(link).toHaveAttribute('rel', 'noopener noreferrer');
    await expectPage(link).toContainText(say('newTab'));
  }
  const link = page.getByRole('link', { name: /^Learn More about how iABorrow works, in the litepaper/ });
  await expectPage(link).toHaveAttribute('href', site.litepaper);
});

test('the skip link leads to <main>, the hero link to the steps, the logo to the top', async ({ visit }) => {
  const visitor = await visit({ reducedMotion: 'no-preference' });
  const { page } = visitor;
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: say('landing.skip') });
  await expectPage(skip).toBeFocused();
  await expectPage(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expectPage(page.getByRole('main')).toBeFocused();
  await page.getByRole('link', { name: say('landing.hero.how') }).click();
  await expectPage(page.getByRole('heading', { name: say('landing.steps.title') })).toBeInViewport();
  await expectPage(page).toHaveURL(/#how-it-works$/);
  await page
    .getByRole('banner')
    .getByRole('link', { name: say('landing.home') })
    .click();
  await visitor.seesNoHash();
});

test('hydration shifts no layout, requests no other host, and logs nothing', async ({ visit }) => {
  const countRemoved = () => {
    Object.assign(window, { removed: 0 });
    addEventListener('DOMContentLoaded', () =>
      new MutationObserver((changes) => {
        const removed = changes.flatMap(({ removedNodes }) => [...removedNodes]);
        Object.assign(window, { removed: Reflect.get(window, 'removed') + removed.length });
      }).observe(document.head, { childList: true }),
    );
  };
  const visitor = await visit({ scripts: [countRemoved] });
  const { page } = visitor;
  // Counts only the rules of inline styles, because the dialogs' style sheet may load at any time.
  const rules = () =>
    page.evaluate(() =>
      [...document.styleSheets].reduce((sum, { href, cssRules }) => sum + (href ? 0 : cssRules.length), 0),
    );
  const before = await page.locator('main').innerText();
  const served = await rules();
  await visitor.waitsForScripts();
  // The HTML contains all inline styles, so hydration adds no rules.
  expect(await rules()).toBe(served);
  await page.evaluate(() => document.fonts.ready);
  expect(await page.locator('main').innerText()).toBe(before);
  expect(await page.evaluate(findLayoutShifts)).toEqual([]);
  expect(await page.evaluate(() => Reflect.get(window, 'removed'))).toBe(0);
  expect(visitor.foreign).toEqual([]);
  expect(await page.evaluate(() => [localStorage.length, document.cookie])).toEqual([0, '']);
});

for (const layout of ['sheet', 'wide'] as const)
  test(`a web font that loads late shifts nothing in the ${layout} layout`, async ({ visit }) => {
    const isThere = () => document.fonts.check('1em "Instrument Serif"');
    const hasPainted = () => performance.getEntriesByName('first-contentful-paint').length > 0;
    let wasThere = true;
    const visitor = await visit({
      ...layoutOptions[layout],
      before: (page) =>
        page.route('**/*.woff2', async (route) => {
          await page.waitForFunction(hasPainted);
          wasThere = await page.evaluate(isThere);
          await route.continue();
        }),
    });
    expect(wasThere).toBe(false);
    await expectPage.poll(() => visitor.page.evaluate(isThere)).toBe(true);
    expect(await visitor.page.evaluate(findLayoutShifts)).toEqual([]);
  });

test('the page fetches its scripts after the first paint', async ({ visit }) => {
  // The page also loads its scripts after two frames and 100 ms, which may precede the first paint on a busy computer.
  // Without frames, only the first paint can trigger the load.
  const holdFrames = () => Object.assign(window, { requestAnimationFrame: () => 0 });
  const visitor = await visit({ scripts: [holdFrames] });
  await visitor.waitsForScripts();
  const [paint, script] = await visitor.page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    performance.getEntriesByType('resource').find(({ name }) => name.endsWith('.js'))?.startTime,
  ]);
  expect(script).toBeGreaterThan(paint ?? Number.NaN);
});

test('without JavaScript, all text is visible, and both links of the hero work', async ({ visit }) => {
  const textOf = async ({ page }: Visitor) => (await page.locator('main').innerText()).replaceAll(/\s+/g, ' ');
  const visitor = await visit({ javaScriptEnabled: false });
  const { page } = visitor;
  expect(await textOf(visitor)).toBe(await textOf(await visit()));
  await expectPage(page.getByRole('button', { name: say('landing.hero.join') })).toHaveCount(0);
  const join = page.getByRole('link', { name: say('landing.hero.join') }).first();
  await expectPage(join).toBeVisible();
  await expectPage(join).toHaveAttribute('href', /^https:\/\/t\.me\/example\?text=I%20would%20like%20to%20join/);
  await page.getByRole('link', { name: say('landing.hero.how') }).click();
  await expectPage(page.getByRole('heading', { name: say('landing.steps.title') })).toBeInViewport();
  // The text that asks the visitor to turn JavaScript on is visible only at `/#connect`.
  const notice = page.locator('#connect');
  await expectPage(notice).toBeHidden();
  await page.goto('/#connect');
  await expectPage(notice).toBeInViewport();
  await expectPage(notice).toHaveText(say('landing.noScript'));
});
