import { type AnyStateMachine, createMachine, fromPromise, raise } from 'xstate';

/** Machines that each break one rule, with the state in question and the sentence about it. */
export const FAULTY_MACHINES: {
  machine: AnyStateMachine;
  state: string;
  says: string;
  /** The sentence of `findBrokenProperties`, if it differs from `says`. */
  broken?: string;
}[] = [
  {
    machine: createMachine({
      id: 'trap',
      initial: 'a',
      states: { a: { on: { go: 'b', skip: 'b' } }, b: { on: { stay: {} } } },
    }),
    state: 'trap.b',
    says: 'Nothing leads out of b.',
    broken: 'There is no way out of "b".',
  },
  {
    machine: createMachine(
      {
        id: 'wait',
        initial: 'a',
        states: { a: { invoke: { id: 'load', src: 'load', onDone: 'b' } }, b: { type: 'final' } },
      },
      { actors: { load: fromPromise(async () => 1) } },
    ),
    state: 'wait.a',
    says: 'a waits for load without a time limit.',
    broken: 'a waits for load without a time limit, and is not busy.',
  },
  {
    machine: createMachine({
      id: 'loop',
      initial: 'a',
      states: { a: { on: { go: 'b' } }, b: { always: 'c', on: { stop: 'a' } }, c: { always: 'b' } },
    }),
    state: 'loop.b',
    says: 'b leads back to itself for ever, by transitions that need no event.',
  },
  {
    machine: createMachine({
      id: 'unheard',
      initial: 'a',
      states: { a: { on: { go: { actions: raise({ type: 'ring' }) } }, after: { 9: 'b' } }, b: { type: 'final' } },
    }),
    state: 'unheard',
    says: 'No state hears ring.',
  },
];

/** A gallery, as the workbench loads it, of the faulty machine `trap`, which has a state without a way out. */
export const faultyGallery = {
  machines: FAULTY_MACHINES.slice(0, 1).map(({ machine }) => ({ name: machine.id, machine })),
  worlds: {},
  scenarios: [],
};
