import type { Page } from '@playwright/test';
import { expect } from 'vitest';

/**
 * In the page: lists what is pressed, current or chosen, and looks the same without that. It also lists what is
 * disabled, and looks like an enabled neighbour of its kind.
 */
const findLookalikes = () => {
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

/** Checks that with forced colours nothing pressed, current, chosen or disabled looks like the others. */
export async function expectToldApart(page: Page, name: string) {
  await page.emulateMedia({ forcedColors: 'active' });
  const found = await page.evaluate(findLookalikes);
  await page.emulateMedia({ forcedColors: 'none' });
  expect(found, `${name}: looks like the others with forced colours`).toEqual([]);
}
