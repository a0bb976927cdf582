import type { AnyMachineSnapshot, AnyStateMachine, InspectionEvent } from 'xstate';
import { describeTransition, findGuardName, findRestingStates, listStateNodes, transitionsOf } from './words';
import { findActiveStates, findMicrostepTransitions, replaceGuard } from './xstate';

/** The number of covered parts, and the number of all parts. */
export type CoverageRatio = [done: number, of: number];

/** A record of the states, transitions and guard branches of a machine that no test has covered yet. */
export type CoverageRecord = ReturnType<typeof createCoverageRecord>;

/** Returns a record of the states, transitions and guard branches of `machine` that no test has covered yet. */
export function createCoverageRecord(machine: AnyStateMachine) {
  const transitions = listStateNodes(machine.root).flatMap(transitionsOf);
  const guarded = transitions.filter(({ guard }) => guard);
  const ledger = (names: string[]) => {
    const missing = new Set(names);
    const all = missing.size;
    return { missing, share: (): CoverageRatio => [all - missing.size, all] };
  };
  const says = (name: string, yes: boolean) => `${name}: ${yes ? 'yes' : 'no'}`;
  const states = ledger(findRestingStates(machine).map(({ id }) => id));
  const taken = ledger(transitions.map(describeTransition));
  const branches = ledger(guarded.map(describeTransition).flatMap((name) => [says(name, true), says(name, false)]));

  return {
    /** Records the transitions that the machine's actor takes. Pass it to `createActor` as `inspect`. */
    inspect: (happened: InspectionEvent) => {
      // XState also reports transitions of child machines, which this record does not count.
      const own = findMicrostepTransitions(happened).filter(({ source }) => source.machine.id === machine.id);
      for (const transition of own) taken.missing.delete(describeTransition(transition));
    },
    /**
     * Wraps each guard of `cast`, the machine with a test's actors, so that its results are recorded. Call it before
     * the machine starts.
     */
    watch: (cast: AnyStateMachine) => {
      const { guards } = cast.implementations;
      for (const transition of listStateNodes(cast.root).flatMap(transitionsOf)) {
        const { guard } = transition as { guard?: string | { type: string; params?: unknown } };
        const type = findGuardName(transition);
        if (!guard || !type) continue;
        const name = describeTransition(transition);
        const asked = (args: { context: never; event: never }) => {
          const params = typeof guard === 'string' ? undefined : guard.params;
          const given = typeof params === 'function' ? params(args) : params;
          const yes = Boolean((guards[type] as (args: object, params: unknown) => boolean)(args, given));
          branches.missing.delete(says(name, yes));
          return yes;
        };
        replaceGuard(transition, type, asked);
      }
    },
    /** Records that the machine has reached `snapshot`. */
    visit: (snapshot: AnyMachineSnapshot) => {
      for (const { id } of findActiveStates(snapshot)) states.missing.delete(id);
    },
    /** Records the names of taken transitions, for machines that run in another process. */
    take: (names: readonly string[]) => {
      for (const name of names) taken.missing.delete(name);
    },
    missing: () => ({
      states: [...states.missing],
      transitions: [...taken.missing],
      branches: [...branches.missing],
    }),
    figures: () => ({ states: states.share(), transitions: taken.share(), branches: branches.share() }),
  };
}
