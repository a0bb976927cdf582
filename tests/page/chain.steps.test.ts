import { mkdirSync } from 'node:fs';
import { type Locator, expect as seen } from '@playwright/test';
import { describe, expect } from 'vitest';
import { noteSaid, saidIn } from './signing.ts';
import { alphaOf, ask, axe, test, type VisitOptions, visitWith } from './visit.ts';

/*
 * Each state of the network dialog, in each layout and scheme, by the keyboard alone: what axe finds there, where the
 * focus is, what is read out, that nothing moves and nothing is cut off. `SHOTS=folder` also keeps a picture of each, to
 * leaf through.
 */

const { SHOTS } = process.env;

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const layouts: Record<string, VisitOptions> = {
  wide: { viewport: { width: 1280, height: 800 } },
  compact: { viewport: { width: 480, height: 800 } },
  sheet: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, userAgent: IPHONE },
  narrow: { viewport: { width: 320, height: 480 } },
};

const POLYGON = 137;
const WRONG = 'status: Wrong network. Your wallet is on one that is not used here. Pick one below.';
const CONFIRM = 'status: Confirm in wallet';
const UNCHANGED = 'The network was not changed. You can try again.';

/** What of the dialog, or of what is shown beside it, reaches out of it or out of the window; and text that is cut. */
const cutIn = () => {
  const shown = [...document.querySelectorAll<HTMLElement>('#wallet[open], [role=alert]')];
  return shown.flatMap((part) => {
    const frame = part.getBoundingClientRect();
    const names: string[] = [];
    if (frame.left < 0 || frame.right > innerWidth || frame.top < 0 || frame.bottom > innerHeight)
      names.push(part.tagName);
    for (const element of part.querySelectorAll<HTMLElement>('*')) {
      const { left, right, top, bottom, width } = element.getBoundingClientRect();
      // For screen readers alone.
      if (width <= 1 || element.closest('span')?.clientWidth === 1) continue;
      const out = left < frame.left - 1 || right > frame.right + 1 || top < frame.top - 1 || bottom > frame.bottom + 1;
      const { overflow } = getComputedStyle(element);
      const cut =
        overflow !== 'visible' &&
        (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1);
      if (out || (cut && element.clientWidth > 0)) names.push(`${element.tagName} ${element.textContent}`);
    }
    return names;
  });
};

/** The names of the animations that run. */
const movingIn = () =>
  document
    .getAnimations()
    .filter(({ playState }) => playState === 'running')
    .map((one) => String(Reflect.get(one, 'animationName') ?? Reflect.get(one, 'transitionProperty')));

for (const colorScheme of ['light', 'dark'] as const)
  for (const [layout, options] of Object.entries(layouts))
    describe(`the network, ${layout}, ${colorScheme}`, () => {
      test('every state is sound', { timeout: 180_000 }, async ({ visit }) => {
        const { page, connect, wallet } = await visitWith(
          visit,
          [{ info: { name: 'Fox', rdns: 'com.example.fox' }, answer: 'hold' }],
          {
            ...options,
            colorScheme,
            before: async (page) => {
              await page.clock.install();
              await page.addInitScript(noteSaid);
              // On a phone links to all wallets are made at once, by way of the relay: one that says nothing.
              await page.routeWebSocket(/relay/, () => {});
            },
          },
        );
        const dialog = page.getByRole('dialog', { name: 'Network', exact: true });
        const title = dialog.getByRole('heading', { name: 'Network', exact: true });
        const ethereum = dialog.getByRole('button', { name: /^Ethereum/ });
        const leave = dialog.getByRole('button', { name: 'Disconnect' });
        const trouble = page.getByRole('alert').filter({ hasText: UNCHANGED });
        const { join } = alphaOf(page);
        const heights: Record<string, number> = {};

        const heard: string[] = [];
        const hear = async () => {
          heard.push(...(await saidIn(page)));
          return heard;
        };
        /** This was read out since it was asked last, and nothing else. */
        const hears = async (...said: string[]) => {
          heard.length = 0;
          await seen.poll(hear).toEqual(said);
        };
        /** Looks at a state with all eyes: where the focus is, and what was read out on the way there. */
        const look = async (name: string, focus: Locator, ...said: string[]) => {
          await hears(...said);
          await seen(focus, name).toBeFocused();
          expect(await axe(page), name).toEqual([]);
          expect(await page.evaluate(cutIn), `${name} is cut off`).toEqual([]);
          expect(await page.evaluate(movingIn), `${name} moves`).toEqual([]);
          // Said once, and not again.
          expect(await hear(), name).toEqual(said);
          if (await dialog.isVisible()) heights[name] = (await dialog.boundingBox())?.height ?? 0;
          if (!SHOTS) return;
          mkdirSync(SHOTS, { recursive: true });
          await page.screenshot({ path: `${SHOTS}/${layout}-${colorScheme}-${name}.png` });
        };
        /** Goes there with Tab, and presses a key. */
        const press = async (target: Locator, key = 'Enter') => {
          await seen(target).toBeVisible();
          for (let i = 0; i < 80; i++) {
            if (await target.evaluate((element) => element === document.activeElement)) break;
            await page.keyboard.press('Tab');
          }
          await seen(target).toBeFocused();
          await page.keyboard.press(key);
        };
        const closed = async () => {
          await seen(page.getByRole('dialog')).toHaveCount(0);
          await seen(page).toHaveURL(/\/$/);
        };
        const asks = async (hash: string) => {
          await closed();
          await join.focus();
          await ask(page, hash);
          await seen(dialog).toBeVisible();
        };

        await press(page.locator('#wallet').getByRole('button', { name: /^Fox/ }));
        await wallet.approve();
        await closed();
        await seen(page.getByText('Connected', { exact: true })).toBeAttached();
        await saidIn(page);

        await asks('chain');
        await look('connected', title);
        await page.keyboard.press('Escape');
        await closed();
        await seen(join).toBeFocused();

        await wallet.setChain(POLYGON);
        await hears('status: Network changed');
        await asks('account');
        await look('wrong', title, WRONG);
        await press(ethereum);
        await look('confirm', ethereum, CONFIRM);
        expect(heights.confirm).toBe(heights.wrong);
        await wallet.reject();
        await closed();
        await seen(trouble).toBeVisible();
        await look('trouble', join, `alert: ${UNCHANGED} Close`);
        await press(trouble.getByRole('button', { name: 'Close' }));
        await seen(trouble).toHaveCount(0);
        // Where the focus was before it came to that button.
        await seen(page.locator('a:focus, button:focus')).toBeVisible();

        await asks('chain');
        await hears(WRONG);
        await seen(title).toBeFocused();
        await press(ethereum, 'Space');
        await wallet.approve();
        await closed();
        await hears(CONFIRM, 'status: Network changed');
        await seen(join).toBeFocused();

        await wallet.setChain(POLYGON);
        await hears('status: Network changed');
        await asks('chain');
        await hears(WRONG);
        await press(leave);
        await closed();
        await hears('status: Disconnected');
        await seen(join).toBeFocused();
        await ask(page, 'chain');
        await seen(connect.dialog).toBeVisible();
      });
    });
