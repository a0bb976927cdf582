import type { Page } from '@playwright/test';
import { alphaOf } from './visit.ts';
import { networkControls } from './visitor/controls.ts';
import { say, sayStatus } from './visitor/say.ts';
import { seen } from './visitor/seen.ts';

export const CONFIRM = sayStatus('chain.confirm');
export const WRONG = `${sayStatus('chain.astray.title')} ${say('chain.astray.text')}`;
export const UNCHANGED = say('trouble.unchanged');

export const networkOf = (page: Page) => networkControls(page, say);

/** Checks that the dialog has closed, on a page with a stopped clock. */
export async function hasClosed(page: Page, isUnchanged: boolean) {
  await seen(page.locator('dialog[open]')).toHaveCount(0);
  await seen.poll(() => page.clock.runFor(10).then(() => page.url())).toMatch(/\/$/);
  await seen(alphaOf(page).join).toBeFocused();
  await seen(page.getByText(UNCHANGED)).toBeVisible({ visible: isUnchanged });
}
