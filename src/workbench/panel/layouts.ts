import type { AnyStateMachine } from 'xstate';
import type { ChartDepth, Layout } from '../charts/boxes';
import { type Chart, chartOf } from '../charts/chart';
import { layOutChart } from '../charts/layout';
import { layOutChartWithoutElk } from '../charts/plainLayout';

/** Returns a layout. It can be cancelled, and rejects if it takes too long. */
export type LoadLayout = (depth: ChartDepth, signal?: AbortSignal) => Promise<Layout>;

/** The functions that lay out a chart. */
interface ChartLayouts {
  load: LoadLayout;
  /** Returns a layout at once, without arrows. */
  loadPlainly: (depth: ChartDepth) => Layout;
}

/**
 * Lays out a chart. A panel in an app's own page doesn't use a worker, because the page's policy may forbid workers.
 */
export type LayoutFunction = typeof layOutChart;

/** Returns a function that lays a chart out, until `signal` cancels that. */
export type LayoutStarter = (signal?: AbortSignal) => LayoutFunction;

/** Without a worker, a chart with more transitions would block the page for long. */
const MOST = 200;

/** The reason of a chart without arrows. It is shown to the user. */
class LayoutRefusal extends Error {}
export const createLayoutRefusal = (reason: string) => new LayoutRefusal(reason);

/** Returns a sentence about a layout that has failed. Errors other than `LayoutRefusal` are faults of the workbench. */
export const describeLayoutFailure = (error: unknown) =>
  error instanceof LayoutRefusal
    ? `Drawn without arrows: ${error.message}.`
    : `Drawn without arrows, by a fault of the workbench, not of your app: ${(error as Error)?.message ?? error}.`;

/** Cache of pure values: a machine is laid out once for each depth. */
const loaders = new WeakMap<object, ChartLayouts>();

const layOutHere: LayoutFunction = (chart, depth) => {
  if (chart.transitions.length > MOST) throw createLayoutRefusal(`it has more than ${MOST} transitions`);
  return layOutChart(chart, depth);
};

/** Returns functions that lay a chart out once for each depth. `start` lays out here or in a worker. */
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

/** Returns the functions that lay `machine` out, the same ones for each call. `start` lays out here or in a worker. */
export function layoutsOf(machine: AnyStateMachine, start: LayoutStarter = () => layOutHere): ChartLayouts {
  const layouts = loaders.get(machine.config) ?? createLayouts(() => chartOf(machine), start);
  loaders.set(machine.config, layouts);
  return layouts;
}
