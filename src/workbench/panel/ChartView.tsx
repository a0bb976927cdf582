import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ChartDepth, Layout } from '../charts/boxes';
import { drawChart } from '../charts/draw';
import type { Fault } from '../charts/faults';
import { markActive, markFound, markPointed, markTransitions } from './highlights';
import { describeFailure, type LoadLayout } from './layouts';
import { makeSvg } from './makeSvg';
import { markFaults, markUntaken } from './marks';
import { moveChart } from './moveChart';
import { moveInChart } from './moveInList';

/** The distance in px between a followed state and the edge of the frame. */
const MARGIN = 120;

/** Returns the scroll offset that makes the range from `start` to `end` visible. */
function shiftFor(start: number, end: number, from: number, to: number) {
  const margin = Math.max(0, Math.min(MARGIN, (to - from - (end - start)) / 2));
  const before = start - from - margin;
  return before < 0 ? before : Math.max(0, Math.min(before, end - to + margin));
}

/** Scrolls `frame` alone, and as little as needed for `part` to be in sight. */
function follow(frame: HTMLElement, part: Element) {
  const [outer, inner] = [frame.getBoundingClientRect(), part.getBoundingClientRect()];
  frame.scrollLeft += shiftFor(inner.left, inner.right, outer.left, outer.right);
  frame.scrollTop += shiftFor(inner.top, inner.bottom, outer.top, outer.bottom);
}

/** Scrolls `frame` to the innermost active state of its drawing. */
function followLit(frame: HTMLElement, svg: SVGElement) {
  const leaf = [...svg.querySelectorAll('.lit')].at(-1);
  if (leaf) follow(frame, leaf);
}

/** The sizes between which a chart is fitted to the width of its frame: text is never smaller than 12 px. */
const READABLE = { least: 1, most: 1.2 };
/** The smallest and the largest size that the user may choose. */
const CHOSEN = { least: 0.2, most: 2.5 };

function scaleOf(zoom: ChartViewProps['zoom'], { width, height }: Layout, frame: HTMLElement) {
  const padding = getComputedStyle(frame);
  const room = (size: number, ...sides: string[]) => sides.reduce((left, side) => left - Number.parseFloat(side), size);
  const wide = room(frame.clientWidth, padding.paddingLeft, padding.paddingRight) / width;
  const high = room(frame.clientHeight, padding.paddingTop, padding.paddingBottom) / height;
  if (zoom === 'fit') return Math.min(wide, high, 1);
  if (zoom === 'readable') return Math.min(READABLE.most, Math.max(READABLE.least, wide));
  return zoom;
}

function resizeTo(svg: SVGElement, { width, height }: Layout, scale: number) {
  svg.setAttribute('width', String(width * scale));
  svg.setAttribute('height', String(height * scale));
}

/** Scrolls only `frame`, so that `part` is in its middle. */
function showIn(frame: HTMLElement, part: Element) {
  const [outer, inner] = [frame.getBoundingClientRect(), part.getBoundingClientRect()];
  frame.scrollLeft += inner.x + inner.width / 2 - (outer.x + outer.width / 2);
  frame.scrollTop += inner.y + inner.height / 2 - (outer.y + outer.height / 2);
}

export interface ChartViewProps {
  name: string;
  load: LoadLayout;
  /** Returns a simple layout at once, in place of one that takes long or fails. */
  loadPlainly?: (depth: ChartDepth) => Layout;
  active: readonly string[];
  /** The transitions that were taken last, by their index in the chart. */
  taken: readonly number[];
  /** The transitions whose guards refused the last event. */
  refused: readonly number[];
  depth: ChartDepth;
  /** 1 is the original size. `fit` shows the whole chart, and `readable` keeps its text readable. */
  zoom: number | 'fit' | 'readable';
  /** Receives the size at which the chart is shown. */
  onScale: (scale: number) => void;
  /** Receives the size that the wheel has chosen. */
  onZoom: (zoom: number) => void;
  /** Whether the current state is scrolled into view. */
  isFollowed: boolean;
  /** The searched text. */
  find?: string;
  faults?: readonly Fault[];
  /** The transitions that are marked as not taken, or null for no marks. */
  untaken?: ReadonlySet<number> | null;
}

/** The time in ms after which a chart is shown without arrows while its layout is computed. */
const PATIENCE = 400;

/** The progress of the layout. `stop` cancels it. */
interface Progress {
  says: string;
  stop: (() => void) | null;
}
const NONE: readonly Fault[] = [];
const READY: Progress = { says: '', stop: null };

/** Shows the chart of a machine, with its active states highlighted. */
export function ChartView(props: ChartViewProps) {
  const {
    name,
    load,
    loadPlainly,
    active,
    taken,
    refused,
    depth,
    zoom,
    onScale,
    onZoom,
    isFollowed,
    find = '',
  } = props;
  const { faults = NONE, untaken = null } = props;
  const frame = useRef<HTMLElement>(null);
  const [drawn, setDrawn] = useState<{ svg: SVGElement; layout: Layout }>();
  const [progress, setProgress] = useState<Progress>(READY);

  useEffect(() => {
    const given = new AbortController();
    let wanted = true;
    const show = (layout: Layout) => {
      const document = frame.current?.ownerDocument;
      if (!wanted || !document) return;
      const svg = makeSvg(document, drawChart(layout));
      for (const box of svg.querySelectorAll('[data-state]')) box.setAttribute('tabindex', '-1');
      frame.current!.replaceChildren(svg);
      frame.current!.scrollTo(0, 0);
      setDrawn({ svg, layout });
    };
    const showPlainly = (progress: Progress) => {
      if (!wanted || !loadPlainly) return;
      show(loadPlainly(depth));
      setProgress(progress);
    };
    const stop = () => given.abort();
    const waiting = setTimeout(() => showPlainly({ says: 'The arrows are being drawn…', stop }), PATIENCE);
    load(depth, given.signal)
      .then(
        (layout) => {
          show(layout);
          if (wanted) setProgress(READY);
        },
        (error: unknown) => showPlainly({ says: describeFailure(error), stop: null }),
      )
      .finally(() => clearTimeout(waiting));
    return () => {
      wanted = false;
      clearTimeout(waiting);
      given.abort();
    };
  }, [load, loadPlainly, depth]);

  useLayoutEffect(() => {
    const box = frame.current;
    if (!drawn || !box) return;
    const { svg, layout } = drawn;
    const resize = () => {
      const scale = scaleOf(zoom, layout, box);
      resizeTo(svg, layout, scale);
      onScale(scale);
      if (isFollowed) followLit(box, svg);
    };
    resize();
    const watcher = new ResizeObserver(resize);
    watcher.observe(box);
    return () => watcher.disconnect();
  }, [drawn, zoom, isFollowed, onScale]);

  useEffect(() => {
    const box = frame.current;
    if (!drawn || !box) return;
    const { svg, layout } = drawn;
    const endMoves = moveChart(box, (factor) => {
      const before = Number(svg.getAttribute('width')) / layout.width;
      const scale = Math.min(CHOSEN.most, Math.max(CHOSEN.least, before * factor));
      resizeTo(svg, layout, scale);
      onZoom(scale);
      return scale / before;
    });
    const point = ({ target, type }: PointerEvent) =>
      markPointed(svg, layout, type === 'pointerleave' ? null : (target as Element));
    svg.addEventListener('pointerover', point);
    svg.addEventListener('pointerleave', point);
    return endMoves;
  }, [drawn, onZoom]);

  const key = [...active, '|', ...taken, '|', ...refused].join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the three lists
  useLayoutEffect(() => {
    if (!drawn) return;
    markActive(drawn.svg, new Set(active));
    markTransitions(drawn.svg, drawn.layout, 'taken', taken);
    markTransitions(drawn.svg, drawn.layout, 'refused', refused);
    if (isFollowed && frame.current) followLit(frame.current, drawn.svg);
  }, [drawn, key, isFollowed]);

  useLayoutEffect(() => {
    if (drawn) markFaults(drawn.svg, drawn.layout, faults);
  }, [drawn, faults]);
  useLayoutEffect(() => {
    if (drawn) markUntaken(drawn.svg, drawn.layout, untaken);
  }, [drawn, untaken]);

  useLayoutEffect(() => {
    if (!drawn) return;
    const first = markFound(drawn.svg, find);
    if (first && frame.current) showIn(frame.current, first);
  }, [drawn, find]);

  return (
    <>
      {progress.says && (
        <p className="progress" role="status">
          {progress.says}{' '}
          {progress.stop && (
            <button type="button" onClick={progress.stop}>
              Stop
            </button>
          )}
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and Enter goes to the current state */}
      <section className="canvas" ref={frame} tabIndex={0} aria-label={`Chart of ${name}`} onKeyDown={moveInChart} />
    </>
  );
}
