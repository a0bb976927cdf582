import type { ELK, ElkNode } from 'elkjs/lib/elk-api.js';
import { boxOf, CHART_SIZES, type ChartDepth, type Layout, rowOf, type StateBox } from './boxes';
import type { Chart, ChartState } from './chart';
import { countCrossings } from './crossings';
import { sortTransitions } from './links';
import { textWidthOf } from './text';

/** The room for a drawing, in px. */
interface Aim {
  width: number;
  height: number;
}

/** The drawing should fit into a laptop's window of this size. */
const AIM: Aim = { width: 1400, height: 820 };
/** The width in which documents show a picture without making its text smaller. Its height does not matter. */
export const DOCUMENT_AIM: Aim = { width: 940, height: 4_000 };

/** A drawing with more crossings of lines than this gets rows in place of the lines that cross most. */
const MOST_CROSSINGS = 3;

const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.hierarchyHandling': 'SEPARATE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
  'elk.separateConnectedComponents': 'false',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.nodePlacement.favorStraightEdges': 'true',
  'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
  'elk.layered.edgeLabels.sideSelection': 'ALWAYS_DOWN',
  'elk.layered.thoroughness': '7',
  'elk.spacing.nodeNode': '28',
  'elk.spacing.edgeNode': '16',
  'elk.spacing.edgeEdge': '12',
  'elk.spacing.edgeLabel': '4',
  'elk.layered.spacing.nodeNodeBetweenLayers': '18',
  'elk.layered.spacing.edgeNodeBetweenLayers': '12',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '10',
};

/** A chart with more lines is laid out with less care, which takes a tenth of the time. */
const MANY = 60;
const FAST = { 'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF', 'elk.layered.thoroughness': '1' };

/**
 * A chart that would be too wide for a document has two boxes beside each other at most, or layers of much the same
 * width.
 */
const NARROW = [
  { 'elk.layered.layering.strategy': 'COFFMAN_GRAHAM', 'elk.layered.layering.coffmanGraham.layerBound': '2' },
  { 'elk.layered.layering.strategy': 'STRETCH_WIDTH' },
];

/** The function of ELK that lays out a graph, in this thread or in a worker. */
export type LayoutEngine = Pick<ELK, 'layout'>;

const round = (it: number) => Math.round(it * 10) / 10;

/**
 * Lays `chart` out with ELK Layered, in Node or in a browser. Each box gets the direction, down or right, that allows
 * the largest scale. A sketch shows only names and lines.
 */
export async function layOut(
  chart: Chart,
  depth: ChartDepth | 'sketch' = 'full',
  engine?: LayoutEngine,
  aim = AIM,
): Promise<Layout> {
  const outline = depth !== 'full';
  const top = chart.states[0]!;
  const shown = outline
    ? chart.states
        .filter(({ id, parent }) => id === top.id || parent === top.id)
        .map((state) => (state === top ? state : { ...state, children: [], initial: null }))
    : chart.states;
  const states = new Map(shown.map((state) => [state.id, state]));
  const all = new Map(chart.states.map((state) => [state.id, state]));
  const { rows, links, turnIntoRows, mayTurn } = sortTransitions(
    all,
    outline
      ? chart.transitions.map((one) => ({ ...one, actions: one.targets.length ? [] : one.actions }))
      : chart.transitions,
    outline,
  );
  const isSketch = depth === 'sketch' && top.children.length > 0;
  if (isSketch) {
    rows.clear();
    for (const link of links) link.lines = [];
  }
  const boxes = new Map<string, StateBox>();
  const isLarge = links.length > MANY;
  const usual = { ...OPTIONS, ...(isLarge && FAST) };
  let options = usual;

  const build = (state: ChartState, across: ReadonlySet<string>, columns: Map<string, number>): ElkNode => {
    const own = (rows.get(state.id) ?? []).map((transition) => rowOf(transition, all));
    const box = isSketch
      ? boxOf({ ...state, tags: [] }, [], 1, true)
      : boxOf(state, own, columns.get(state.id) ?? 1, outline && state !== top);
    if (isSketch && state === top) Object.assign(box, { label: '', head: 0 });
    boxes.set(state.id, box);
    if (state.transient) {
      Object.assign(box, { kind: 'transient', height: 26, width: textWidthOf(state.key, CHART_SIZES.note, 500) + 24 });
      return { id: state.id, width: box.width, height: box.height };
    }
    if (!state.children.length) return { id: state.id, width: box.width, height: box.height };
    const children = state.children.map((id) => {
      const child = build(states.get(id)!, across, columns);
      const layer = states.get(id)!.type === 'final' ? 'LAST' : id === state.initial ? 'FIRST' : undefined;
      if (layer) child.layoutOptions = { ...child.layoutOptions, 'elk.layered.layering.layerConstraint': layer };
      return child;
    });
    const edges = links
      .filter(({ from }) => states.get(from)?.parent === state.id)
      .map(({ id, from, to, width, height, lines }) => ({
        id,
        sources: [from],
        targets: [to],
        labels:
          lines.length > 0
            ? [
                {
                  text: ' ',
                  width,
                  height,
                  layoutOptions: { 'elk.edgeLabels.inline': 'true', 'elk.edgeLabels.placement': 'CENTER' },
                },
              ]
            : [],
      }));
    const start = state.initial && `${state.id}:start`;
    return {
      id: state.id,
      children: start
        ? [
            {
              id: start,
              width: 12,
              height: 12,
              layoutOptions: { 'elk.layered.layering.layerConstraint': 'FIRST_SEPARATE' },
            },
            ...children,
          ]
        : children,
      edges: start ? [...edges, { id: `${start}>`, sources: [start], targets: [state.initial!], labels: [] }] : edges,
      layoutOptions: {
        ...options,
        'elk.direction': across.has(state.id) ? 'RIGHT' : 'DOWN',
        'elk.padding': `[top=${box.head + 12},left=16,bottom=16,right=16]`,
        'elk.nodeSize.constraints': 'MINIMUM_SIZE',
        'elk.nodeSize.minimum': `(${box.width + 8},${box.head + 40})`,
      },
    };
  };

  const elk = engine ?? new (await import('elkjs/lib/elk.bundled.js')).default();
  const attempt = async (across: ReadonlySet<string>, columns = new Map<string, number>()) => {
    const root = build(top, across, columns);
    const layoutOptions = { ...options, 'elk.padding': '[top=8,left=8,bottom=8,right=8]' };
    const done: ElkNode = await elk.layout({ id: 'chart', layoutOptions, children: [root], edges: [] });
    return { done, across, fit: Math.min(1.1, aim.width / done.width!, aim.height / done.height!) };
  };
  let best = await attempt(new Set());
  const groups = shown.filter(({ children }) => children.length > 1).map(({ id }) => id);
  for (const id of groups.reverse()) {
    if (best.fit >= 1 || isLarge) break;
    const turned = new Set(best.across);
    if (!turned.delete(id)) turned.add(id);
    const other = await attempt(turned);
    if (other.fit > best.fit * 1.02) best = other;
  }
  // A line that crosses many others is hard to follow, and a long one makes a drawing wide. In its place, the box that
  // it leaves names the target in a row.
  for (let tries = 0; tries < links.length && !isLarge && !isSketch; tries++) {
    const { crossed, all, spans } = countCrossings(best.done);
    const isWide = aim === DOCUMENT_AIM && best.done.width! > aim.width;
    if (all <= MOST_CROSSINGS && !isWide) break;
    const badness = all > MOST_CROSSINGS ? crossed : spans;
    const worst = links
      .filter((link) => badness.has(link.id) && mayTurn(link))
      .sort((a, b) => badness.get(b.id)! - badness.get(a.id)!);
    if (!worst.length) break;
    for (const link of worst.slice(0, all > 2 * MOST_CROSSINGS ? 2 : 1)) turnIntoRows(link);
    best = await attempt(best.across);
  }
  for (const narrow of NARROW) {
    if (aim !== DOCUMENT_AIM || best.done.width! <= aim.width) break;
    const before = options;
    options = { ...usual, ...narrow };
    const other = await attempt(best.across);
    if (other.done.width! < best.done.width!) best = other;
    else options = before;
  }
  // Puts rows side by side in boxes that are wide enough.
  const columns = new Map<string, number>();
  const spread = (node: ElkNode) => {
    const box = boxes.get(node.id);
    if (box && box.kind === 'group' && box.rows.length > 1) {
      const column = Math.max(...box.rows.map(({ width }) => width)) + 20;
      columns.set(
        node.id,
        Math.max(1, Math.min(box.rows.length, Math.floor((node.width! - 24 - box.caption + 20) / column))),
      );
    }
    node.children?.forEach(spread);
  };
  spread(best.done);
  if ([...columns.values()].some((count) => count > 1)) best = await attempt(best.across, columns);

  const layout: Layout = {
    id: chart.id,
    width: Math.ceil(best.done.width!),
    height: Math.ceil(best.done.height!),
    boxes: [],
    edges: [],
  };
  const place = (node: ElkNode, level: number) => {
    for (const child of node.children ?? []) {
      const [x, y, width, height] = [child.x!, child.y!, child.width!, child.height!].map(round) as [
        number,
        number,
        number,
        number,
      ];
      const state = states.get(child.id);
      const region = Boolean(state?.parent && states.get(state.parent)?.type === 'parallel');
      const box = boxes.get(child.id) ?? {
        ...boxOf(top, [], 1, true),
        id: child.id,
        label: '',
        kind: 'start' as const,
        description: '',
        final: false,
      };
      const inbound = [...rows.values()]
        .flat()
        .some(({ source, targets }) => targets[0] === child.id && source !== child.id);
      layout.boxes.push({ ...box, x, y, width, height, depth: level, region, inbound });
      place(child, level + 1);
    }
    for (const edge of node.edges ?? []) {
      const section = edge.sections?.[0];
      if (!section) continue;
      const link = links.find(({ id }) => id === edge.id);
      const label = edge.labels?.[0];
      layout.edges.push({
        id: edge.id,
        from: edge.sources[0]!,
        to: edge.targets[0]!,
        points: [section.startPoint, ...(section.bendPoints ?? []), section.endPoint].map(({ x, y }) => [
          round(x),
          round(y),
        ]),
        depth: level,
        vertical: !best.across.has(node.id),
        both: link?.both ?? false,
        label:
          link && label
            ? { x: round(label.x!), y: round(label.y!), width: label.width!, height: label.height!, lines: link.lines }
            : null,
      });
    }
  };
  place(best.done, 0);
  return layout;
}
