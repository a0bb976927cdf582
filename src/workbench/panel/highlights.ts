import type { Layout } from '../charts/boxes';

/** Adds the class `name` to the elements in `found`, and removes it from all others. */
function mark(svg: SVGElement, name: string, found: Iterable<Element>) {
  for (const marked of svg.querySelectorAll(`.${name}`)) marked.classList.remove(name);
  for (const element of found) element.classList.add(name);
}

/** Returns the rows, labels and lines that show the transitions with the indexes `wanted`. */
function partsOf(svg: SVGElement, { edges }: Layout, wanted: readonly number[]) {
  const parts = [
    ...wanted.map((index) => `[data-t="${index}"]`),
    ...edges
      .filter(({ label }) => label?.lines.some(({ index }) => wanted.includes(index)))
      .map(({ id }) => `[data-edge="${CSS.escape(id)}"]`),
  ];
  return parts.flatMap((part) => [...svg.querySelectorAll(part)]);
}

/** Gives the class `name` to the transitions with the indexes `wanted` and their lines, and removes it from others. */
export const markTransitions = (
  svg: SVGElement,
  layout: Layout,
  name: 'taken' | 'refused',
  wanted: readonly number[],
) => mark(svg, name, partsOf(svg, layout, wanted));

/** Marks the transition at `target`, the element under the pointer. At a line, marks all its transitions. */
export function markPointedTransition(svg: SVGElement, layout: Layout, target: Element | null) {
  const told = target?.closest<SVGElement>('[data-t]')?.dataset.t;
  const edge = target?.closest<SVGElement>('[data-edge]')?.dataset.edge;
  const of = layout.edges.find(({ id }) => id === edge)?.label?.lines ?? [];
  const wanted = told === undefined ? of.map(({ index }) => index) : [Number(told)];
  mark(svg, 'pointed', partsOf(svg, layout, wanted));
}

/** Marks the boxes of the active states. */
export function markActiveStates(svg: SVGElement, active: ReadonlySet<string>) {
  for (const box of svg.querySelectorAll<SVGElement>('[data-state]')) {
    const isLit = active.has(box.dataset.state!);
    box.classList.toggle('lit', isLit);
    if (isLit) box.setAttribute('aria-current', 'true');
    else box.removeAttribute('aria-current');
  }
}

/** Marks the states and transitions whose labels contain `text`. Returns the first one, or null. */
export function markSearchMatches(svg: SVGElement, text: string) {
  const wanted = text.trim().toLowerCase();
  const says = (element: Element, part: string) =>
    wanted && element.querySelector(`:scope > ${part}`)?.textContent?.toLowerCase().includes(wanted);
  const boxes = [...svg.querySelectorAll('[data-state]')].filter(
    (box) => says(box, '.name') || says(box, '.pill-name'),
  );
  const labels = [...svg.querySelectorAll('text.label')].filter((label) => says(label, '.word'));
  mark(svg, 'found', [...boxes, ...labels]);
  return boxes[0] ?? labels[0] ?? null;
}
