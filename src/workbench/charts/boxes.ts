import type { ChartState, ChartTransition } from './chart';
import { textWidthOf } from './text';

/** One line of a transition's label: event, [guard], / actions. Empty parts are not drawn. */
export interface LabelLine {
  /** The index of the line's transition. */
  index: number;
  /** The path of the transition's source inside of the box where the arrow starts, or '' if that box is the source. */
  via: string;
  word: string;
  guard: string;
  actions: string;
  /** Whether the transition runs against the direction of the edge, from its `to` to its `from`. */
  back: boolean;
}

/** A row inside a box: a transition that is not drawn as an arrow. */
export interface TransitionRow extends Omit<LabelLine, 'via' | 'back'> {
  x: number;
  y: number;
  width: number;
  /** The key of the target state, or '' if the transition stays in its state. */
  to: string;
  /**
   * `again`: the transition re-enters its state, or only runs actions. `ignored`: it does nothing. `leads`: it enters
   * another state.
   */
  kind: 'again' | 'ignored' | 'leads';
}

/** The box of a state. Positions and sizes are in px, from the top left corner of the chart. */
export interface StateBox {
  id: string;
  label: string;
  x: number;
  y: number;
  width: number;
  height: number;
  depth: number;
  kind: 'start' | 'transient' | 'leaf' | 'group';
  final: boolean;
  /** Whether the state is a region of a parallel state. */
  region: boolean;
  /** Whether a transition leads here that is not drawn as an arrow, but as a row of text in another box. */
  inbound: boolean;
  tags: string[];
  /** Lines of small text under the name of the state, such as `invokes copyLink`. */
  notes: [kind: string, text: string][];
  rows: TransitionRow[];
  /**
   * The width in px of the word "anywhere", which is drawn left of the rows of a state with children. 0 if it is not
   * drawn.
   */
  caption: number;
  /** The height in px of name, notes and rows together. */
  head: number;
  description: string;
}

/** One line between two boxes, for all transitions between them. */
export interface ChartEdge {
  id: string;
  from: string;
  to: string;
  points: [x: number, y: number][];
  depth: number;
  vertical: boolean;
  /** Whether the line stands for transitions in both directions. */
  both: boolean;
  label: { x: number; y: number; width: number; height: number; lines: LabelLine[] } | null;
}

/** A chart with the positions of all its parts, as plain JSON. */
export interface Layout {
  id: string;
  width: number;
  height: number;
  boxes: StateBox[];
  edges: ChartEdge[];
}

/** How much of a machine is drawn: only the top-level states, or all of it. */
export type ChartDepth = 'outline' | 'full';

/** Font sizes, line heights and distances in a chart, in px. */
export const CHART_SIZES = {
  name: 14,
  nameLine: 20,
  note: 12,
  noteLine: 17,
  pad: 12,
  row: 20,
  label: 12,
  labelLine: 16,
};

/** Returns the parts of a transition's label as they are drawn, such as `[isFull]` for its guard. */
export const labelPartsOf = ({ word, guard, actions }: ChartTransition) => ({
  word,
  guard: guard && `[${guard}]`,
  actions: actions.length ? `/ ${actions.join(', ')}` : '',
});

const GAP = 5;
/** Returns the width in px of one line of a transition's label. */
export function labelLineWidthOf({
  via = '',
  word,
  guard,
  actions,
}: {
  via?: string;
  word: string;
  guard: string;
  actions: string;
}) {
  const parts = [
    via && textWidthOf(`${via} ·`, CHART_SIZES.label),
    word && textWidthOf(word, CHART_SIZES.label, 600),
    guard && textWidthOf(guard, CHART_SIZES.label),
    actions && textWidthOf(actions, CHART_SIZES.label),
  ].filter(Boolean) as number[];
  return parts.reduce((sum, width) => sum + width, 0) + GAP * Math.max(0, parts.length - 1);
}

/** Returns the row of a transition, with the position 0, 0 until the row is placed in its box. */
export function transitionRowOf(transition: ChartTransition, states: Map<string, ChartState>): TransitionRow {
  const parts = labelPartsOf(transition);
  const [target] = transition.targets;
  const leads = target !== undefined && target !== transition.source;
  const to = leads ? states.get(target)!.key : '';
  const kind = leads ? 'leads' : transition.actions.length || transition.reenter || target ? 'again' : 'ignored';
  const width = labelLineWidthOf(parts) + 22 + (leads ? textWidthOf(to, CHART_SIZES.label, 500) : 0);
  return { index: transition.index, ...parts, to, kind, width, x: 0, y: 0 };
}

/**
 * Returns the box of `state` in its smallest size, without a position. The rows `own` stand in `columns` columns.
 * `bare` leaves out invoked actors, and entry and exit actions.
 */
export function stateBoxOf(state: ChartState, own: TransitionRow[], columns: number, bare: boolean): StateBox {
  const group = state.children.length > 0;
  const notes: StateBox['notes'] = bare
    ? []
    : [
        ...state.invokes.map((src): [string, string] => ['invokes', src]),
        ...(state.entry.length ? ([['entry', state.entry.join(', ')]] as StateBox['notes']) : []),
        ...(state.exit.length ? ([['exit', state.exit.join(', ')]] as StateBox['notes']) : []),
      ];
  const caption = group && own.length ? 68 : 0;
  const perColumn = Math.ceil(own.length / columns);
  const column = Math.max(0, ...own.map(({ width }) => width)) + 20;
  const rows = own.map((row, i) => ({
    ...row,
    x: caption + Math.floor(i / perColumn) * column,
    y: (i % perColumn) * CHART_SIZES.row,
  }));
  const tags = state.tags.length ? 12 + textWidthOf(state.tags.join(' '), CHART_SIZES.label, 500) : 0;
  const title = textWidthOf(state.key, CHART_SIZES.name, 600) + tags + (state.type === 'final' ? 18 : 0);
  const widths = [
    title,
    ...notes.map(([kind, text]) => textWidthOf(`${kind} ${text}`, CHART_SIZES.note) + 6),
    rows.length ? caption + Math.ceil(rows.length / perColumn) * column - 20 : 0,
  ];
  const head =
    18 +
    CHART_SIZES.nameLine +
    notes.length * CHART_SIZES.noteLine +
    (rows.length ? 5 + perColumn * CHART_SIZES.row : 0);
  return {
    id: state.id,
    label: state.key,
    x: 0,
    y: 0,
    width: Math.max(72, ...widths.map((width) => width + 2 * CHART_SIZES.pad)),
    height: head,
    depth: 0,
    kind: group ? 'group' : 'leaf',
    final: state.type === 'final',
    region: false,
    inbound: false,
    tags: state.tags,
    notes,
    rows,
    caption,
    head,
    description: state.description,
  };
}
