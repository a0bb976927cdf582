import { setTimeout as sleep } from 'node:timers/promises';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from 'vitest';
import { expectPage } from './expectPage.ts';
import { findCutElements, measureDialogExcess } from './layout.ts';

/** The ids of axe's rules about colours. A change of the colour scheme can break only these rules. */
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

/** Runs in the page: returns all layout shifts so far. */
export async function findLayoutShifts() {
  // Waits for a paint, with which the browser reports the last layout shifts.
  await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
  const observer = new PerformanceObserver(() => {});
  observer.observe({ type: 'layout-shift', buffered: true });
  return observer.takeRecords().map((shift) => shift.toJSON());
}

/** Runs in the page: returns the focused element if it is outside of the topmost modal dialog, or else null. */
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

/** Returns axe's findings in the page. While a modal dialog is open, only in the dialog: the rest is inert. */
export async function runAxe(page: Page) {
  const isModal = (await page.locator('dialog:modal').count()) > 0;
  const isThere = await page.evaluate(() => 'axe' in window);
  const builder = new AxeBuilder({ page, ...(isThere && { axeSource: 'axe' }) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], preload: false });
  if (isModal) builder.include('dialog:modal');

  const analysis = builder.analyze();
  // axe waits for timers. If Playwright controls the clock, the clock must run until axe has finished.
  const isTimed = await page.evaluate(() => '__pwClock' in window);
  const isDone = analysis.then(
    () => true,
    () => true,
  );
  while (isTimed && !(await Promise.race([isDone, sleep(20, false)]))) await page.clock.runFor(1);
  const { violations } = await analysis;
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
