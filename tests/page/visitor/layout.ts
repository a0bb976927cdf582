import type { Page } from '@playwright/test';
import { expect } from 'vitest';

/** Runs in the page: lists parts of dialogs and alerts that are cut off or overflow. */
export const findCutElements = () => {
  const scrolls = (element: Element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowY);
  const isScrolled = (element: Element | null, part: Element): boolean =>
    element !== null && (scrolls(element) || (element !== part && isScrolled(element.parentElement, part)));
  const shown = [...document.querySelectorAll<HTMLElement>('dialog[open], [role=alert]:not(dialog *)')];
  return shown.flatMap((part) => {
    const frame = part.getBoundingClientRect();
    if (!frame.width || !part.checkVisibility()) return [];
    const names: string[] = [];
    if (frame.left < 0 || frame.right > innerWidth || frame.top < 0 || frame.bottom > innerHeight)
      names.push(part.tagName);
    for (const element of part.querySelectorAll<HTMLElement>('*')) {
      const { left, right, top, bottom, width } = element.getBoundingClientRect();
      // Skips elements for screen readers, and the names in lists (`li bdi`), which may be cut off.
      if (width <= 1 || element.closest('span')?.clientWidth === 1 || element.closest('li bdi')) continue;
      const out = left < frame.left - 1 || right > frame.right + 1 || top < frame.top - 1 || bottom > frame.bottom + 1;
      const cut =
        getComputedStyle(element).overflow !== 'visible' &&
        !scrolls(element) &&
        (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1);
      if ((out && !isScrolled(element.parentElement, part)) || (cut && element.clientWidth > 0))
        names.push(`${element.tagName} ${element.textContent}`);
    }
    return names;
  });
};

/** Runs in the page: returns by how many px the wallet dialog is higher than its limit in rem. */
export const measureDialogExcess = () => {
  const dialog = document.querySelector('#wallet[open]');
  if (!dialog?.checkVisibility()) return 0;
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const most = rem * (matchMedia('(min-width: 48rem)').matches ? 31.5 : 29.25);
  return Math.max(0, dialog.getBoundingClientRect().height - most);
};

/** Runs in the page: applies the text spacing of WCAG 1.4.12 if `isSpaced`. Returns the texts that are cut off then. */
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
    // Skips text for screen readers, which is 1 px wide, and decoration.
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

/** Runs in the page: returns the pressed, current, chosen or disabled elements that look as if they were not. */
export const findUnmarkedChoices = () => {
  const edges = ['top', 'right', 'bottom', 'left'].flatMap((side) => [`border-${side}-width`, `border-${side}-color`]);
  const properties = ['color', 'background-color', 'outline-style', 'outline-width', 'text-decoration-line', ...edges];
  const lookOf = (element: Element) =>
    [null, '::before', '::after']
      .map((part) => {
        const style = getComputedStyle(element, part);
        return properties.map((name) => style.getPropertyValue(name)).join(' ');
      })
      .join();
  const nameOf = (element: Element) => `${element.localName} ${element.textContent?.trim().slice(0, 40)}`;
  const isSeen = (element: Element) => element.checkVisibility() && !element.closest('svg');
  const marks = { 'aria-pressed': 'true', 'aria-selected': 'true', 'aria-checked': 'true', 'aria-current': null };
  const chosen = Object.entries(marks).flatMap(([name, value]) =>
    [...document.querySelectorAll(value ? `[${name}=${value}]` : `[${name}]`)].filter(isSeen).filter((element) => {
      const marked = lookOf(element);
      const before = element.getAttribute(name)!;
      element.setAttribute(name, 'false');
      if (!value) element.removeAttribute(name);
      const same = lookOf(element) === marked;
      element.setAttribute(name, before);
      return same;
    }),
  );
  const disabled = [...document.querySelectorAll('[aria-disabled=true], :disabled')]
    .filter(isSeen)
    .filter((element) => {
      const peers = [...document.querySelectorAll(element.localName)].filter(
        (one) => isSeen(one) && one.className === element.className && !one.matches('[aria-disabled=true], :disabled'),
      );
      return peers.some((one) => lookOf(one) === lookOf(element));
    });
  return [...chosen, ...disabled].map(nameOf);
};

/** Checks that forced colours show which elements are pressed, current, chosen or disabled. */
export async function expectStatesDistinct(page: Page, name: string) {
  await page.emulateMedia({ forcedColors: 'active' });
  const found = await page.evaluate(findUnmarkedChoices);
  await page.emulateMedia({ forcedColors: 'none' });
  expect(found, `${name}: looks like the others with forced colours`).toEqual([]);
}
