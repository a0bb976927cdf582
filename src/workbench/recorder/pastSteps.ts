import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import { restartActor } from './xstateInternals';

/** The steps from which actors can resume. */
interface PastSteps {
  /** Stores a step of `ref`. Returns its number. */
  keep(ref: AnyActorRef, snapshot: unknown): number;
  /** Resumes `ref` from its step `nth`. Does nothing if the actor has ended, or the step is no longer stored. */
  goOn(ref: AnyActorRef, nth: number): void;
}

/** Creates a store for the snapshots of steps, which keeps at least the last `limit` ones. */
export function createPastSteps(limit = 1_000): PastSteps {
  let steps: { nth: number; ref: AnyActorRef; snapshot: unknown }[] = [];
  let count = 0;
  return {
    keep(ref, snapshot) {
      count += 1;
      steps.push({ nth: count, ref, snapshot });
      if (steps.length > limit * 2) steps = steps.slice(-limit);
      return count;
    },
    goOn(ref, nth) {
      const step = steps.find((one) => one.nth === nth && one.ref === ref);
      if (!step) return;
      const thenOf = (child: AnyActorRef) => steps.findLast((one) => one.ref === child && one.nth <= nth)?.snapshot;
      restartActor(ref, step.snapshot as AnyMachineSnapshot, thenOf, nth);
    },
  };
}
