import { setTimeout as sleep } from 'node:timers/promises';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from 'vitest';
import { expectPage } from './expectPage.ts';
import { findCutElements, measureDialogExcess } from './layout.ts';

/** axe's rules about colours, which are all that a colour scheme can change. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * In the page: returns the names of the running animations and transitions inside the element with the selector `part`.
 */
export const findRunningAnimations = (part: string) =>
  document
    .querySelector(part)!
    .getAnimations({ subtree: true })
    .filter(({ playState }) => playState === 'running')
    .map((one) => String(Reflect.get(one, 'animationName') ?? Reflect.get(one, 'transitionProperty')));

/** In the page: returns all layout shifts so far. */
export async function findLayoutShifts() {
  // The browser reports layout shifts with the next paint.
  await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
  const observer = new PerformanceObserver(() => {});
  observer.observe({ type: 'layout-shift', buffered: true });
  return observer.takeRecords().map((shift) => shift.toJSON());
}

/** In the page: returns the focused element if it is outside of the topmost open dialog. */
const strayIn = () => {
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
  const { activeElement } = document;
  return dialog && !dialog.contains(activeElement) ? (activeElement?.outerHTML.slice(0, 80) ?? 'nowhere') : null;
};

/** Checks that the focus is in the dialog, nothing is cut off, nothing moves, and dialogs fit into the window. */
export async function checkLayout(page: Page, name: string) {
  await expectPage.poll(() => page.evaluate(strayIn), `${name}: the focus is in the dialog`).toBeNull();
  expect(await page.evaluate(findCutElements), `${name} is cut off`).toEqual([]);
  expect(await page.evaluate(measureDialogExcess), `${name} is too high`).toBeLessThan(0.1);
  await expectPage.poll(() => page.evaluate(findRunningAnimations, ':root'), `${name} moves`).toEqual([]);
}

/** Returns axe's findings, in the open dialog if there is one, because the rest of the page is inert then. */
export async function runAxe(page: Page) {
  const isModal = (await page.locator('dialog:modal').count()) > 0;
  const isThere = await page.evaluate(() => 'axe' in window);
  const builder = new AxeBuilder({ page, ...(isThere && { axeSource: 'axe' }) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], preload: false });
  if (isModal) builder.include('dialog:modal');

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
