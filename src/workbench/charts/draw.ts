import type { ChartEdge, LabelLine, Layout, StateBox, TransitionRow } from './boxes';
import { createDrawnElement, type DrawnElement, joinClassNames } from './svg';

/** SVG paths of the small marks beside transitions, centred on the origin. */
const MARKS = {
  again: 'M4 0A4 4 0 1 1 1.2-3.8M1.2-3.8L-1.6-4.9M1.2-3.8L.2-1',
  ignored: 'M-3.2-3.2L3.2 3.2M3.2-3.2L-3.2 3.2',
  down: 'M0-4.5V4.5M-3 1.5L0 4.5L3 1.5',
  up: 'M0 4.5V-4.5M-3-1.5L0-4.5L3-1.5',
  right: 'M-4.5 0H4.5M1.5-3L4.5 0L1.5 3',
  left: 'M4.5 0H-4.5M-1.5-3L-4.5 0L-1.5 3',
};
const OPPOSITE = { down: 'up', up: 'down', left: 'right', right: 'left' } as const;

const mark = (shape: keyof typeof MARKS, x: number, y: number, index?: number) =>
  createDrawnElement('path', {
    class: `mark ${shape}`,
    transform: `translate(${x} ${y})`,
    d: MARKS[shape],
    'data-t': index,
  });

const round = (it: number) => Math.round(it * 10) / 10;

/** Returns the SVG path of a line of horizontal and vertical parts, with rounded corners. */
function pathOf(points: ChartEdge['points'], radius = 7) {
  const [first, ...rest] = points;
  const parts = [`M${first![0]} ${first![1]}`];
  for (const [i, [x, y]] of rest.entries()) {
    const [ax, ay] = points[i]!;
    const next = points[i + 2];
    if (!next) {
      parts.push(`L${x} ${y}`);
      continue;
    }
    const [bx, by] = next;
    const before = Math.hypot(x - ax, y - ay);
    const after = Math.hypot(bx - x, by - y);
    const r = Math.min(radius, before / 2, after / 2);
    if (!r) continue;
    const from = [x - ((x - ax) / before) * r, y - ((y - ay) / before) * r].map(round);
    const to = [x + ((bx - x) / after) * r, y + ((by - y) / after) * r].map(round);
    parts.push(`L${from.join(' ')}Q${x} ${y} ${to.join(' ')}`);
  }
  return parts.join('');
}

/** Returns the SVG path of an arrow's tip at the last of `points`. */
function tipOf(points: ChartEdge['points']) {
  const [ax, ay] = points.at(-2)!;
  const [x, y] = points.at(-1)!;
  const angle = Math.atan2(y - ay, x - ax);
  const corner = (turn: number) =>
    [x - 8.5 * Math.cos(angle + turn), y - 8.5 * Math.sin(angle + turn)].map(round).join(' ');
  return `M${x} ${y}L${corner(0.42)}L${corner(-0.42)}Z`;
}

/** Returns the parts of one line of a label, each as a `tspan` with a class for its colour. */
function spansOf({ via, word, guard, actions }: Pick<LabelLine, 'word' | 'guard' | 'actions'> & { via?: string }) {
  const parts: [string, string][] = [
    ['via', via ? `${via} ·` : ''],
    ['word', word],
    ['guard', guard],
    ['actions', actions],
  ];
  const written = parts.filter(([, text]) => text);
  return written.map(([name, text], i) => createDrawnElement('tspan', { class: name, dx: i ? 5 : undefined }, text));
}

function drawRow(row: TransitionRow, x: number, y: number) {
  const indent = row.kind === 'leads' ? 0 : 18;
  return createDrawnElement(
    'g',
    { class: joinClassNames('row', row.kind), 'data-t': row.index },
    createDrawnElement('rect', { class: 'hit', x: x - 6, y: y + 1, width: row.width + 12, height: 18, rx: 5 }),
    row.kind !== 'leads' && mark(row.kind, x + 5.5, y + 10),
    createDrawnElement(
      'text',
      { class: 'label', x: x + indent, y: y + 14 },
      ...spansOf(row),
      row.to !== '' && createDrawnElement('tspan', { class: 'to', dx: 6 }, `› ${row.to}`),
    ),
  );
}

/** Returns the accessible name of a box. */
const nameOf = ({ label, tags, description }: StateBox) =>
  `${label}${tags.length ? ` (${tags.join(', ')})` : ''}${description ? `: ${description}` : ''}`;

function drawBox(box: StateBox): DrawnElement {
  const { x, y, width, height, kind, label } = box;
  if (kind === 'start') return createDrawnElement('circle', { class: 'start', cx: x + 6, cy: y + 6, r: 5 });
  const name = joinClassNames(
    'box',
    kind,
    box.final && 'final',
    box.region && 'region',
    `depth${Math.min(box.depth, 4)}`,
  );
  const attributes = { class: name, 'data-state': box.id, role: 'img', 'aria-label': nameOf(box) };
  const frame = (gap: number, className: string, rx: number) =>
    createDrawnElement('rect', {
      class: className,
      x: x + gap,
      y: y + gap,
      width: width - 2 * gap,
      height: height - 2 * gap,
      rx,
    });
  const title = createDrawnElement('title', {}, nameOf(box));
  if (kind === 'transient') {
    const text = createDrawnElement(
      'text',
      { class: 'pill-name', x: x + width / 2, y: y + 17.5, 'text-anchor': 'middle' },
      label,
    );
    return createDrawnElement('g', attributes, title, frame(0, 'frame', height / 2), text);
  }
  const left = x + 12;
  const middle = y + (kind === 'group' ? 19 : height / 2);
  let top = y + 29;
  const notes = box.notes.map(([what, text]) => {
    top += 17;
    return createDrawnElement(
      'text',
      { class: 'note', x: left, y: top - 4.5 },
      createDrawnElement('tspan', { class: 'kind' }, `${what} `),
      text,
    );
  });
  const rows = box.rows.map((row) => drawRow(row, left + row.x, top + 9 + row.y));
  return createDrawnElement(
    'g',
    attributes,
    title,
    frame(0, 'frame', kind === 'group' ? 14 : 10),
    box.inbound && createDrawnElement('path', { class: 'inbound', d: `M${x - 9} ${middle - 4.5}l7 4.5l-7 4.5z` }),
    box.final && frame(3, 'inner', 7),
    createDrawnElement(
      'text',
      { class: 'name', x: left, y: y + 23.5 },
      label,
      ...box.tags.map((tag) => createDrawnElement('tspan', { class: 'tag', dx: 8 }, tag)),
    ),
    ...notes,
    rows.length > 0 && createDrawnElement('path', { class: 'rule', d: `M${x} ${top + 5}H${x + width}` }),
    box.caption > 0 && createDrawnElement('text', { class: 'caption', x: left, y: top + 23 }, 'anywhere'),
    ...rows,
    kind === 'group' && createDrawnElement('path', { class: 'rule', d: `M${x} ${y + box.head}H${x + width}` }),
  );
}

const drawEdge = ({ id, points, both, depth }: ChartEdge) =>
  createDrawnElement(
    'g',
    { class: joinClassNames('edge', `depth${Math.min(depth, 4)}`), 'data-edge': id },
    createDrawnElement('path', { class: 'halo', d: pathOf(points) }),
    createDrawnElement('path', { class: 'line', d: pathOf(points) }),
    createDrawnElement('path', { class: 'tip', d: tipOf(points) }),
    both && createDrawnElement('path', { class: 'tip back', d: tipOf([...points].reverse()) }),
  );

function directionOf({ points, vertical }: ChartEdge) {
  const [[ax, ay], [bx, by]] = [points[0]!, points.at(-1)!];
  if (vertical) return by > ay ? 'down' : 'up';
  return bx > ax ? 'right' : 'left';
}

function drawLabel(edge: ChartEdge): DrawnElement[] {
  if (!edge.label) return [];
  const { x, y, width, height, lines } = edge.label;
  const there = directionOf(edge);
  const texts = lines.flatMap((line, nth) => {
    const base = y + 15 + nth * 16;
    const first = line.index !== lines[nth - 1]?.index;
    const text = createDrawnElement(
      'text',
      { class: 'label', 'data-t': line.index, x: x + 6 + (edge.both ? 16 : 0), y: base },
      ...spansOf(line),
    );
    const way = line.back ? OPPOSITE[there] : there;
    return edge.both && first ? [text, mark(way, x + 11, base - 4, line.index)] : [text];
  });
  const plate = createDrawnElement('rect', { class: 'plate', x, y, width, height, rx: 7 });
  return [
    createDrawnElement(
      'g',
      { class: joinClassNames('edge-label', `depth${Math.min(edge.depth, 4)}`), 'data-edge': edge.id },
      plate,
      ...texts,
    ),
  ];
}

/** Draws boxes first, then lines, then labels, so that no line crosses a label. */
export function drawChart(layout: Layout): DrawnElement {
  const { id, width, height } = layout;
  return createDrawnElement(
    'svg',
    {
      class: 'chart',
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: 'group',
      'aria-label': `Chart of ${id}`,
    },
    ...layout.boxes.map(drawBox),
    ...layout.edges.map(drawEdge),
    ...layout.edges.flatMap(drawLabel),
  );
}
