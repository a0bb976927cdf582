import { describe, expect } from 'vitest';
import { gate } from '../support/gate.ts';
import { expectToldApart } from './forcedColours.ts';
import { seen } from './seen.ts';
import { expectRoomForText } from './textSpacing.ts';
import { alive, alphaOf, requestDialog, test } from './visit.ts';

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
      const { page } = await visit({ ...options, viewport });
      await alive(page);
      const amount = page.getByRole('textbox', { name: 'Amount to borrow' });
      const alpha = alphaOf(page);
      for (const [size, viewport] of Object.entries(viewports)) {
        await page.setViewportSize(viewport);
        await amount.fill('1000');
        await page.keyboard.press('Tab');
        expect(await overflow(page), size).toBe(0);
        await amount.fill('999999999999');
        await page.keyboard.press('Tab');
        await seen(page.getByText('$50,000,000,000', { exact: true }), size).toBeVisible();
        expect(await overflow(page), size).toBe(0);
        await alpha.join.click();
        await alpha.request.scrollIntoViewIfNeeded();
        await seen(alpha.request, size).toBeInViewport({ ratio: 1 });
        const box = await alpha.modal.boundingBox();
        expect(box?.x, size).toBeGreaterThanOrEqual(0);
        expect((box?.x ?? 0) + (box?.width ?? 0), size).toBeLessThanOrEqual(viewport.width);
        await alpha.close.click();
        await seen(alpha.modal).toBeHidden();
      }
    });

  test('pictures of the full page and tools that read its text get all sections', async ({ visit }) => {
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

  for (const width of [320, 390, 1280])
    test(`more space between letters, words and lines cuts nothing off, ${width} px`, async ({ visit }) => {
      const { page } = await visit({ viewport: { width, height: 640 } });
      await alive(page);
      const amount = page.getByRole('textbox', { name: 'Amount to borrow' });
      for (const text of ['50', '100,000', '1,000,000', '999,999,999,999']) {
        await amount.fill(text);
        await expectRoomForText(page, text);
      }
      await alphaOf(page).join.click();
      for (const text of ['50,000', '1,000,000']) {
        await alphaOf(page).field.fill(text);
        await expectRoomForText(page, `the modal with ${text}`);
      }
    });

  test('long names and handles do not overflow', async ({ visit }) => {
    const { page } = await visit({ viewport: { width: 320, height: 568 } });
    await page.evaluate(() => {
      for (const name of document.querySelectorAll('li b, li bdi')) name.textContent = '@christopher_featherstonehaugh';
    });
    for (const width of [320, 390, 820, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await overflow(page)).toBe(0);
    }
  });

  test('with text twice as large, amounts are not cut and nothing overflows', async ({ visit }) => {
    const { page } = await visit({ viewport: { width: 390, height: 844 } });
    await alive(page);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    expect(await overflow(page)).toBe(0);
    await alphaOf(page).join.click();
    expect(await alphaOf(page).field.evaluate((field) => field.scrollWidth - field.clientWidth)).toBeLessThanOrEqual(1);
  });

  test('Join Alpha is visible without scrolling', async ({ visit }) => {
    const { page } = await visit();
    for (const [width, height] of [
      [720, 450],
      [667, 375],
      [1024, 600],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await seen(alphaOf(page).join, `${width} by ${height}`).toBeInViewport({ ratio: 1 });
    }
  });

  test('Join Alpha is visible at the end of the page', async ({ visit }) => {
    const { page } = await visit({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
    await alive(page);
    const last = page.getByRole('button', { name: 'Join Alpha', exact: true }).last();
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    await seen(last).toBeInViewport({ ratio: 1 });
    await last.click();
    await seen(alphaOf(page).modal).toBeVisible();
  });

  test('the headline and the star never overlap', async ({ visit }) => {
    const { page } = await visit({ isMobile: true, hasTouch: true });
    const meeting = () =>
      page.evaluate(() => {
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
      await page.setViewportSize({ width, height });
      expect(await meeting(), `${width} by ${height}`).toBe(false);
    }
  });

  test("the saving stays visible above a phone's keyboard", async ({ visit }) => {
    const { page } = await visit({ viewport: { width: 390, height: 364 }, isMobile: true, hasTouch: true });
    await alive(page);
    const field = page.getByRole('textbox', { name: 'Amount to borrow' });
    await field.evaluate((one) => one.closest('div')!.scrollIntoView({ block: 'start', behavior: 'instant' }));
    await field.fill('1000');
    await seen(page.getByText('88%', { exact: true })).toBeInViewport({ ratio: 0.9 });
    await seen(field).toBeInViewport({ ratio: 1 });
  });

  test('scrolling draws the star, which is complete in the middle of the screen', async ({ visit }) => {
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

  test('targets are at least 44 px high, and right-to-left mirrors the page', async ({ visit }) => {
    const { page } = await visit({ viewport: { width: 390, height: 844 } });
    await alive(page);
    const alpha = alphaOf(page);
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
    // The skip link is only for keyboards.
    expect(small.filter((html) => !html.includes('#content'))).toEqual([]);
    await alpha.close.click();
    await seen(alpha.modal).toBeHidden();

    await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    expect(await overflow(page)).toBe(0);
    await alpha.join.click();
    const close = await alpha.close.boundingBox();
    expect(close?.x).toBeLessThan(390 / 4);
  });

  test('reduced motion turns animations off, and only then', async ({ visit }) => {
    const { page } = await visit({ reducedMotion: 'reduce' });
    await alive(page);
    await alphaOf(page).join.click();
    await alphaOf(page).field.fill('30000');
    const moving = await page.evaluate(
      () => document.getAnimations().filter((one) => one.playState === 'running').length,
    );
    expect(moving).toBe(0);
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

  test('a sheet on a phone is opaque from its first frame, and slides in', async ({ visit }) => {
    const { page } = await visit({
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
      reducedMotion: 'no-preference',
    });
    await alive(page);
    for (const [id, hash] of [
      ['alpha', null],
      ['wallet', '#connect'],
    ] as const) {
      const first = await page.evaluate(
        ([id, hash]) =>
          new Promise((resolve) => {
            const dialog = document.getElementById(id) as HTMLDialogElement;
            // Observers run before the first frame.
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
      await page.keyboard.press('Escape');
      await seen(page.locator(`#${id}`)).toBeHidden();
    }
  });

  test('style sheets with fonts contain nothing that depends on the colour scheme', async ({ visit }) => {
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

  test('on a phone in landscape, the notch covers nothing on either side', async ({ visit }) => {
    const { page } = await visit({ viewport: { width: 740, height: 360 }, isMobile: true, hasTouch: true });
    await alive(page);
    const devtools = await page.context().newCDPSession(page);
    await alphaOf(page).join.click();
    await seen(alphaOf(page).modal).toBeVisible();
    const notch = 48;
    for (const side of ['left', 'right'] as const) {
      await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: { [side]: notch } });
      const edges = await page.locator('header a, h1, h2, footer a, #alpha').evaluateAll((parts) =>
        parts.flatMap((part) => {
          const { left, right, width } = part.getBoundingClientRect();
          return width ? [Math.min(left, innerWidth - right)] : [];
        }),
      );
      expect(edges.length).toBeGreaterThan(5);
      expect(Math.min(...edges), side).toBeGreaterThanOrEqual(notch);
    }
  });

  test('frame, title and close button of the loading panel stay where the list has them', async ({ visit }) => {
    const { page } = await visit();
    await alive(page);
    const [load, loaded] = gate();
    await page.route('**/assets/*.js', (route) => loaded.then(() => route.continue()));
    await requestDialog(page, 'connect');
    const dialog = page.locator('#wallet');
    const places = () =>
      dialog.evaluate((frame) =>
        [frame, frame.querySelector('h2'), [...frame.querySelectorAll('.close')].at(-1)].map((part) => {
          const { x, y, height } = part!.getBoundingClientRect();
          return [x, y, height].map(Math.round);
        }),
      );
    await seen(dialog.getByRole('status')).not.toBeEmpty();
    const [frame, title, close] = await places();
    load();
    await seen(dialog.getByRole('searchbox')).toBeVisible();
    const [listFrame, listTitle, listClose] = await places();
    expect({ frame: listFrame, close: listClose }).toEqual({ frame, close });
    expect(listTitle?.[1]).toBe(title?.[1]);
  });

  test('the native slider and the bars are visible with forced colours', async ({ visit }) => {
    const { page } = await visit({ forcedColors: 'active' });
    await alive(page);
    await alphaOf(page).join.click();
    await seen(alphaOf(page).slider).toHaveCSS('opacity', '1');
    const colours = await page
      .locator('#comparison-island i[class]')
      .evaluateAll((bars) => bars.map((bar) => getComputedStyle(bar).backgroundColor));
    expect(new Set(colours).size).toBe(3);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '10,000 USDC' }).click();
    await expectToldApart(page, 'a pressed amount');
  });
});
