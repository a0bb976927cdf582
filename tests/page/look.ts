import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect } from 'vitest';
import { axe } from './axe.ts';
import { cutIn, excessHeight } from './cut.ts';
import { expectToldApart } from './forcedColours.ts';
import { seen } from './seen.ts';
import { noteSaid, saidIn } from './signing.ts';
import { expectRoomForText } from './textSpacing.ts';
import { type VisitOptions, withClock } from './visit.ts';

/** axe's rules about colours, which are all that a colour scheme can change. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** The folder of pictures. The tests of steps keep theirs only if the variable names one. */
const SHOTS = process.env.SHOTS ?? resolve('node_modules/.cache/shots');

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
export const layouts = {
  wide: { viewport: { width: 1280, height: 800 } },
  compact: { viewport: { width: 480, height: 800 } },
  sheet: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, userAgent: IPHONE },
  narrow: { viewport: { width: 320, height: 480 } },
} satisfies Record<string, VisitOptions>;

/** Layouts and schemes in which to check a state. Only colours differ, so the dark scheme is checked once. */
const sightsOf = (names: readonly (keyof typeof layouts)[]) =>
  [
    ...names.map((layout) => ({ layout, scheme: 'light' as 'light' | 'dark' })),
    ...names.slice(-1).map((layout) => ({ layout, scheme: 'dark' as const })),
  ].map((sight) => ({ ...sight, viewport: layouts[sight.layout].viewport }));

/** For `before`: records announcements, and silences the relay, which phones ask for links at once. */
export async function silencePage(page: Page) {
  await withClock(noteSaid)(page);
  await page.routeWebSocket(/relay/, () => {});
}

/** Returns a check of one state in each layout and scheme, and the heights of the dialog, by layout and state. */
export function createLayoutCheck(page: Page, folder: string, names: readonly (keyof typeof layouts)[]) {
  const sights = sightsOf(names);
  const heights: Record<string, Record<string, number>> = {};
  const look = (name: string, focus: Locator | null, ...said: string[]) =>
    expectAnnounced(page, said, async () => {
      for (const { layout, scheme, viewport } of sights) {
        const sight = `${layout}-${scheme}-${name}`;
        // Keys are pressed in the last layout.
        if (names.length > 1) await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme: scheme });
        expect(await axe(page), sight).toEqual([]);
        if (process.env.SHOTS) await keepPicture(page, folder, sight);
        if (scheme === 'dark') continue;
        await expectToldApart(page, sight);
        await expectRoomForText(page, sight);
        if (focus) await seen(focus, sight).toBeFocused();
        await checkLayout(page, sight);
        const height = (await page.locator('#wallet').boundingBox())?.height;
        if (height) heights[layout] = { ...heights[layout], [name]: height };
      }
    });
  return { look, heights };
}

export const movingIn = (part: string) =>
  document
    .querySelector(part)!
    .getAnimations({ subtree: true })
    .filter(({ playState }) => playState === 'running')
    .map((one) => String(Reflect.get(one, 'animationName') ?? Reflect.get(one, 'transitionProperty')));

/** In the page: returns the focused element if it is outside of the topmost open dialog. */
const strayIn = () => {
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
  const { activeElement } = document;
  return dialog && !dialog.contains(activeElement) ? (activeElement?.outerHTML.slice(0, 80) ?? 'nowhere') : null;
};

export async function checkLayout(page: Page, name: string) {
  await seen.poll(() => page.evaluate(strayIn), `${name}: the focus is in the dialog`).toBeNull();
  expect(await page.evaluate(cutIn), `${name} is cut off`).toEqual([]);
  expect(await page.evaluate(excessHeight), `${name} is too high`).toBeLessThan(0.1);
  await seen.poll(() => page.evaluate(movingIn, ':root'), `${name} moves`).toEqual([]);
}

export async function keepPicture(page: Page, folder: string, name: string) {
  mkdirSync(`${SHOTS}/${folder}`, { recursive: true });
  await page.screenshot({
    path: `${SHOTS}/${folder}/${name.replace(/[^\w.-]+/g, '-')}.jpeg`,
    type: 'jpeg',
    quality: 90,
    // Hiding the caret would add and remove a style sheet, which restyles the whole page.
    caret: 'initial',
  });
}

/** Checks each state once, in both schemes. In the dark one, axe checks only colours. `name` identifies the state. */
export function createStateCheck(folder: string) {
  const known = new Set<string>();
  const schemes = ['light' as 'light' | 'dark', 'dark' as const];
  return async (page: Page, name: string) => {
    await checkLayout(page, name);
    if (known.has(name)) return;
    known.add(name);
    await expectToldApart(page, name);
    await expectRoomForText(page, name);
    for (const [nth, colorScheme] of schemes.entries()) {
      await page.emulateMedia({ colorScheme });
      expect(await axe(page, nth ? COLOURS : []), `${name}, ${colorScheme}`).toEqual([]);
      await keepPicture(page, folder, `${name}-${colorScheme}`);
    }
    // The next state is first checked in the scheme that was checked last.
    schemes.reverse();
  };
}

/** Checks that exactly `news` was announced since the last check, also while `look` runs. See `noteSaid`. */
export async function expectAnnounced(
  page: Page,
  news: readonly string[],
  look: () => Promise<unknown> = async () => {},
) {
  const heard: string[] = [];
  const hear = async () => {
    heard.push(...(await saidIn(page)));
    return heard;
  };
  await seen.poll(hear).toEqual(news);
  await look();
  // Nothing may be announced twice.
  expect(await hear()).toEqual(news);
}

/** Checks that nothing was announced twice, and `due` once. For use when earlier announcements are uncertain. */
export async function expectAnnouncedOnce(page: Page, due = '') {
  const said = await saidIn(page);
  expect(said, 'Nothing is said twice.').toEqual([...new Set(said)]);
  if (due) expect(said.filter((one) => one.includes(due))).toHaveLength(1);
}

/** Moves the focus to `target` by Tab, and presses a key. */
export async function pressKeyOn(page: Page, target: Locator, key = 'Enter') {
  await seen(target).toBeVisible();
  // Resolves the element once, because resolving it after each key takes longer than the key.
  const element = await target.elementHandle();
  for (let i = 0; i < 80; i++) {
    if (await page.evaluate((element) => element === document.activeElement, element)) break;
    await page.keyboard.press('Tab');
  }
  await seen(target).toBeFocused();
  await page.keyboard.press(key);
}
