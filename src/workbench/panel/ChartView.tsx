import { useEffect, useRef, useState } from 'react';
import type { AnyStateMachine } from 'xstate';
import { chartOf } from '../chart/chart';
import { drawChart, makeSvg } from '../chart/draw';
import { type Depth, type Layout, layOut } from '../chart/layout';

/** Cache of pure values: a machine is laid out once for each depth. */
const layouts = new WeakMap<object, Map<Depth, Promise<Layout>>>();

function layoutOf(machine: AnyStateMachine, depth: Depth) {
  const known = layouts.get(machine.config) ?? new Map<Depth, Promise<Layout>>();
  layouts.set(machine.config, known);
  const layout = known.get(depth) ?? layOut(chartOf(machine), depth);
  known.set(depth, layout);
  return layout;
}

/** Marks the current path and the last transition in a drawing. */
function light(svg: SVGElement, layout: Layout, active: ReadonlySet<string>, taken: readonly number[]) {
  for (const lit of svg.querySelectorAll('.lit, .taken')) lit.classList.remove('lit', 'taken');
  for (const box of svg.querySelectorAll<SVGElement>('[data-state]')) {
    const isLit = active.has(box.dataset.state!);
    box.classList.toggle('lit', isLit);
    if (isLit) box.setAttribute('aria-current', 'true');
    else box.removeAttribute('aria-current');
  }
  for (const index of taken)
    for (const mark of svg.querySelectorAll(`[data-t="${index}"]`)) mark.classList.add('taken');
  for (const { id, label } of layout.edges)
    if (label?.lines.some(({ index }) => taken.includes(index)))
      for (const part of svg.querySelectorAll(`[data-edge="${CSS.escape(id)}"]`)) part.classList.add('taken');
}

/** Scrolls `frame` alone, so that `part` stands in its middle. */
function showIn(frame: HTMLElement, part: Element) {
  const [outer, inner] = [frame.getBoundingClientRect(), part.getBoundingClientRect()];
  frame.scrollLeft += inner.x + inner.width / 2 - (outer.x + outer.width / 2);
  frame.scrollTop += inner.y + inner.height / 2 - (outer.y + outer.height / 2);
}

interface Props {
  machine: AnyStateMachine;
  /** The ids of the states that are active. */
  active: readonly string[];
  /** The transitions that were taken last, by their index in the chart. */
  taken: readonly number[];
  depth: Depth;
  /** 1 is the size at which the chart is drawn; `fit` shows all of it. */
  zoom: number | 'fit';
  /** Whether the current state is scrolled into view. */
  follow: boolean;
}

/** Shows the chart of a machine with its current path lit. */
export function ChartView({ machine, active, taken, depth, zoom, follow }: Props) {
  const frame = useRef<HTMLElement>(null);
  const [drawn, setDrawn] = useState<{ svg: SVGElement; layout: Layout }>();

  useEffect(() => {
    let wanted = true;
    layoutOf(machine, depth).then((layout) => {
      const document = frame.current?.ownerDocument;
      if (!wanted || !document) return;
      const svg = makeSvg(document, drawChart(layout));
      for (const box of svg.querySelectorAll('[data-state]')) box.setAttribute('tabindex', '0');
      frame.current!.replaceChildren(svg);
      setDrawn({ svg, layout });
    });
    return () => {
      wanted = false;
    };
  }, [machine, depth]);

  useEffect(() => {
    if (!drawn || !frame.current) return;
    const { clientWidth, clientHeight } = frame.current;
    const { width, height } = drawn.layout;
    const scale = zoom === 'fit' ? Math.min(clientWidth / width, clientHeight / height, 1) : zoom;
    drawn.svg.setAttribute('width', String(width * scale));
    drawn.svg.setAttribute('height', String(height * scale));
  }, [drawn, zoom]);

  const key = [...active, '|', ...taken].join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the two lists
  useEffect(() => {
    if (!drawn) return;
    light(drawn.svg, drawn.layout, new Set(active), taken);
    const leaf = [...drawn.svg.querySelectorAll('.lit')].at(-1);
    if (follow && leaf && frame.current) showIn(frame.current, leaf);
  }, [drawn, key, follow, zoom]);

  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
  return <section className="canvas" ref={frame} tabIndex={0} aria-label={`Chart of ${machine.id}`} />;
}
