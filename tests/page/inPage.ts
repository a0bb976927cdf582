import type { Page } from '@playwright/test';
/** Returns the links followed since the last call, and how they were followed. */
export const tapsIn = (page: Page) => page.evaluate(() => (Reflect.get(window, 'taps') as unknown[]).splice(0));

/** Simulates that the browser shows or hides the tab, as when another app covers it. */
export const setVisibility = (page: Page, visibility: DocumentVisibilityState) =>
  page.evaluate((visibility) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibility });
    document.dispatchEvent(new Event('visibilitychange'));
  }, visibility);
