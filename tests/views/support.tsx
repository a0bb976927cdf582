import { CacheProvider } from '@emotion/react';
import type { ReactNode } from 'react';
import { cdp, type Locator, page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createStyleCache } from '#views/cache';
import { GlobalStyle } from '#views/GlobalStyle';

const cache = createStyleCache();

/** Shows `content` with the styles that it has on the page, to a visitor at a desk who asked for less motion, which would only cost time. */
export async function show(content: ReactNode) {
  await page.viewport(1000, 700);
  await cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value: 'reduce' }] });
  return render(
    <CacheProvider value={cache}>
      <GlobalStyle />
      {content}
    </CacheProvider>,
  );
}

export interface Point {
  x: number;
  y: number;
}

/** A point of the window that no dialog covers. */
export const beside: Point = { x: 8, y: 692 };

export function middleOf(locator: Locator): Point {
  const { x, y, width, height } = locator.element().getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

/** Presses the mouse at one point of the window and lets it go at another, whatever lies there. */
export async function press(from: Point, to = from) {
  // The tests run in a frame, maybe a scaled one, of the page that the mouse is on.
  const { left, top, width } = window.frameElement!.getBoundingClientRect();
  const scale = width / innerWidth;
  const mouse = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', { x, y }: Point) =>
    cdp().send('Input.dispatchMouseEvent', {
      type,
      x: left + x * scale,
      y: top + y * scale,
      button: 'left',
      clickCount: 1,
    });
  await Promise.all([mouse('mousePressed', from), mouse('mouseMoved', to), mouse('mouseReleased', to)]);
}

/** Clicks what `locator` finds. Its own `click` first waits until nothing moves, and here nothing does. */
export async function click(locator: Locator) {
  const point = middleOf(locator);
  const hit = document.elementFromPoint(point.x, point.y);
  if (!locator.element().contains(hit)) throw new Error(`${locator} is covered by ${hit?.outerHTML ?? 'nothing'}.`);
  await press(point);
}

/** What a live region says that reads out what is new in it, and nothing else. */
export function heard(region: Locator) {
  const said: string[] = [];
  const listening = new MutationObserver((news) => {
    for (const { type, target, addedNodes } of news)
      for (const { textContent } of type === 'characterData' ? [target] : addedNodes)
        if (textContent) said.push(textContent);
  });
  listening.observe(region.element(), { subtree: true, childList: true, characterData: true });
  return () => said.splice(0);
}

/** Writes `text` over what is in the field, in one go, as from the clipboard. */
export function write(field: Locator, text: string) {
  const input = field.element() as HTMLInputElement;
  const over = (text: string) => {
    input.focus();
    input.select();
    // What `fill` of a locator comes to, without asking the browser from outside.
    document.execCommand(text ? 'insertText' : 'delete', false, text);
  };
  // To write what stands there already, one has to slip and correct it.
  if (input.value === text) over(`${text}x`);
  over(text);
}
