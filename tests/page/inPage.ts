import type { Page } from '@playwright/test';

/** In the page: records copied texts, because the policy lets no page read the clipboard. */
export function noteCopies() {
  const { clipboard } = navigator;
  // `about:blank` has no clipboard.
  if (!clipboard) return;
  const { writeText } = clipboard;
  clipboard.writeText = async (text) => {
    await writeText.call(clipboard, text);
    Reflect.set(window, 'copied', text);
  };
}

/** In the page: records where a tap would lead after all handlers have run, and stays on the page. */
export function noteTaps() {
  const taps: unknown[] = [];
  Object.assign(window, { taps });
  window.addEventListener('click', (event) => {
    // A link that has been removed from the page meanwhile is followed all the same.
    const link = event.target instanceof Element && event.target.closest('a');
    if (!link) return;
    taps.push({
      href: link.getAttribute('href'),
      follows: !event.defaultPrevented,
      active: navigator.userActivation.isActive,
    });
    event.preventDefault();
  });
}

/** Returns the links followed since the last call, and how they were followed. */
export const tapsIn = (page: Page) => page.evaluate(() => (Reflect.get(window, 'taps') as unknown[]).splice(0));

/** Simulates that the browser shows or hides the tab, as when another app covers it. */
export const setVisibility = (page: Page, visibility: DocumentVisibilityState) =>
  page.evaluate((visibility) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibility });
    document.dispatchEvent(new Event('visibilitychange'));
  }, visibility);
