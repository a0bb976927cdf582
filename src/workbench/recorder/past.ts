import type { AnyStateMachine } from 'xstate';
import type { Bench } from './bench';
import { sortInTreeOrder } from './recorder';
import type { NonMachineActor, RecordedActor, Recording } from './recording';

/** Returns the machines that ran at the step `at`, with their snapshots at that time. */
export function listActorsAt({ known, entries }: Recording, at: number): (RecordedActor | NonMachineActor)[] {
  const latest = new Map(entries.filter(({ nth }) => nth <= at).map((entry) => [entry.session, entry]));
  const visited = entries.find(({ nth }) => nth === at)?.session;
  const ran = [...latest].flatMap(([session, { snapshot }]) => {
    const actor = known.get(session);
    return actor && 'snapshot' in actor && (snapshot.status === 'active' || session === visited)
      ? [{ ...actor, snapshot }]
      : [];
  });
  return sortInTreeOrder(ran);
}

/**
 * Returns the session of the machine to show: the chosen one while it runs. After that, a running machine with its name
 * replaces it, if possible in the same app. If none is chosen, returns the first with states, or else the last to end.
 */
export function findShownActor(
  chosen: string,
  { actors, known, entries }: Recording,
  infoOf: Bench['describeApp'],
): string | undefined {
  if (actors.some(({ session }) => session === chosen)) return chosen;
  const last = entries.findLast(({ session }) => session === chosen);
  const first = actors.find(({ snapshot }) => Object.keys(snapshot.machine.root.states).length > 0) ?? actors[0];
  if (!last) return first?.session ?? entries.at(-1)?.session;
  const running = actors.filter(({ name }) => name === last.snapshot.machine.id);
  const app = known.get(chosen)?.app ?? '';
  const next =
    running.find((one) => one.app === app) ??
    running.find((one) => infoOf(one.app).same === infoOf(app).same) ??
    running[0];
  return next?.session ?? chosen;
}

/**
 * Returns the machine that the panel shows first: `root`, or if it has no states, the first invoked one with states.
 */
export function findFirstShownMachine(root: AnyStateMachine): AnyStateMachine {
  if (Object.keys(root.root.states).length > 0) return root;
  const { actors } = root.implementations;
  const run = root.root.invoke.map(({ src }) => (typeof src === 'string' ? actors[src] : src) as AnyStateMachine);
  return run.find((logic) => Object.keys(logic?.root?.states ?? {}).length > 0) ?? root;
}
