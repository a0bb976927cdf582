import type { StructureFaultOptions } from '../charts/faults';
import { listStateNodes, transitionsOf } from '../charts/structure';
import type { Recording } from './recording';

/** Returns the key under which a recording stores the coverage of a machine, which all its actors share. */
export const machineKey = (app: string, machine: string) => `${app}/${machine}`;

/** Returns what a recording tells about an actor's machine, as options for `findStructureFaults()`. */
export function faultOptionsOf({ known, received }: Recording, session: string): StructureFaultOptions {
  const actor = known.get(session);
  if (!actor) return {};
  const others = [...known.values()].filter((one) => one.parent === session && 'kind' in one && one.kind === 'promise');
  return {
    ports: others.map(({ id }) => id),
    received: [...(received.get(machineKey(actor.app, actor.name)) ?? [])],
  };
}

/** Returns the chart indexes of the taken transitions of an actor's machine, and the number of all its transitions. */
export function transitionCoverageOf({ known, covered }: Recording, session: string) {
  const actor = known.get(session);
  if (!actor || !('snapshot' in actor)) return null;
  const taken = [...(covered.get(machineKey(actor.app, actor.name)) ?? [])].sort((a, b) => a - b);
  const total = listStateNodes(actor.snapshot.machine.root).flatMap(transitionsOf).length;
  return { taken, total };
}
