import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ChartDepth, Layout } from '../charts/boxes';
import { drawChart } from '../charts/draw';
import type { StructureFault } from '../charts/faults';
import { resizeDrawing, scaleOf, scrollToActiveState, scrollToMiddle, type Zoom } from './chartFrame';
import { enablePanAndZoom } from './enablePanAndZoom';
import { markActiveStates, markPointedTransition, markSearchMatches, markTransitions } from './highlights';
import { describeLayoutFailure, type LoadLayout } from './layouts';
import { makeSvg } from './makeSvg';
import { markFaults, markUntakenTransitions } from './marks';
import { moveFocusInChart } from './moveFocus';

/** The smallest and the largest scale that the user may choose. */
const CHOSEN = { least: 0.2, most: 2.5 };

export interface ChartViewProps {
  name: string;
  load: LoadLayout;
  /** Returns a layout without arrows at once, for a chart whose full layout takes long or fails. */
  loadPlainly?: (depth: ChartDepth) => Layout;
  active: readonly string[];
  /** The transitions that were taken last, by their index in the chart. */
  taken: readonly number[];
  /** The transitions whose guards refused the last event. */
  refused: readonly number[];
  depth: ChartDepth;
  zoom: Zoom;
  /** Called with the scale at which the chart is shown. */
  onScale: (scale: number) => void;
  /** Called with the scale that the user has chosen by the wheel. */
  onZoom: (zoom: number) => void;
  /** Whether the current state is scrolled into view. */
  isFollowed: boolean;
  /** The text that the user searches. */
  find?: string;
  faults?: readonly StructureFault[];
  /** The transitions that are marked as not taken, or null for no marks. */
  untaken?: ReadonlySet<number> | null;
}

/** The time in ms after which a chart is shown without arrows while its layout is computed. */
const PATIENCE = 300;

/** The progress of the layout, in words. `stop` cancels the layout. */
interface Progress {
  says: string;
  stop: (() => void) | null;
}
const NONE: readonly StructureFault[] = [];
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
        (error: unknown) => showPlainly({ says: describeLayoutFailure(error), stop: null }),
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
      resizeDrawing(svg, layout, scale);
      onScale(scale);
      if (isFollowed) scrollToActiveState(box, svg);
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
    const endMoves = enablePanAndZoom(box, (factor) => {
      const before = Number(svg.getAttribute('width')) / layout.width;
      const scale = Math.min(CHOSEN.most, Math.max(CHOSEN.least, before * factor));
      resizeDrawing(svg, layout, scale);
      onZoom(scale);
      return scale / before;
    });
    const point = ({ target, type }: PointerEvent) =>
      markPointedTransition(svg, layout, type === 'pointerleave' ? null : (target as Element));
    svg.addEventListener('pointerover', point);
    svg.addEventListener('pointerleave', point);
    return endMoves;
  }, [drawn, onZoom]);

  const key = [...active, '|', ...taken, '|', ...refused].join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the three lists
  useLayoutEffect(() => {
    if (!drawn) return;
    markActiveStates(drawn.svg, new Set(active));
    markTransitions(drawn.svg, drawn.layout, 'taken', taken);
    markTransitions(drawn.svg, drawn.layout, 'refused', refused);
    if (isFollowed && frame.current) scrollToActiveState(frame.current, drawn.svg);
  }, [drawn, key, isFollowed]);

  useLayoutEffect(() => {
    if (drawn) markFaults(drawn.svg, drawn.layout, faults);
  }, [drawn, faults]);
  useLayoutEffect(() => {
    if (drawn) markUntakenTransitions(drawn.svg, drawn.layout, untaken);
  }, [drawn, untaken]);

  useLayoutEffect(() => {
    if (!drawn) return;
    const first = markSearchMatches(drawn.svg, find);
    if (first && frame.current) scrollToMiddle(frame.current, first);
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
      <section
        className="canvas"
        ref={frame}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and Enter goes to the current state
        tabIndex={0}
        aria-label={`Chart of ${name}`}
        onKeyDown={moveFocusInChart}
      />
    </>
  );
}
