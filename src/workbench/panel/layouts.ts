import type { AnyStateMachine } from 'xstate';
import type { ChartDepth, Layout } from '../charts/boxes';
import { type Chart, chartOf } from '../charts/chart';
import { layOutChart } from '../charts/layout';
import { layOutChartWithoutElk } from '../charts/plainLayout';

/** Loads the layout of a chart. Rejects if `signal` aborts, or after a time limit. */
export type LoadLayout = (depth: ChartDepth, signal?: AbortSignal) => Promise<Layout>;

/** The functions that lay out a chart. */
interface ChartLayouts {
  load: LoadLayout;
  /** Returns a simple layout without arrows, synchronously. */
  loadPlainly: (depth: ChartDepth) => Layout;
}

/** Computes the layout of a chart, on the main thread or in a worker. */
export type LayoutFunction = typeof layOutChart;

/** Returns a function that lays out a chart, and rejects when `signal` aborts. */
export type LayoutStarter = (signal?: AbortSignal) => LayoutFunction;

/** The maximum number of transitions for a layout on the main thread. More would block the page for long. */
const MOST = 200;

/** An error whose message tells the user why a chart is drawn without arrows. */
class LayoutRefusal extends Error {}
export const createLayoutRefusal = (reason: string) => new LayoutRefusal(reason);

/** Returns a message about a failed layout. Errors other than `LayoutRefusal` are bugs of the workbench. */
export const describeLayoutFailure = (error: unknown) =>
  error instanceof LayoutRefusal
    ? `Drawn without arrows: ${error.message}.`
    : `Drawn without arrows, by a fault of the workbench, not of your app: ${(error as Error)?.message ?? error}.`;

/** A cache, by the config of a machine. Its layouts are computed once for each depth. */
const loaders = new WeakMap<object, ChartLayouts>();

const layOutHere: LayoutFunction = (chart, depth) => {
  if (chart.transitions.length > MOST) throw createLayoutRefusal(`it has more than ${MOST} transitions`);
  return layOutChart(chart, depth);
};

/** Returns functions that compute the layout of a chart once for each depth. `start` chooses the thread. */
export function createLayouts(makeChart: () => Chart, start: LayoutStarter): ChartLayouts {
  const done = new Map<ChartDepth, Layout>();
  return {
    load: async (depth, signal) => {
      const layout = done.get(depth) ?? (await start(signal)(makeChart(), depth));
      done.set(depth, layout);
      return layout;
    },
    loadPlainly: (depth) => layOutChartWithoutElk(makeChart(), depth),
  };
}

/** Returns the cached layout functions of `machine`. `start` lays out on the main thread or in a worker. */
export function layoutsOf(machine: AnyStateMachine, start: LayoutStarter = () => layOutHere): ChartLayouts {
  const layouts = loaders.get(machine.config) ?? createLayouts(() => chartOf(machine), start);
  loaders.set(machine.config, layouts);
  return layouts;
}
