import type { Page } from '@playwright/test';
import { expect } from 'vitest';

/** In the page: applies the spacing of WCAG 1.4.12, or takes it away. Returns the texts that are cut off. */
export const findCutTexts = (isSpaced: boolean) => {
  const known = Reflect.get(window, 'spacing') as CSSStyleSheet | undefined;
  const sheet = known ?? new CSSStyleSheet();
  Reflect.set(window, 'spacing', sheet);
  sheet.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-block-end: 2em !important }',
  );
  if (!known) document.adoptedStyleSheets.push(sheet);
  sheet.disabled = !isSpaced;
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  const isMore = (size: number, room: number) => size > room + 1;
  const cut = [...modal.querySelectorAll<HTMLElement>('*')].filter((element) => {
    const { clientWidth, clientHeight, scrollWidth, scrollHeight } = element;
    // Text for screen readers has one pixel, and decoration has no text for anyone.
    if (clientWidth <= 1 || !element.checkVisibility() || element.closest('svg, [aria-hidden=true]')) return false;
    const { overflowX, overflowY } = getComputedStyle(element);
    const isInput = element.matches('input:not([type=range])');
    const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
    return (
      ((isInput || hides(overflowX)) && isMore(scrollWidth, clientWidth)) ||
      (hides(overflowY) && isMore(scrollHeight, clientHeight))
    );
  });
  const sideways = isMore(document.documentElement.scrollWidth, document.documentElement.clientWidth);
  const nameOf = (element: Element) =>
    `${element.localName} ${element instanceof HTMLInputElement ? element.value : element.textContent?.trim().slice(0, 40)}`;
  return [...cut.map(nameOf), ...(sideways ? ['the page scrolls sideways'] : [])];
};

/** Checks that more space between letters, words and lines cuts nothing off that was whole (WCAG 1.4.12). */
export async function expectRoomForText(page: Page, name: string) {
  const before = await page.evaluate(findCutTexts, false);
  const spaced = await page.evaluate(findCutTexts, true);
  await page.evaluate(findCutTexts, false);
  expect(
    spaced.filter((one) => !before.includes(one)),
    `${name} is cut off with wide text`,
  ).toEqual([]);
}
