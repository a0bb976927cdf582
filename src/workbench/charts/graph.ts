import type { ElkNode, LayoutOptions } from 'elkjs/lib/elk-api.js';
import { CHART_SIZES, type ChartDepth, type StateBox, stateBoxOf, transitionRowOf } from './boxes';
import type { Chart, ChartState } from './chart';
import { splitTransitionsIntoRowsAndLinks } from './links';
import { textWidthOf } from './text';

/** The parameters of one attempt to lay a chart out. */
interface Attempt {
  /** ELK's options for each box. */
  options: LayoutOptions;
  /** The ids of the boxes whose contents run to the right. The contents of other boxes run down. */
  across: ReadonlySet<string>;
  /** The number of columns in which a box shows its transition rows, by the id of the box. By default one. */
  columns: ReadonlyMap<string, number>;
}

/** A chart that is ready to be laid out. */
export type ChartGraph = ReturnType<typeof prepareElkGraph>;

/** Returns the boxes and links of a chart, and `build`, which returns the graph that ELK lays out. */
export function prepareElkGraph(chart: Chart, depth: ChartDepth | 'sketch') {
  const outline = depth !== 'full';
  const top = chart.states[0]!;
  const shown = outline
    ? chart.states
        .filter(({ id, parent }) => id === top.id || parent === top.id)
        .map((state) => (state === top ? state : { ...state, children: [], initial: null }))
    : chart.states;
  const states = new Map(shown.map((state) => [state.id, state]));
  const all = new Map(chart.states.map((state) => [state.id, state]));
  const { rows, links, turnIntoRows, mayTurn } = splitTransitionsIntoRowsAndLinks(
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
  const build = (state: ChartState, attempt: Attempt): ElkNode => {
    const { options, across, columns } = attempt;
    const own = (rows.get(state.id) ?? []).map((transition) => transitionRowOf(transition, all));
    const box = isSketch
      ? stateBoxOf({ ...state, tags: [] }, [], 1, true)
      : stateBoxOf(state, own, columns.get(state.id) ?? 1, outline && state !== top);
    if (isSketch && state === top) Object.assign(box, { label: '', head: 0 });
    boxes.set(state.id, box);
    if (state.transient) {
      Object.assign(box, { kind: 'transient', height: 26, width: textWidthOf(state.key, CHART_SIZES.note, 500) + 24 });
      return { id: state.id, width: box.width, height: box.height };
    }
    if (!state.children.length) return { id: state.id, width: box.width, height: box.height };
    const children = state.children.map((id) => {
      const child = build(states.get(id)!, attempt);
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
  return {
    boxes,
    states,
    top,
    rows,
    links,
    turnIntoRows,
    mayTurn,
    isSketch,
    build: (attempt: Attempt) => build(top, attempt),
  };
}
