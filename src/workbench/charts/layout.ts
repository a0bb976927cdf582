import type { ELK, ElkNode } from 'elkjs/lib/elk-api.js';
import { type Box, boxOf, type Depth, type Layout, type Line, lineWidth, partsOf, rowOf, SIZES } from './boxes';
import type { Chart, ChartState, ChartTransition } from './chart';
import { widthOf } from './text';

/** A label wider than this is broken into lines. */
const MAX_LABEL = 170;
/** The drawing should fit into a laptop's window of this size. */
const AIM = { width: 1400, height: 820 };

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

/** Lays out a graph, here or in a worker. */
export type Engine = Pick<ELK, 'layout'>;

const contains = (box: string, id: string) => id === box || id.startsWith(`${box}.`);

type Arrow = ChartTransition & { via: string; into: string };

/** Returns the lines of one transition: the fewest, up to three, that are no wider than a label may be. */
function linesOf(arrow: Arrow, back: boolean): Line[] {
  const { word, guard, actions } = partsOf(arrow);
  const effects = [actions, arrow.into && `› ${arrow.into}`].filter(Boolean).join(' ');
  const line = (given: Partial<Line>): Line => {
    return { index: arrow.index, via: '', word: '', guard: '', actions: '', back, ...given };
  };
  const head = { via: arrow.via, word };
  const ways = [
    [line({ ...head, guard, actions: effects })],
    [line({ ...head, guard }), line({ actions: effects })],
    [line(head), line({ guard, actions: effects })],
    [line(head), line({ guard }), line({ actions: effects })],
  ];
  const fitting = ways.find((lines) => lines.every((one) => lineWidth(one) <= MAX_LABEL)) ?? ways[3]!;
  return fitting.filter((one) => one.word || one.guard || one.actions);
}

interface Link {
  id: string;
  from: string;
  to: string;
  both: boolean;
  lines: Line[];
  width: number;
  height: number;
}

/** Sorts the transitions of a chart into rows of boxes and links between neighbouring boxes. */
function sort(states: Map<string, ChartState>, transitions: readonly ChartTransition[], outline: boolean) {
  const rows = new Map<string, ChartTransition[]>();
  const arrows = new Map<string, Arrow[]>();
  const push = <T>(map: Map<string, T[]>, key: string, it: T) => map.set(key, [...(map.get(key) ?? []), it]);
  const upFrom = (id: string): string[] => {
    const parent = states.get(id)?.parent;
    return parent ? [id, ...upFrom(parent)] : [id];
  };
  const shown = (id: string) => {
    const up = upFrom(id);
    return outline ? (up.at(-2) ?? id) : id;
  };
  for (const transition of transitions) {
    const source = shown(transition.source);
    const [first] = transition.targets;
    const target = first && shown(first);
    const inner = outline && source !== transition.source;
    if (inner && (!target || target === source)) continue;
    if (!target || contains(source, target) || contains(target, source)) {
      push(rows, source, transition);
      continue;
    }
    // An arrow joins neighbours: it begins and ends at the outermost boxes that it leaves and enters.
    const [up, down] = [upFrom(source), upFrom(target)];
    const meeting = up.find((id) => down.includes(id))!;
    const [from, to] = [up[up.indexOf(meeting) - 1]!, down[down.indexOf(meeting) - 1]!];
    const rest = (box: string, id: string) => (outline || box === id ? '' : id.slice(box.length + 1));
    push(arrows, `${from}>${to}`, { ...transition, via: rest(from, source), into: rest(to, target) });
  }
  const links: Link[] = [];
  for (const [id, there] of arrows) {
    const [from = '', to = ''] = id.split('>');
    if (links.some((link) => link.id === `${to}>${from}`)) continue;
    const back = arrows.get(`${to}>${from}`) ?? [];
    const lines = [there.map((one) => linesOf(one, false)), back.map((one) => linesOf(one, true))].flat(2);
    const both = back.length > 0;
    const width = Math.max(...lines.map(lineWidth)) + 12 + (both ? 16 : 0);
    links.push({ id, from, to, both, lines, width, height: lines.length * SIZES.labelLine + 6 });
  }
  return { rows, links };
}

const round = (it: number) => Math.round(it * 10) / 10;

/**
 * Lays `chart` out with ELK Layered, in Node or in a browser. Each box is laid out in the direction, down or right,
 * in which the whole drawing is shown largest. A sketch is an outline of names and lines alone.
 */
export async function layOut(chart: Chart, depth: Depth | 'sketch' = 'full', engine?: Engine): Promise<Layout> {
  const outline = depth !== 'full';
  const top = chart.states[0]!;
  const shown = outline
    ? chart.states
        .filter(({ id, parent }) => id === top.id || parent === top.id)
        .map((state) => (state === top ? state : { ...state, children: [], initial: null }))
    : chart.states;
  const states = new Map(shown.map((state) => [state.id, state]));
  const all = new Map(chart.states.map((state) => [state.id, state]));
  const { rows, links } = sort(
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
  const boxes = new Map<string, Box>();
  const isLarge = links.length > MANY;
  const options = isLarge ? { ...OPTIONS, ...FAST } : OPTIONS;

  const build = (state: ChartState, across: ReadonlySet<string>, columns: Map<string, number>): ElkNode => {
    const own = (rows.get(state.id) ?? []).map((transition) => rowOf(transition, all));
    const box = isSketch
      ? boxOf({ ...state, tags: [] }, [], 1, true)
      : boxOf(state, own, columns.get(state.id) ?? 1, outline && state !== top);
    if (isSketch && state === top) Object.assign(box, { label: '', head: 0 });
    boxes.set(state.id, box);
    if (state.transient) {
      Object.assign(box, { kind: 'transient', height: 26, width: widthOf(state.key, SIZES.note, 500) + 24 });
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
    return { done, across, fit: Math.min(1.1, AIM.width / done.width!, AIM.height / done.height!) };
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
  // Puts rows side by side where the boxes, whose widths are known now, have room.
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
