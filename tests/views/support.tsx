import { CacheProvider } from '@emotion/react';
import type { ReactNode } from 'react';
import { cdp, type Locator, page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createStyleCache } from '#views/cache';
import { GlobalStyle } from '#views/GlobalStyle';

const cache = createStyleCache();

/** `content` with the styles that it has on the page. */
export const styled = (content: ReactNode) => (
  <CacheProvider value={cache}>
    <GlobalStyle />
    {content}
  </CacheProvider>
);

/** Seats the visitor at a desk. They asked for less motion, which would only cost time. */
export async function seat() {
  await page.viewport(1000, 700);
  await cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value: 'reduce' }] });
}

export async function show(content: ReactNode) {
  await seat();
  return render(styled(content));
}

export interface Point {
  x: number;
  y: number;
}

/** A point of the window that no dialog covers. */
export const beside: Point = { x: 8, y: 692 };

/** The middle of what `locator` finds, if the mouse can get at it. */
export function middleOf(locator: Locator): Point {
  const element = locator.element();
  const { x, y, width, height } = element.getBoundingClientRect();
  const point = { x: x + width / 2, y: y + height / 2 };
  const hit = document.elementFromPoint(point.x, point.y);
  if (!element.contains(hit)) throw new Error(`${element.outerHTML} is covered by ${hit?.outerHTML ?? 'nothing'}`);
  return point;
}

/**
 * Presses the mouse at one point of the window and lets it go at another, whatever lies there; a click if
 * both are the same. `click` of a locator also waits until nothing moves, which here nothing does.
 */
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
