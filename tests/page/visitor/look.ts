import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from 'vitest';
import { dialogExcessHeight, expectRoomForText, expectStatesDistinct, findCutElements } from './layout.ts';
import { seen } from './seen.ts';

/** axe's rules about colours, which are all that a colour scheme can change. */
export const COLOURS = ['color-contrast', 'link-in-text-block'];

/** The folder of screenshots. `*.steps.test.ts` files save theirs only if `SHOTS` is set. */
const SHOTS = process.env.SHOTS ?? resolve('node_modules/.cache/shots');

/** In the page: returns the names of the animations and transitions that run inside `part`, a selector. */
export const findRunningAnimations = (part: string) =>
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

/** Checks that the focus is in the dialog, nothing is cut off, nothing moves, and dialogs fit into the window. */
export async function checkLayout(page: Page, name: string) {
  await seen.poll(() => page.evaluate(strayIn), `${name}: the focus is in the dialog`).toBeNull();
  expect(await page.evaluate(findCutElements), `${name} is cut off`).toEqual([]);
  expect(await page.evaluate(dialogExcessHeight), `${name} is too high`).toBeLessThan(0.1);
  await seen.poll(() => page.evaluate(findRunningAnimations, ':root'), `${name} moves`).toEqual([]);
}

/** Saves a screenshot as `folder/name.jpeg`. */
export async function savePicture(page: Page, folder: string, name: string) {
  mkdirSync(`${SHOTS}/${folder}`, { recursive: true });
  await page.screenshot({
    path: `${SHOTS}/${folder}/${name.replace(/[^\w.-]+/g, '-')}.jpeg`,
    type: 'jpeg',
    quality: 90,
    // Hiding the caret would add and remove a style sheet, which restyles the whole page.
    caret: 'initial',
  });
}

/**
 * Checks the layout of the shown state, runs axe, and takes a screenshot into `folder`. A state whose name is not in
 * `known` is checked in both colour schemes. In the dark scheme, axe checks only colours.
 */
export async function checkState(page: Page, { folder, known }: { folder: string; known: Set<string> }, name: string) {
  await checkLayout(page, name);
  if (known.has(name)) return;
  known.add(name);
  await expectStatesDistinct(page, name);
  await expectRoomForText(page, name);
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  // Starts with the current colour scheme.
  const schemes = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  for (const [nth, colorScheme] of schemes.entries()) {
    await page.emulateMedia({ colorScheme });
    expect(await axe(page, nth ? COLOURS : []), `${name}, ${colorScheme}`).toEqual([]);
    await savePicture(page, folder, `${name}-${colorScheme}`);
  }
}

const lookedAt = new WeakSet<Page>();

/** Returns axe's findings. Checks a whole page once, and then only the open dialog, because the rest is inert. */
export async function axe(page: Page, rules: readonly string[] = []) {
  const isModal = (await page.locator('dialog:modal').count()) > 0;
  const isThere = await page.evaluate(() => 'axe' in window);
  const builder = new AxeBuilder({ page, ...(isThere && { axeSource: 'axe' }) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], preload: false });
  if (isModal && lookedAt.has(page)) builder.include('dialog:modal');
  if (rules.length) builder.withRules([...rules]);
  lookedAt.add(page);

  const analysis = builder.analyze();
  // axe waits for timers, which a stopped clock would hold back.
  const isTimed = await page.evaluate(() => '__pwClock' in window);
  const isDone = analysis.then(
    () => true,
    () => true,
  );
  while (isTimed && !(await Promise.race([isDone, sleep(20, false)]))) await page.clock.runFor(1);
  const { violations } = await analysis;
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
