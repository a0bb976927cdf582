import type { AnyStateMachine } from 'xstate';
import { applyMutant, listMutants } from '../engine/mutants.ts';

/** The mutant that the current run of tests uses instead of the machine. */
interface Choice {
  machine?: string;
  nth: number;
  /** Whether generated paths are replayed as well. */
  paths: boolean;
}

/**
 * Returns the choice of the current run, which the runner may change. It is a global variable, because the runner and
 * the tests have separate copies of this module.
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

/** Wraps `createAllPathTests`, so that it returns no tests if the current run leaves out generated paths. */
export const makePathsOptional =
  <Create extends (...args: never[]) => object>(create: Create) =>
  (...args: Parameters<Create>) =>
    getMutantChoice().paths ? create(...args) : { paths: [], complete: () => {} };
