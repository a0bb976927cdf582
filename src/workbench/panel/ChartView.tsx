import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { drawChart, makeSvg } from '../chart/draw';
import type { Depth, Layout } from '../chart/layout';
import type { LoadLayout } from './layouts';

/** Marks transitions, by their place in the chart, and the lines that stand for them. */
function markTransitions(svg: SVGElement, { edges }: Layout, mark: 'taken' | 'refused', wanted: readonly number[]) {
  for (const marked of svg.querySelectorAll(`.${mark}`)) marked.classList.remove(mark);
  const parts = [
    ...wanted.map((index) => `[data-t="${index}"]`),
    ...edges
      .filter(({ label }) => label?.lines.some(({ index }) => wanted.includes(index)))
      .map(({ id }) => `[data-edge="${CSS.escape(id)}"]`),
  ];
  for (const part of parts) for (const found of svg.querySelectorAll(part)) found.classList.add(mark);
}

/** Marks the current path in a drawing. */
function light(svg: SVGElement, active: ReadonlySet<string>) {
  for (const box of svg.querySelectorAll<SVGElement>('[data-state]')) {
    const isLit = active.has(box.dataset.state!);
    box.classList.toggle('lit', isLit);
    if (isLit) box.setAttribute('aria-current', 'true');
    else box.removeAttribute('aria-current');
  }
}

/** Marks boxes and transitions that say `text`. Returns the first one. */
function markFound(svg: SVGElement, text: string) {
  for (const found of svg.querySelectorAll('.found')) found.classList.remove('found');
  const wanted = text.trim().toLowerCase();
  if (!wanted) return null;
  const says = (element: Element, part: string) =>
    element.querySelector(`:scope > ${part}`)?.textContent?.toLowerCase().includes(wanted);
  const boxes = [...svg.querySelectorAll('[data-state]')].filter(
    (box) => says(box, '.name') || says(box, '.pill-name'),
  );
  const labels = [...svg.querySelectorAll('text.label')].filter((label) => says(label, '.word'));
  for (const found of [...boxes, ...labels]) found.classList.add('found');
  return boxes[0] ?? labels[0] ?? null;
}

/** Scrolls `frame` alone, so that `part` stands in its middle. */
function showIn(frame: HTMLElement, part: Element) {
  const [outer, inner] = [frame.getBoundingClientRect(), part.getBoundingClientRect()];
  frame.scrollLeft += inner.x + inner.width / 2 - (outer.x + outer.width / 2);
  frame.scrollTop += inner.y + inner.height / 2 - (outer.y + outer.height / 2);
}

export interface ChartViewProps {
  /** The name of the machine. */
  name: string;
  load: LoadLayout;
  /** The ids of the states that are active. */
  active: readonly string[];
  /** The transitions that were taken last, by their index in the chart. */
  taken: readonly number[];
  /** The transitions whose guards refused the last event. */
  refused: readonly number[];
  depth: Depth;
  /** 1 is the size at which the chart is drawn; `fit` shows all of it. */
  zoom: number | 'fit';
  /** Whether the current state is scrolled into view. */
  follow: boolean;
  /** The searched text. */
  find?: string;
}

/** Shows the chart of a machine with its current path lit. */
export function ChartView({ name, load, active, taken, refused, depth, zoom, follow, find = '' }: ChartViewProps) {
  const frame = useRef<HTMLElement>(null);
  const [drawn, setDrawn] = useState<{ svg: SVGElement; layout: Layout }>();

  useEffect(() => {
    let wanted = true;
    load(depth).then((layout) => {
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
  }, [load, depth]);

  useLayoutEffect(() => {
    if (!drawn || !frame.current) return;
    const { clientWidth, clientHeight } = frame.current;
    const { width, height } = drawn.layout;
    const scale = zoom === 'fit' ? Math.min(clientWidth / width, clientHeight / height, 1) : zoom;
    drawn.svg.setAttribute('width', String(width * scale));
    drawn.svg.setAttribute('height', String(height * scale));
  }, [drawn, zoom]);

  const key = [...active, '|', ...taken, '|', ...refused].join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the three lists
  useLayoutEffect(() => {
    if (!drawn) return;
    light(drawn.svg, new Set(active));
    markTransitions(drawn.svg, drawn.layout, 'taken', taken);
    markTransitions(drawn.svg, drawn.layout, 'refused', refused);
    const leaf = [...drawn.svg.querySelectorAll('.lit')].at(-1);
    if (follow && leaf && frame.current) showIn(frame.current, leaf);
  }, [drawn, key, follow, zoom]);

  useLayoutEffect(() => {
    if (!drawn) return;
    const first = markFound(drawn.svg, find);
    if (first && frame.current) showIn(frame.current, first);
  }, [drawn, find]);

  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
  return <section className="canvas" ref={frame} tabIndex={0} aria-label={`Chart of ${name}`} />;
}
