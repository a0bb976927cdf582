import { type ChartDepth, type Layout, type StateBox, stateBoxOf, transitionRowOf } from './boxes';
import type { Chart, ChartState } from './chart';

/** The gap between and around nested boxes, in px. */
const GAP = 16;
/** The width in px at which a row of boxes ends. The next box begins a new row. */
const WIDE = 1_100;

/**
 * Lays `chart` out without ELK, which is quick even for a large chart. States stand in rows, and transitions stand in
 * their states, without arrows.
 */
export function layOutChartWithoutElk(chart: Chart, depth: ChartDepth = 'full'): Layout {
  const states = new Map(chart.states.map((state) => [state.id, state]));
  const own = new Map<string, Chart['transitions']>();
  for (const transition of chart.transitions)
    own.set(transition.source, [...(own.get(transition.source) ?? []), transition]);
  const boxes: StateBox[] = [];

  const place = (state: ChartState, x: number, y: number, level: number): StateBox => {
    const rows = (own.get(state.id) ?? []).map((transition) => transitionRowOf(transition, states));
    const children = depth === 'outline' && level > 0 ? [] : state.children;
    const box = { ...stateBoxOf({ ...state, children }, rows, 1, false), x, y, depth: level };
    box.region = Boolean(state.parent && states.get(state.parent)?.type === 'parallel');
    boxes.push(box);
    let [left, top, high] = [x + GAP, y + box.head + GAP, 0];
    for (const id of children) {
      const child = place(states.get(id)!, left, top, level + 1);
      high = Math.max(high, child.height);
      box.width = Math.max(box.width, child.x + child.width + GAP - x);
      box.height = top + high + GAP - y;
      left += child.width + GAP;
      if (left - x > WIDE) [left, top, high] = [x + GAP, top + high + GAP, 0];
    }
    return box;
  };
  const root = place(chart.states[0]!, 8, 8, 0);
  return { id: chart.id, width: root.x + root.width + 8, height: root.y + root.height + 8, boxes, edges: [] };
}
