import { CacheProvider } from '@emotion/react';
import { type ReactNode, useDeferredValue, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { cdp, type Locator, page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react/pure';
import { createStyleCache } from '#views/cache';
import { GlobalStyle } from '#views/GlobalStyle';

const cache = createStyleCache();

/** Tells when all is there, also what React defers so that it is read out. */
function Settled({ tell }: { tell: () => void }) {
  const settled = useDeferredValue(true, false);
  useEffect(() => {
    if (settled) tell();
  }, [settled, tell]);
  return null;
}

/**
 * Shows `content` with the styles that it has on the page. The visitor sits at a desk and wants less motion, which
 * would only cost time.
 */
export async function show(content: ReactNode) {
  // To ask the browser for what is so already takes longer than to look.
  if (innerWidth !== 1000 || innerHeight !== 700) await page.viewport(1000, 700);
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches)
    await cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value: 'reduce' }] });
  await cleanup();
  let tell = () => {};
  const settled = new Promise<void>((yes) => {
    tell = yes;
  });
  const shown = await render(
    <CacheProvider value={cache}>
      <GlobalStyle />
      {content}
      <Settled tell={tell} />
    </CacheProvider>,
  );
  await settled;
  return { ...shown, rerender: (other: ReactNode) => flushSync(() => shown.rerender(other)) };
}

export interface Point {
  x: number;
  y: number;
}

/** A point of the window that no dialog covers. */
export const beside: Point = { x: 8, y: 692 };

export function middleOf(element: Element): Point {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

/** Returns the point at which `element` can be pressed. Fails if it is covered there. */
function reach(element: Element) {
  const point = middleOf(element);
  const hit = document.elementFromPoint(point.x, point.y);
  if (!element.contains(hit)) throw new Error(`${element.outerHTML} is covered by ${hit?.outerHTML ?? 'nothing'}.`);
  return point;
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
export const click = (locator: Locator) => press(reach(locator.element()));

/**
 * Presses the one of `elements` that is shown, without asking the browser for a mouse: for walks, which have many steps.
 * It has the focus then, and nothing may cover it either.
 */
export function tap(elements: readonly Element[]) {
  const element = elements.find((one) => one.checkVisibility());
  if (!(element instanceof HTMLElement)) throw new Error('There is nothing to press.');
  reach(element);
  element.focus({ preventScroll: true });
  element.click();
}

/** Returns the news that a live region reads out. */
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
    // Does the same as a locator's `fill`, without a request to the browser from outside.
    document.execCommand(text ? 'insertText' : 'delete', false, text);
  };
  // To write what stands there already, one has to slip and correct it.
  if (input.value === text) over(`${text}x`);
  over(text);
}
