import type { StructureFaultOptions } from '../charts/faults';
import { listStateNodes, transitionsOf } from '../charts/structure';
import type { Recording } from './recording';

/** Returns a key for a machine of an app. All actors of the machine share its coverage. */
export const machineKey = (app: string, machine: string) => `${app}/${machine}`;

/** Returns facts about an actor's machine that only its recording tells, for `findStructureFaults`. */
export function faultOptionsOf({ known, received }: Recording, session: string): StructureFaultOptions {
  const actor = known.get(session);
  if (!actor) return {};
  const others = [...known.values()].filter((one) => one.parent === session && 'kind' in one && one.kind === 'promise');
  return {
    ports: others.map(({ id }) => id),
    received: [...(received.get(machineKey(actor.app, actor.name)) ?? [])],
  };
}

/**
 * Returns which transitions of an actor's machine were taken since the recording began, by their index in the chart.
 */
export function transitionCoverageOf({ known, covered }: Recording, session: string) {
  const actor = known.get(session);
  if (!actor || !('snapshot' in actor)) return null;
  const taken = [...(covered.get(machineKey(actor.app, actor.name)) ?? [])].sort((a, b) => a - b);
  const total = listStateNodes(actor.snapshot.machine.root).flatMap(transitionsOf).length;
  return { taken, total };
}
