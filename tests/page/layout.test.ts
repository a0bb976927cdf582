import type { Page } from '@playwright/test';
import { describe, expect, inject } from 'vitest';
import { expectPage } from './visitor/expectPage.ts';
import { layoutOptions, test, type VisitOptions } from './visitor/fixtures.ts';
import { findCutTexts } from './visitor/layout.ts';
import { say } from './visitor/say.ts';

const touch: VisitOptions = { isMobile: true, hasTouch: true };

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
const amountIn = (page: Page) => page.getByRole('textbox', { name: say('comparison.amount') });

describe('the landing page', () => {
  test.for<[string, VisitOptions, (readonly [number, number])[]]>([
    [
      'in a window of any size',
      {},
      [
        [320, 568],
        [820, 1100],
        [2560, 1440],
        [844, 390],
      ],
    ],
    ['on a phone', touch, [[390, 844]]],
    ['zoomed to 200 %', { deviceScaleFactor: 2 }, [[640, 360]]],
  ])('%s, no content overflows, and all controls work', async ([, options, sizes], { visit }) => {
    const visitor = await visit(options);
    const { page, alpha } = visitor;
    await visitor.waitsForScripts();
    await page.evaluate(() => {
      for (const name of document.querySelectorAll('li b, li bdi')) name.textContent = '@christopher_featherstonehaugh';
    });
    for (const [width, height] of sizes) {
      const size = `${width} by ${height}`;
      await page.setViewportSize({ width, height });
      await amountIn(page).fill('999999999999');
      await page.keyboard.press('Tab');
      await expectPage(page.getByText('$50,000,000,000', { exact: true }), size).toBeVisible();
      expect(await overflow(page), size).toBe(0);
      await alpha.join.click();
      await alpha.request.scrollIntoViewIfNeeded();
      await expectPage(alpha.request, size).toBeInViewport({ ratio: 1 });
      const box = (await alpha.modal.boundingBox())!;
      expect(box.x, size).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width, size).toBeLessThanOrEqual(width);
      await alpha.close.click();
      await expectPage(alpha.modal).toBeHidden();
    }
  });

  test('full-page screenshots and extracted text include all sections', async ({ visit }) => {
    const { page } = await visit({ viewport: { width: 390, height: 640 } });
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
    const { page } = await visit();
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 640 });
      for (const text of ['50', '1,000,000', '999,999,999,999']) {
        await amountIn(page).fill(text);
        const before = await page.evaluate(findCutTexts, false);
        const spaced = await page.evaluate(findCutTexts, true);
        await page.evaluate(findCutTexts, false);
        expect(
          spaced.filter((one) => !before.includes(one)),
          `${width} px with ${text}`,
        ).toEqual([]);
      }
    }
  });

  test('the hero shows Join Alpha without scrolling, and its headline avoids the star', async ({ visit }) => {
    const { page, alpha } = await visit(touch);
    const overlaps = () => {
      const range = document.createRange();
      range.selectNodeContents(document.querySelector('h1')!);
      const star = document.querySelector('.glazed')!.getBoundingClientRect();
      return [...range.getClientRects()].some(
        (line) => line.right > star.left && line.left < star.right && line.bottom > star.top && line.top < star.bottom,
      );
    };
    const sizes = [
      ...['720 450', '667 375', '1024 600', '390 844'],
      ...['375 553', '360 572', '320 568', '390 480', '820 1100', '1440 900', '1920 1080'],
    ];
    for (const [i, size] of sizes.entries()) {
      const [width, height] = size.split(' ').map(Number) as [number, number];
      await page.setViewportSize({ width, height });
      expect(await page.evaluate(overlaps), size).toBe(false);
      // The button must be visible in the first four windows. In others, the headline may push it below the fold.
      if (i < 4) await expectPage(alpha.join, size).toBeInViewport({ ratio: 1 });
    }
  });

  test('on a phone, the saving for a typed amount is visible above the keyboard', async ({ visit }) => {
    const visitor = await visit({ viewport: { width: 390, height: 364 }, ...touch });
    const { page } = visitor;
    await visitor.waitsForScripts();
    const field = amountIn(page);
    await field.evaluate((one) => one.closest('div')!.scrollIntoView({ block: 'start', behavior: 'instant' }));
    await field.fill('1000');
    await expectPage(page.getByText('88%', { exact: true })).toBeInViewport({ ratio: 0.9 });
    await expectPage(field).toBeInViewport({ ratio: 1 });
  });

  test('on a phone, Join Alpha is visible at the end of the page, and opens the modal', async ({ visit }) => {
    const visitor = await visit({ viewport: { width: 390, height: 844 }, ...touch });
    const { page } = visitor;
    await visitor.waitsForScripts();
    const last = page.getByRole('button', { name: say('landing.hero.join'), exact: true }).last();
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    await expectPage(last).toBeInViewport({ ratio: 1 });
    await last.click();
    await expectPage(visitor.alpha.modal).toBeVisible();
  });

  test('the star is drawn while scrolling, and is complete at the middle of the screen', async ({ visit }) => {
    const { page } = await visit({ viewport: { width: 844, height: 390 }, reducedMotion: 'no-preference' });
    const star = page.locator('.rise');
    const drawn = () => star.evaluate((path) => getComputedStyle(path).transform);
    await star.evaluate((path) => path.closest('svg')?.scrollIntoView({ block: 'center', behavior: 'instant' }));
    await expectPage.poll(drawn).toMatch(/^none$|^matrix\(1, 0, 0, 1/);
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await expectPage.poll(drawn).toMatch(/^matrix\(0\.7/);
    await page.emulateMedia({ media: 'print' });
    expect(await drawn()).toBe('none');
  });

  test('click targets are at least 44 px high', async ({ visit }) => {
    const { page, alpha } = await visit({ viewport: { width: 390, height: 844 } });
    await alpha.join.click();
    const small = await page
      .locator('a, button, input')
      .evaluateAll((all) =>
        all
          .filter(
            (one) => one.getClientRects().length && (one.closest('label') ?? one).getBoundingClientRect().height < 43.5,
          )
          .map((one) => one.outerHTML),
      );
    // The skip link to `#content` appears only for keyboard users, so it may be smaller.
    expect(small.filter((html) => !html.includes('#content'))).toEqual([]);
  });

  test('a style sheet with fonts contains nothing that depends on the colour scheme', async ({ visit }) => {
    const { page } = await visit();
    const sheets = await page.evaluate(() =>
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
    const visitor = await visit({ viewport: { width: 740, height: 360 }, ...touch });
    const devtools = await visitor.context.newCDPSession(visitor.page);
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

  test('the native slider and the bars are visible with forced colours', async ({ visit }) => {
    const { page, alpha } = await visit({ forcedColors: 'active' });
    await alpha.join.click();
    await expectPage(alpha.slider).toHaveCSS('opacity', '1');
    const colours = await page
      .locator('#comparison-island i[class]')
      .evaluateAll((bars) => bars.map((bar) => getComputedStyle(bar).backgroundColor));
    expect(new Set(colours).size).toBe(3);
  });
});

describe('motion', () => {
  // In a visit with reduced motion, `recordVisitProblems` additionally reports any animation.
  test('scrolling and dialogs are animated unless the visitor prefers reduced motion', async ({ visit }) => {
    const { page, alpha } = await visit({ reducedMotion: 'reduce' });
    await alpha.join.click();
    const manner = () =>
      page.evaluate(() => {
        const dialog = document.querySelector('dialog[open]')!;
        return {
          scroll: getComputedStyle(document.documentElement).scrollBehavior,
          dialog: getComputedStyle(dialog).transitionDuration,
          backdrop: getComputedStyle(dialog, '::backdrop').transitionDuration,
        };
      });
    expect(await manner()).toEqual({ scroll: 'auto', dialog: '0s', backdrop: '0s' });
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await manner()).toEqual({ scroll: 'smooth', dialog: '0.12s, 0.2s', backdrop: '0.24s' });
  });

  test('dialogs on a phone are opaque from their first frame, and slide in', async ({ visit }) => {
    const visitor = await visit({ viewport: layoutOptions.sheet.viewport, ...touch, reducedMotion: 'no-preference' });
    await visitor.waitsForScripts();
    for (const [id, hash] of [
      ['alpha', null],
      ['wallet', '#connect'],
    ] as const) {
      const first = await visitor.page.evaluate(
        ([id, hash]) =>
          new Promise((resolve) => {
            const dialog = document.getElementById(id) as HTMLDialogElement;
            // A mutation observer runs before the browser paints the opened dialog for the first time.
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

  test('the dialog animates its width from the wallet list to sign-in', async ({ visit }) => {
    /** Runs in the page: records the first and last width of each animation of a dialog, in px. */
    const noteWidths = () => {
      const widths: number[][] = [];
      Object.assign(window, { widths });
      const { animate } = Element.prototype;
      Element.prototype.animate = function (frames, how) {
        const sizes = (frames as { inlineSize: string }[]).map(({ inlineSize }) => Number.parseFloat(inlineSize));
        widths.push(sizes.map(Math.round));
        return animate.call(this, frames, how);
      };
    };
    const { page, connect, signIn } = await visit({
      wallets: [{}],
      origin: inject('origin'),
      reducedMotion: 'no-preference',
      scripts: [noteWidths],
    });
    await connect.rows.first().click();
    await expectPage(signIn.send).toBeEnabled();
    await expectPage(page.locator('#wallet')).toHaveCSS('inline-size', '368px');
    const changes = await page.evaluate((): number[][] => Reflect.get(window, 'widths'));
    const narrowing = changes.filter(([from, to]) => from !== to);
    expect([narrowing[0]?.[0], narrowing.at(-1)?.[1]]).toEqual([720, 368]);
  });
});
