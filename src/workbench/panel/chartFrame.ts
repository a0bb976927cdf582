import type { Layout } from '../charts/boxes';

/** The minimum distance in px between the active state and the edge of the frame after scrolling. */
const MARGIN = 120;

/** Returns how far to scroll, in px, so that `start` to `end` lies between the frame's edges `from` and `to`. */
function shiftFor(start: number, end: number, from: number, to: number) {
  const margin = Math.max(0, Math.min(MARGIN, (to - from - (end - start)) / 2));
  const before = start - from - margin;
  return before < 0 ? before : Math.max(0, Math.min(before, end - to + margin));
}

/** Scrolls `frame` as little as needed to show `part`. Unlike `scrollIntoView()`, does not scroll its ancestors. */
function follow(frame: HTMLElement, part: Element) {
  const [outer, inner] = [frame.getBoundingClientRect(), part.getBoundingClientRect()];
  frame.scrollLeft += shiftFor(inner.left, inner.right, outer.left, outer.right);
  frame.scrollTop += shiftFor(inner.top, inner.bottom, outer.top, outer.bottom);
}

/** Scrolls `frame` to the innermost active state of the chart `svg`. */
export function scrollToActiveState(frame: HTMLElement, svg: SVGElement) {
  const leaf = [...svg.querySelectorAll('.lit')].at(-1);
  if (leaf) follow(frame, leaf);
}

/**
 * The scale of a chart: 1 is its original size. `fit` shows the whole chart. `readable` fits its width, within limits
 * that keep its text readable.
 */
export type Zoom = number | 'fit' | 'readable';

/** The limits of the scale for the zoom `readable`. At scale 1, the chart's text has 12 px. */
const READABLE = { least: 1, most: 1.2 };

/** Returns the scale at which `frame` shows a chart of the given size. */
export function scaleOf(zoom: Zoom, { width, height }: Layout, frame: HTMLElement) {
  const padding = getComputedStyle(frame);
  const room = (size: number, ...sides: string[]) => sides.reduce((left, side) => left - Number.parseFloat(side), size);
  const wide = room(frame.clientWidth, padding.paddingLeft, padding.paddingRight) / width;
  const high = room(frame.clientHeight, padding.paddingTop, padding.paddingBottom) / height;
  if (zoom === 'fit') return Math.min(wide, high, 1);
  if (zoom === 'readable') return Math.min(READABLE.most, Math.max(READABLE.least, wide));
  return zoom;
}

/** Resizes a drawn chart to `scale` times its original size. */
export function resizeDrawing(svg: SVGElement, { width, height }: Layout, scale: number) {
  svg.setAttribute('width', String(width * scale));
  svg.setAttribute('height', String(height * scale));
}

/** Scrolls `frame` so that `part` is in its middle. Does not scroll the frame's ancestors. */
export function scrollToMiddle(frame: HTMLElement, part: Element) {
  const [outer, inner] = [frame.getBoundingClientRect(), part.getBoundingClientRect()];
  frame.scrollLeft += inner.x + inner.width / 2 - (outer.x + outer.width / 2);
  frame.scrollTop += inner.y + inner.height / 2 - (outer.y + outer.height / 2);
}
