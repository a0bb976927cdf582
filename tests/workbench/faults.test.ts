import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, createMachine, fromPromise, raise } from 'xstate';
import { findFaults } from '../../src/workbench/charts/faults';
import { countTakenTransitions, factsOf } from '../../src/workbench/recorder/facts';
import { findBrokenProperties } from '../engine/properties';
import { worlds } from '../samples/worlds';
import { machines } from '../support/machines';
import { runWithClient } from './wired';

test.each(machines)('$name passes the properties, and has no fault in the workbench', ({ name, machine }) => {
  expect(findFaults(machine, worlds[name])).toEqual([]);
});

/** Machines with one fault each, and the sentence about it. */
const FAULTY: [kind: string, state: string, says: string, machine: AnyStateMachine][] = [
  [
    'trap',
    'm.b',
    'Nothing leads out of b.',
    createMachine({ id: 'm', initial: 'a', states: { a: { on: { go: 'b' } }, b: { on: { stay: {}, again: 'b' } } } }),
  ],
  [
    'wait',
    'm.a',
    'a waits for load without a time limit.',
    createMachine(
      {
        id: 'm',
        initial: 'a',
        states: { a: { invoke: { id: 'load', src: 'load', onDone: 'b' } }, b: { type: 'final' } },
      },
      { actors: { load: fromPromise(async () => 1) } },
    ),
  ],
  [
    'wait',
    'm.a',
    'a is busy without a time limit.',
    createMachine({
      id: 'm',
      initial: 'a',
      states: { a: { tags: 'busy', on: { go: 'b' } }, b: { on: { back: 'a' } } },
    }),
  ],
  [
    'unheard',
    'm',
    'No state hears ring.',
    createMachine({
      id: 'm',
      initial: 'a',
      states: { a: { on: { go: { actions: raise({ type: 'ring' }) } }, after: { 9: 'b' } }, b: { type: 'final' } },
    }),
  ],
];

/**
 * The sentences by which the tests' properties report the same faults. Properties run the machine, so they say more.
 */
const BROKEN: Record<string, string> = {
  'Nothing leads out of b.': 'There is no way out of "b".',
  'a waits for load without a time limit.': 'a waits for load without a time limit, and is not busy.',
};

describe.each(FAULTY)('a chart with the fault %s', (kind, state, says, machine) => {
  test(`the fault is found: ${says}`, () => {
    expect(findFaults(machine)).toEqual([{ kind, state, around: [...new Set([state, 'm'])], says }]);
  });

  test(`the properties of the tests find it as well: ${state}`, () => {
    expect(findBrokenProperties(machine)).toContain(BROKEN[says] ?? says);
  });
});

test('a loop of transitions without events is found, unless a guard can end it', () => {
  const loop = (guard?: string) =>
    createMachine(
      {
        id: 'm',
        initial: 'idle',
        states: {
          idle: { on: { go: 'a' } },
          a: { always: { target: 'b', ...(guard && { guard }) }, on: { stop: 'idle' } },
          b: { initial: 'c', states: { c: { always: '#m.a' } } },
        },
      },
      { guards: { maybe: () => true } },
    );
  expect(findFaults(loop()).map(({ says }) => says)).toEqual([
    'a leads back to itself for ever, by transitions that need no event.',
    'b.c leads back to itself for ever, by transitions that need no event.',
  ]);
  expect(findBrokenProperties(loop())).toEqual(findFaults(loop()).map(({ says }) => says));
  expect(findFaults(loop('maybe'))).toEqual([]);
});

test('a machine with a single state is accepted', () => {
  expect(findFaults(createMachine({ id: 'm', initial: 'a', states: { a: {} }, on: { add: {} } }))).toEqual([]);
  expect(findFaults(createMachine({ id: 'm' }))).toEqual([]);
});

test('a state can be left by its parent, a parallel state, a timer or an error', () => {
  const machine = createMachine({
    id: 'm',
    initial: 'p',
    states: {
      p: {
        type: 'parallel',
        states: {
          q: { initial: 'x', states: { x: {} } },
          r: { initial: 'y', states: { y: { on: { leave: '#m.z' } } } },
        },
      },
      z: { initial: 'deep', states: { deep: {} }, after: { 100: 'p' } },
    },
  });
  expect(findFaults(machine)).toEqual([]);
});

test("the workbench finds the faults of another app's machine, and of its steps", () => {
  const [, , , machine] = FAULTY[1]!;
  const { actor, stepsOf, bench, session } = runWithClient(machine);
  actor.send({ type: 'surprise' });
  const [step] = stepsOf();
  const options = factsOf(bench.recorder.read(), session);
  expect(findFaults(step!.snapshot.machine, options).map(({ says }) => says)).toEqual([
    'a waits for load without a time limit.',
    'No state hears surprise.',
  ]);
});

test('the coverage of a session counts the transitions that were taken', () => {
  const [, , , machine] = FAULTY[0]!;
  const { actor, bench, session } = runWithClient(machine);
  const coverage = () => countTakenTransitions(bench.recorder.read(), session)!;
  expect(coverage()).toEqual({ taken: [], total: 3 });
  actor.send({ type: 'again' });
  actor.send({ type: 'go' });
  for (let i = 0; i < 600; i++) actor.send({ type: 'again' });
  expect(coverage()).toEqual({ taken: [0, 2], total: 3 });
  bench.recorder.clear();
  expect(coverage().taken).toEqual([]);
});
