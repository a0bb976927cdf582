import type { AnyStateMachine } from 'xstate';
import { mutantsOf, mutate } from '../engine/mutants.ts';

/** Which mutant takes part in the tests that run now. */
interface Choice {
  machine?: string;
  nth: number;
  /** Whether walks are followed, too. */
  walks: boolean;
}

/** The runner and the modules of the tests do not share theirs. */
export const chosen = () => {
  const world = globalThis as { mutant?: Choice };
  world.mutant ??= { nth: -1, walks: true };
  return world.mutant;
};

/** `machine`, or the mutant that was chosen to take its place. */
export function mutated<M extends AnyStateMachine>(machine: M): M {
  const { machine: id, nth } = chosen();
  const mutant = machine.id === id ? mutantsOf(machine)[nth] : undefined;
  return mutant ? mutate(machine, mutant) : machine;
}

/** Proves the same as `prove`, or nothing if walks are not followed. */
export const onlyWithWalks =
  <Prove extends (...args: never[]) => object>(prove: Prove) =>
  (...args: Parameters<Prove>) =>
    chosen().walks ? prove(...args) : { walks: [], complete: () => {} };
