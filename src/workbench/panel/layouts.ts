import type { AnyStateMachine } from 'xstate';
import { chartOf } from '../chart/chart';
import { type Depth, type Layout, layOut } from '../chart/layout';

export type LoadLayout = (depth: Depth) => Promise<Layout>;

/** Cache of pure values: a machine is laid out once for each depth. */
const loaders = new WeakMap<object, LoadLayout>();

/** Returns the function that lays `machine` out, always the same one. */
export function layoutsOf(machine: AnyStateMachine): LoadLayout {
  const known = loaders.get(machine.config);
  if (known) return known;
  const layouts = new Map<Depth, Promise<Layout>>();
  const load: LoadLayout = (depth) => {
    const layout = layouts.get(depth) ?? layOut(chartOf(machine), depth);
    layouts.set(depth, layout);
    return layout;
  };
  loaders.set(machine.config, load);
  return load;
}
