import { useSelector } from '@xstate/react';
import type { ComponentProps, ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { cdp, type Locator, page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react/pure';
import type { AnyActorRef } from 'xstate';
import { Dialog } from '#views/Dialog';
import { DialogColours } from '#views/wallet/tokens';
import { addPageStyles } from '../../src/tools/gallery/pageStyles';
import type { PhraseKey } from '../../src/views/phrase';
import { createGate } from '../support/gate';
import { wordsAt } from '../support/words';
import { CrashBoundary, takeCrash } from './crash';
import { RenderNotifier } from './settled';

addPageStyles();

/** A small picture as a data: URL. */
export const dotImage =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><circle cx='4' cy='4' r='4'/></svg>";

/** Renders `content` with the styles of page and dialogs, on desktop and with reduced motion, which saves time. */
export async function showView(content: ReactNode) {
  // Reading the current settings is faster than setting them again.
  if (innerWidth !== 1000 || innerHeight !== 700) await page.viewport(1000, 700);
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches)
    await cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value: 'reduce' }] });
  await cleanup();
  const [tell, settled] = createGate();
  const frame = (content: ReactNode) => (
    <>
      <DialogColours />
      <CrashBoundary>{content}</CrashBoundary>
      <RenderNotifier tell={tell} />
    </>
  );
  const { container, rerender } = await render(frame(content));
  await settled;
  const crash = takeCrash();
  if (crash) throw crash;
  return { container, rerender: (other: ReactNode) => flushSync(() => rerender(frame(other))) };
}

interface FramedProps {
  actor: AnyActorRef;
  form: ComponentProps<typeof Dialog>['form'];
  close: string;
  children: ReactNode;
}

function FramedDialog({ actor, form, close, children }: FramedProps) {
  const open = useSelector(actor, ({ status }) => status === 'active');
  const closing = () => actor.send({ type: close });
  return (
    <Dialog id="wallet" form={form} open={open} onOpen={() => {}} onClose={closing}>
      {children}
    </Dialog>
  );
}

/** Renders `content` in the wallet dialog, which is open while `actor` runs, and sends `close` when it is closed. */
export const showDialog = (actor: AnyActorRef, form: FramedProps['form'], content: ReactNode, close = 'close') =>
  showView(
    <FramedDialog actor={actor} form={form} close={close}>
      {content}
    </FramedDialog>,
  );

/** Returns locators of the dialog whose title is the phrase `key`, and of its parts. */
export function locateDialog(key: PhraseKey) {
  const named = { name: (wordsAt as (key: PhraseKey) => string)(key), exact: true };
  const dialog = page.getByRole('dialog', named);
  return {
    dialog,
    title: dialog.getByRole('heading', named),
    status: dialog.getByRole('status').last(),
    button: (name: string | RegExp) => dialog.getByRole('button', { name, exact: typeof name === 'string' }),
    /** Whether the visitor sees the end of `element` without scrolling. */
    shows: (element: Element) =>
      element.getBoundingClientRect().bottom <= dialog.element().getBoundingClientRect().bottom,
    /** Whether the content of the dialog is wider than the dialog. */
    overflows: () => dialog.element().scrollWidth > dialog.element().clientWidth,
  };
}

/** Focuses the element of a locator at once. Throws if there is none, instead of waiting for it. */
export const focusLocator = (locator: Locator) => (locator.element() as HTMLElement).focus();

export const readFocusedText = () => document.activeElement?.textContent;

/** Returns the top and the height of each element, in whole px. */
export const measurePlaces = (elements: Iterable<Element>) =>
  Array.from(elements, (element) => {
    const { top, height } = element.getBoundingClientRect();
    return [Math.round(top), Math.round(height)];
  });

/** A point of the window, in px. */
export interface Point {
  x: number;
  y: number;
}

/** A point of the window that no dialog covers. */
export const outsidePoint: Point = { x: 8, y: 692 };

/** Returns the middle of an element in the window. */
export function findMiddle(element: Element): Point {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

/** Returns the point at which `element` can be pressed. Fails if something covers it. */
function reach(element: Element) {
  const point = findMiddle(element);
  const hit = document.elementFromPoint(point.x, point.y);
  if (!element.contains(hit)) throw new Error(`${element.outerHTML} is covered by ${hit?.outerHTML ?? 'nothing'}.`);
  return point;
}

/** Presses the mouse at one point of the window, and releases it at another. */
export async function press(from: Point, to = from) {
  // Tests run in a frame, which may be scaled. The mouse uses coordinates of the page around it.
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

/** Clicks an element without Vitest's wait for the end of animations, because no animations run. */
export const click = (locator: Locator) => press(reach(locator.element()));

/**
 * Focuses and presses the visible one of `elements` by script, which is faster than the mouse. Nothing may cover it.
 * Links do not navigate.
 */
export function tap(elements: readonly Element[]) {
  const element = elements.find((one) => one.checkVisibility());
  if (!(element instanceof HTMLElement)) throw new Error('There is nothing to press.');
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  reach(element);
  element.focus({ preventScroll: true });
  element.addEventListener('click', (event) => event.preventDefault(), { once: true });
  element.click();
}

/** Returns a function that calls the next one of `ways` each time, and begins again after the last. */
export function takeTurns<T>(...ways: (() => T)[]) {
  let turn = 0;
  return () => ways[turn++ % ways.length]!();
}

/** Collects the texts that a screen reader would announce from a live region. */
export function collectAnnouncements(region: Locator) {
  const said: string[] = [];
  const listening = new MutationObserver((news) => {
    for (const { type, target, addedNodes } of news)
      for (const { textContent } of type === 'characterData' ? [target] : addedNodes)
        if (textContent) said.push(textContent);
  });
  listening.observe(region.element(), { subtree: true, childList: true, characterData: true });
  return () => said.splice(0);
}

/** Replaces the text of a field at once, as pasting does. */
export function write(field: Locator, text: string) {
  const input = field.element() as HTMLInputElement;
  const over = (text: string) => {
    input.focus();
    input.select();
    // Does what a locator's `fill` does, but without a request to the browser.
    document.execCommand(text ? 'insertText' : 'delete', false, text);
  };
  // React ignores an unchanged value, so another one is written first.
  if (input.value === text) over(`${text}x`);
  over(text);
}
