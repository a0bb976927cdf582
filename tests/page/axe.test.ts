import { expect } from 'vitest';
import { test } from './visitor/fixtures.ts';
import { axe } from './visitor/look.ts';
import { seen } from './visitor/seen.ts';

const viewports = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } };

test('axe finds no fault in page, modal and error screen, in each size and scheme', async ({ visit }) => {
  const visitor = await visit();
  const { page } = visitor;
  const look = async (what: string) => {
    for (const [name, viewport] of Object.entries(viewports)) {
      await page.setViewportSize(viewport);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await axe(page), `${what}, ${name}, ${colorScheme}`).toEqual([]);
      }
    }
  };
  await visitor.waitsForScripts();
  await look('page');
  await visitor.alpha.join.click();
  await look('modal');
  await visitor.alpha.field.fill('90000');
  await seen(visitor.alpha.request).toBeDisabled();
  await look('blocked modal');
  await page.goto('/nowhere');
  await look('error screen');
  // Chromium logs the 404 of the error screen's own document.
  expect(visitor.complaints.splice(0)).toEqual([expect.stringContaining('status of 404')]);
});

test('the axe check reports each new fault, also beside content without faults', async ({ visit }) => {
  const visitor = await visit();
  const { page } = visitor;
  await visitor.waitsForScripts();
  const { join, modal } = visitor.alpha;
  /** In the page: sets the colour of text by a style sheet, so that the elements stay unchanged. */
  const paint = (rule: string) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rule);
    document.adoptedStyleSheets = [sheet];
  };
  const change = ([part, name, value]: readonly [string, string, string]) => {
    const element = document.querySelector(part)!;
    const before = element.getAttribute(name) ?? '';
    element.setAttribute(name, value);
    return before;
  };
  const isSound = async () => expect(await axe(page)).toEqual([]);
  const hasOnly = async (rule: string) => expect(await axe(page)).toEqual([expect.stringMatching(`^${rule}: `)]);
  const findsPaint = async (rule: string) => {
    await isSound();
    await page.evaluate(paint, rule);
    await hasOnly('color-contrast');
    await page.evaluate(paint, '');
    await isSound();
  };
  const findsChange = async (part: string, name: string, value: string, rule: string) => {
    await isSound();
    const before = await page.evaluate(change, [part, name, value] as const);
    await hasOnly(rule);
    await page.evaluate(change, [part, name, before] as const);
    await isSound();
  };

  await findsPaint('main p { color: #ddd }');
  await findsChange('html', 'lang', '', 'html-has-lang');
  await join.click();
  await seen(modal).toBeVisible();
  await findsPaint('dialog[open] h2 { color: #ddd }');
  await findsPaint('dialog[open] { background: #888 }');
  await findsPaint('dialog[open] input { color: #ddd }');
  await findsChange('dialog[open] h2', 'role', 'title', 'aria-roles');
});

test('the motion check reports a movement that has ended already', async ({ visit }) => {
  const visitor = await visit();
  await visitor.waitsForScripts();
  const move = () =>
    visitor.page.evaluate(async () => {
      const [heading] = document.getElementsByTagName('h1');
      await heading!.animate([{ opacity: 0 }, { opacity: 1 }], 1).finished;
      const began = new Promise((resolve) => heading!.addEventListener('transitionrun', resolve, { once: true }));
      heading!.style.transition = 'opacity 1s';
      // Reads a computed style, so that the following change starts a transition.
      getComputedStyle(heading!).opacity;
      heading!.style.opacity = '0.5';
      await began;
    });
  await move();
  await seen.poll(() => visitor.complaints).toEqual(['h1 moves: by a script', 'h1 moves: opacity']);
  visitor.complaints.length = 0;
  await visitor.page.emulateMedia({ reducedMotion: 'no-preference' });
  await visitor.reloads();
  await move();
  expect(visitor.complaints).toEqual([]);
});
