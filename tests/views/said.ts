import { expect } from 'vitest';
import { waitUnlessCrashed } from './crash';

/** Returns the texts of all live regions in `root` that screen readers can reach. */
export const listLiveTexts = (root: ParentNode | null) =>
  [...(root?.querySelectorAll('[role=status], [role=alert], [role=log], output') ?? [])]
    .filter((region) => region.checkVisibility() && !region.matches('[aria-live=off]'))
    .map(({ textContent }) => textContent)
    .filter(Boolean)
    .join(' ');

/** Returns the focused title and the texts of the live regions in the open dialog, or in the page without one. */
export function readAnnouncements() {
  const { activeElement: focus } = document;
  const heading = focus?.matches('h2') ? focus.textContent : '';
  return `${heading} ${listLiveTexts(document.querySelector('dialog:modal') ?? document)}`;
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Checks that the text that `region` returns becomes `due`. White space makes no difference. */
export async function expectAnnouncement(due: string, region: () => string, wait: { timeout?: number } = {}) {
  await waitUnlessCrashed(() => expect.poll(() => plain(region()), { interval: 5, ...wait }).toBe(plain(due)));
}

/**
 * Returns a function that lists what screen readers announce in an open dialog: the last focused title, and live
 * regions.
 */
export function createScreenReader(dialog: () => Element | null) {
  let title: string | null = '';
  return () => {
    if (!dialog()?.matches('[open]')) return '';
    const { activeElement } = document;
    if (activeElement?.matches('h2')) title = activeElement.textContent;
    // Finds the separate texts of each live region, so that spaces can join them.
    const whole = ':is(h3, p, span)';
    const parts =
      dialog()?.querySelectorAll(
        `[role=status]:not(:has(p, span)), [role=status] ${whole}:not([role=status] ${whole} *)`,
      ) ?? [];
    const words = [...parts].map(({ textContent }) => textContent);
    return [title, ...words].join(' ');
  };
}
