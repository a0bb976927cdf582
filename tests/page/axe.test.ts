import { expect } from 'vitest';
import { expectPage } from './visitor/expectPage.ts';
import { test } from './visitor/fixtures.ts';
import { runAxe } from './visitor/look.ts';

const viewports = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } };

test('axe finds no fault in page, modal or error screen, in each size and scheme', async ({ visit }) => {
  const visitor = await visit();
  const { page } = visitor;
  const look = async (what: string) => {
    for (const [name, viewport] of Object.entries(viewports)) {
      await page.setViewportSize(viewport);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await runAxe(page), `${what}, ${name}, ${colorScheme}`).toEqual([]);
      }
    }
  };
  await visitor.waitsForScripts();
  await look('page');
  await visitor.alpha.join.click();
  await look('modal');
  await visitor.alpha.field.fill('90000');
  await expectPage(visitor.alpha.request).toBeDisabled();
  await look('blocked modal');
  await page.goto('/nowhere');
  await look('error screen');
  // Chromium logs that the document itself has the status 404.
  expect(visitor.complaints.splice(0)).toEqual([expect.stringContaining('status of 404')]);
});

test('axe reports faint text that the test adds to the page, and to an open modal', async ({ visit }) => {
  const { page, alpha } = await visit();
  /** Runs in the page: replaces the style sheet that the test has added. */
  const paint = (rule: string) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rule);
    document.adoptedStyleSheets = [sheet];
  };
  for (const rule of ['main p', 'dialog[open] h2', 'dialog[open] input'].map((part) => `${part} { color: #ddd }`)) {
    if (rule.startsWith('dialog[open] h2')) await alpha.join.click();
    await page.evaluate(paint, rule);
    expect(await runAxe(page), rule).toEqual([expect.stringMatching(/^color-contrast: /)]);
    await page.evaluate(paint, '');
  }
});

test('the check for motion reports ended animations, if reduced motion is preferred', async ({ visit }) => {
  const visitor = await visit();
  await visitor.waitsForScripts();
  const move = () =>
    visitor.page.evaluate(async () => {
      const [heading] = document.getElementsByTagName('h1');
      await heading!.animate([{ opacity: 0 }, { opacity: 1 }], 1).finished;
      const began = new Promise((resolve) => heading!.addEventListener('transitionrun', resolve, { once: true }));
      heading!.style.transition = 'opacity 1s';
      // Reading a computed style applies pending styles. Without it, the next change would start no transition.
      getComputedStyle(heading!).opacity;
      heading!.style.opacity = '0.5';
      await began;
    });
  await move();
  await expectPage.poll(() => visitor.complaints).toEqual(['h1 moves: by a script', 'h1 moves: opacity']);
  visitor.complaints.length = 0;
  await visitor.page.emulateMedia({ reducedMotion: 'no-preference' });
  await visitor.reloads();
  await move();
  expect(visitor.complaints).toEqual([]);
});
