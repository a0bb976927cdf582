import { describe, expect } from 'vitest';
import { createGate } from '../support/gate.ts';
import { expectPage } from './visitor/expectPage.ts';
import { test } from './visitor/fixtures.ts';
import { expectRoomForText, expectStatesDistinct } from './visitor/layout.ts';
import { say } from './visitor/say.ts';

const overflow = (page: import('@playwright/test').Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe('the layout', () => {
  const sizes = {
    '320 px': { width: 320, height: 568 },
    tablet: { width: 820, height: 1100 },
    wide: { width: 2560, height: 1440 },
    'on its side': { width: 844, height: 390 },
  };
  for (const [name, viewports, options] of [
    ['in a window of any size', sizes, {}],
    ['on a phone', { phone: { width: 390, height: 844 } }, { isMobile: true, hasTouch: true }],
    ['zoomed to 200 %', { zoomed: { width: 640, height: 360 } }, { deviceScaleFactor: 2 }],
  ] as const)
    test(`${name}: no content overflows, and all controls work`, async ({ visit }) => {
      const [viewport = null] = Object.values(viewports);
      const visitor = await visit({ ...options, viewport });
      const { page, alpha } = visitor;
      await visitor.waitsForScripts();
      const amount = page.getByRole('textbox', { name: say('comparison.amount') });
      for (const [size, viewport] of Object.entries(viewports)) {
        await page.setViewportSize(viewport);
        await amount.fill('1000');
        await page.keyboard.press('Tab');
        expect(await overflow(page), size).toBe(0);
        await amount.fill('999999999999');
        await page.keyboard.press('Tab');
        await expectPage(page.getByText('$50,000,000,000', { exact: true }), size).toBeVisible();
        expect(await overflow(page), size).toBe(0);
        await alpha.join.click();
        await alpha.request.scrollIntoViewIfNeeded();
        await expectPage(alpha.request, size).toBeInViewport({ ratio: 1 });
        const box = await alpha.modal.boundingBox();
        expect(box?.x, size).toBeGreaterThanOrEqual(0);
        expect((box?.x ?? 0) + (box?.width ?? 0), size).toBeLessThanOrEqual(viewport.width);
        await alpha.close.click();
        await expectPage(alpha.modal).toBeHidden();
      }
    });

  test('full-page screenshots and extracted text include all sections', async ({ visit }) => {
    const visitor = await visit({ viewport: { width: 390, height: 640 } });
    const { page } = visitor;
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    const undrawn = await page.locator('main section').evaluateAll((all) =>
      all
        .flatMap((section) => [section, ...section.querySelectorAll('h2, h3, p, a, li')])
        .filter((part) => part.checkVisibility() && !part.checkVisibility({ contentVisibilityAuto: true }))
        .map(({ textContent }) => textContent),
    );
    expect(undrawn).toEqual([]);
    const dense = (text: string) => text.replace(/\s/g, '');
    const text = dense(await page.evaluate(() => document.body.innerText));
    for (const heading of await page.locator('main :is(h2, h3)').allTextContents())
      expect(text).toContain(dense(heading));
    expect(text).toContain('@supporter_ten');
  });

  test('nothing is cut off with more space between letters, words and lines', async ({ visit }) => {
    const visitor = await visit();
    await visitor.waitsForScripts();
    const amount = visitor.page.getByRole('textbox', { name: say('comparison.amount') });
    for (const width of [320, 390, 1280]) {
      await visitor.page.setViewportSize({ width, height: 640 });
      for (const text of ['50', '100,000', '1,000,000', '999,999,999,999']) {
        await amount.fill(text);
        await expectRoomForText(visitor.page, `${width} px with ${text}`);
      }
      await visitor.alpha.join.click();
      for (const text of ['50,000', '1,000,000']) {
        await visitor.alpha.field.fill(text);
        await expectRoomForText(visitor.page, `the modal, ${width} px with ${text}`);
      }
      await visitor.alpha.close.click();
      await expectPage(visitor.alpha.modal).toBeHidden();
    }
  });

  test('long names and handles of supporters do not overflow', async ({ visit }) => {
    const visitor = await visit({ viewport: { width: 320, height: 568 } });
    await visitor.page.evaluate(() => {
      for (const name of document.querySelectorAll('li b, li bdi')) name.textContent = '@christopher_featherstonehaugh';
    });
    for (const width of [320, 390, 820, 1440]) {
      await visitor.page.setViewportSize({ width, height: 800 });
      expect(await overflow(visitor.page)).toBe(0);
    }
  });

  test('Join Alpha is visible without scrolling', async ({ visit }) => {
    const visitor = await visit();
    for (const [width, height] of [
      [720, 450],
      [667, 375],
      [1024, 600],
      [390, 844],
    ] as const) {
      await visitor.page.setViewportSize({ width, height });
      await expectPage(visitor.alpha.join, `${width} by ${height}`).toBeInViewport({ ratio: 1 });
    }
  });

  test('Join Alpha is visible at the end of the page', async ({ visit }) => {
    const visitor = await visit({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
    await visitor.waitsForScripts();
    const last = visitor.page.getByRole('button', { name: say('landing.hero.join'), exact: true }).last();
    await visitor.page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    await expectPage(last).toBeInViewport({ ratio: 1 });
    await last.click();
    await expectPage(visitor.alpha.modal).toBeVisible();
  });

  test('the headline never overlaps the star', async ({ visit }) => {
    const visitor = await visit({ isMobile: true, hasTouch: true });
    const meeting = () =>
      visitor.page.evaluate(() => {
        const range = document.createRange();
        range.selectNodeContents(document.querySelector('h1')!);
        const star = document.querySelector('.glazed')!.getBoundingClientRect();
        return [...range.getClientRects()].some(
          (line) =>
            line.right > star.left && line.left < star.right && line.bottom > star.top && line.top < star.bottom,
        );
      });
    for (const [width, height] of [
      [375, 553],
      [360, 572],
      [320, 568],
      [390, 480],
      [390, 844],
      [820, 1100],
      [1440, 900],
      [1920, 1080],
    ] as const) {
      await visitor.page.setViewportSize({ width, height });
      expect(await meeting(), `${width} by ${height}`).toBe(false);
    }
  });

  test('the saving stays visible above the keyboard of a phone', async ({ visit }) => {
    const visitor = await visit({ viewport: { width: 390, height: 364 }, isMobile: true, hasTouch: true });
    await visitor.waitsForScripts();
    const field = visitor.page.getByRole('textbox', { name: say('comparison.amount') });
    await field.evaluate((one) => one.closest('div')!.scrollIntoView({ block: 'start', behavior: 'instant' }));
    await field.fill('1000');
    await expectPage(visitor.page.getByText('88%', { exact: true })).toBeInViewport({ ratio: 0.9 });
    await expectPage(field).toBeInViewport({ ratio: 1 });
  });

  test('scrolling draws the star, which is complete at the middle of the screen', async ({ visit }) => {
    const visitor = await visit({ viewport: { width: 844, height: 390 }, reducedMotion: 'no-preference' });
    const star = visitor.page.locator('.rise');
    const drawn = () => star.evaluate((path) => getComputedStyle(path).transform);
    await star.evaluate((path) => path.closest('svg')?.scrollIntoView({ block: 'center', behavior: 'instant' }));
    await expectPage.poll(drawn).toMatch(/^none$|^matrix\(1, 0, 0, 1/);
    await visitor.page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await expectPage.poll(drawn).toMatch(/^matrix\(0\.7/);
    await visitor.page.emulateMedia({ media: 'print' });
    expect(await drawn()).toBe('none');
  });

  test('click targets are at least 44 px high', async ({ visit }) => {
    const visitor = await visit({ viewport: { width: 390, height: 844 } });
    const { alpha } = visitor;
    await visitor.waitsForScripts();
    await alpha.join.click();
    const small = await visitor.page
      .locator('a, button, input')
      .evaluateAll((all) =>
        all
          .filter(
            (one) => one.getClientRects().length && (one.closest('label') ?? one).getBoundingClientRect().height < 43.5,
          )
          .map((one) => one.outerHTML),
      );
    // The skip link is only for keyboards.
    expect(small.filter((html) => !html.includes('#content'))).toEqual([]);
  });

  test('animations are off with reduced motion, and only then', async ({ visit }) => {
    const visitor = await visit({ reducedMotion: 'reduce' });
    await visitor.waitsForScripts();
    await visitor.alpha.join.click();
    await visitor.alpha.field.fill('30000');
    const moving = await visitor.page.evaluate(
      () => document.getAnimations().filter((one) => one.playState === 'running').length,
    );
    expect(moving).toBe(0);
    const manner = () =>
      visitor.page.evaluate(() => {
        const dialog = document.querySelector('dialog[open]')!;
        return {
          scroll: getComputedStyle(document.documentElement).scrollBehavior,
          dialog: getComputedStyle(dialog).transitionDuration,
          backdrop: getComputedStyle(dialog, '::backdrop').transitionDuration,
        };
      });
    expect(await manner()).toEqual({ scroll: 'auto', dialog: '0s', backdrop: '0s' });
    await visitor.page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await manner()).toEqual({ scroll: 'smooth', dialog: '0.12s, 0.2s', backdrop: '0.24s' });
  });

  test('the connect sheet on a phone is opaque from its first frame, and slides in', async ({ visit }) => {
    const visitor = await visit({
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
      reducedMotion: 'no-preference',
    });
    await visitor.waitsForScripts();
    for (const [id, hash] of [
      ['alpha', null],
      ['wallet', '#connect'],
    ] as const) {
      const first = await visitor.page.evaluate(
        ([id, hash]) =>
          new Promise((resolve) => {
            const dialog = document.getElementById(id) as HTMLDialogElement;
            // Mutation observers run before the first frame is painted.
            new MutationObserver(() => {
              const { opacity } = getComputedStyle(dialog);
              const moves = dialog.getAnimations().map((one) => (one as CSSTransition).transitionProperty);
              if (dialog.open) resolve({ opacity, moves });
            }).observe(dialog, { attributeFilter: ['open'] });
            if (hash) location.hash = hash;
            else document.querySelector<HTMLElement>(`[commandfor=${id}]`)?.click();
          }),
        [id, hash] as const,
      );
      expect(first, id).toEqual({ opacity: '1', moves: ['transform'] });
      await visitor.escapes();
      await expectPage(visitor.page.locator(`#${id}`)).toBeHidden();
    }
  });

  test('a style sheet with fonts contains nothing that depends on the colour scheme', async ({ visit }) => {
    const visitor = await visit();
    const sheets = await visitor.page.evaluate(() =>
      [...document.styleSheets].map(({ cssRules }) => ({
        rules: cssRules.length,
        fonts: [...cssRules].filter((rule) => rule instanceof CSSFontFaceRule).length,
      })),
    );
    const naming = sheets.filter(({ fonts }) => fonts > 0);
    expect(naming).not.toEqual([]);
    for (const { rules, fonts } of naming) expect(fonts).toBe(rules);
  });

  test('on a phone in landscape, the notch covers no content on either side', async ({ visit }) => {
    const visitor = await visit({ viewport: { width: 740, height: 360 }, isMobile: true, hasTouch: true });
    await visitor.waitsForScripts();
    const devtools = await visitor.page.context().newCDPSession(visitor.page);
    await visitor.alpha.join.click();
    await expectPage(visitor.alpha.modal).toBeVisible();
    const notch = 48;
    for (const side of ['left', 'right'] as const) {
      await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: { [side]: notch } });
      const edges = await visitor.page.locator('header a, h1, h2, footer a, #alpha').evaluateAll((parts) =>
        parts.flatMap((part) => {
          const { left, right, width } = part.getBoundingClientRect();
          return width ? [Math.min(left, innerWidth - right)] : [];
        }),
      );
      expect(edges.length).toBeGreaterThan(5);
      expect(Math.min(...edges), side).toBeGreaterThanOrEqual(notch);
    }
  });

  test('loading dialog and wallet list have frame, title and Close at the same place', async ({ visit }) => {
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
  });

  test('the native slider and the bars are visible with forced colours', async ({ visit }) => {
    const visitor = await visit({ forcedColors: 'active' });
    await visitor.waitsForScripts();
    await visitor.alpha.join.click();
    await expectPage(visitor.alpha.slider).toHaveCSS('opacity', '1');
    const colours = await visitor.page
      .locator('#comparison-island i[class]')
      .evaluateAll((bars) => bars.map((bar) => getComputedStyle(bar).backgroundColor));
    expect(new Set(colours).size).toBe(3);
    await visitor.escapes();
    await visitor.page.getByRole('button', { name: '10,000 USDC' }).click();
    await expectStatesDistinct(visitor.page, 'a pressed amount');
  });
});
