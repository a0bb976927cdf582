import type { AnyStateMachine } from 'xstate';
import type { Depth, Layout } from '../charts/boxes';
import { chartOf } from '../charts/chart';
import { layOut } from '../charts/layout';
import { layOutPlainly } from '../charts/plainLayout';

/** Returns a layout. It can be cancelled, and rejects if it takes too long. */
export type LoadLayout = (depth: Depth, signal?: AbortSignal) => Promise<Layout>;

/** The functions that lay out a machine. */
export interface Layouts {
  load: LoadLayout;
  /** Returns a layout at once, without arrows. */
  loadPlainly: (depth: Depth) => Layout;
}

/** Lays out a machine. The panel of a page can't use a worker, because the page's policy allows none. */
export type LayOut = typeof layOut;

/** Without a worker, a chart with more transitions would block the page for long. */
const MOST = 200;

/** Cache of pure values: a machine is laid out once for each depth. */
const loaders = new WeakMap<object, Layouts>();

const layOutHere: LayOut = (chart, depth) => {
  if (chart.transitions.length > MOST) throw new Error(`it has more than ${MOST} transitions`);
  return layOut(chart, depth);
};

/** Returns the functions that lay `machine` out, always the same ones. `start` lays out here or in a worker. */
export function layoutsOf(
  machine: AnyStateMachine,
  start: (signal?: AbortSignal) => LayOut = () => layOutHere,
): Layouts {
  const known = loaders.get(machine.config);
  if (known) return known;
  const done = new Map<Depth, Layout>();
  const layouts: Layouts = {
    load: async (depth, signal) => {
      const layout = done.get(depth) ?? (await start(signal)(chartOf(machine), depth));
      done.set(depth, layout);
      return layout;
    },
    loadPlainly: (depth) => layOutPlainly(chartOf(machine), depth),
  };
  loaders.set(machine.config, layouts);
  return layouts;
}
