import type { Layout } from '../charts/boxes';
import type { StructureFault } from '../charts/faults';
import { makeSvg } from './makeSvg';

/** Marks the transitions with the indexes `untaken`. A line is marked if all its transitions are. Null marks none. */
export function markUntakenTransitions(svg: SVGElement, { edges }: Layout, untaken: ReadonlySet<number> | null) {
  for (const marked of svg.querySelectorAll('.untaken')) marked.classList.remove('untaken');
  if (!untaken) return;
  for (const part of svg.querySelectorAll<SVGElement>('[data-t]'))
    if (untaken.has(Number(part.dataset.t))) part.classList.add('untaken');
  for (const { id, label } of edges)
    if (label?.lines.length && label.lines.every(({ index }) => untaken.has(index)))
      for (const line of svg.querySelectorAll(`[data-edge="${CSS.escape(id)}"]`)) line.classList.add('untaken');
}

/** Draws a badge at each state with a fault. Its tooltip describes the faults. */
export function markFaults(svg: SVGElement, layout: Layout, faults: readonly StructureFault[]) {
  for (const badge of svg.querySelectorAll('.fault-badge')) badge.remove();
  const drawn = new Set(layout.boxes.map(({ id }) => id));
  for (const { id, x, y, width } of layout.boxes) {
    // The outline of a chart draws only top-level states. A fault of an inner state is marked at the one that is drawn.
    const own = faults.filter(({ around }) => around.find((state) => drawn.has(state)) === id);
    if (!own.length) continue;
    const [cx, cy] = [x + width - 2, y + 2];
    const title = { tag: 'title', attributes: {}, children: [own.map(({ says }) => says).join(' ')] };
    const dot = { tag: 'circle', attributes: { cx, cy, r: 8 }, children: [] };
    const sign = { tag: 'path', attributes: { d: `M${cx} ${cy - 4.5}v5m0 3.5v.1` }, children: [] };
    const badge = { tag: 'g', attributes: { class: 'fault-badge' }, children: [title, dot, sign] };
    svg.append(makeSvg(svg.ownerDocument, badge));
  }
}
