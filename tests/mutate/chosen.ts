import type { AnyStateMachine } from 'xstate';
import { applyMutant, listMutants } from '../engine/mutants.ts';

/** The mutant that replaces its machine in the tests. */
interface Choice {
  machine?: string;
  nth: number;
  /** Whether generated paths are replayed as well. */
  paths: boolean;
}

/**
 * Returns which mutant the current run puts in place of its machine: the machine's id, and the number of the mutant.
 * The choice is a global variable, because runner and tests have separate copies of this module.
 */
export const getMutantChoice = () => {
  const world = globalThis as { mutant?: Choice };
  world.mutant ??= { nth: -1, paths: true };
  return world.mutant;
};

/** Returns the mutant of `machine` that this run has chosen, or `machine` itself. */
export function applyChosenMutant<M extends AnyStateMachine>(machine: M): M {
  const { machine: id, nth } = getMutantChoice();
  const mutant = machine.id === id ? listMutants(machine)[nth] : undefined;
  return mutant ? applyMutant(machine, mutant) : machine;
}

/** Wraps `createPathTests`, so that it returns no paths if the current run leaves out generated paths. */
export const makePathsOptional =
  <Create extends (...args: never[]) => object>(create: Create) =>
  (...args: Parameters<Create>) =>
    getMutantChoice().paths ? create(...args) : { paths: [], complete: () => {} };
