import { expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { findStructureFaults } from '../../src/workbench/charts/faults';
import { faultOptionsOf, transitionCoverageOf } from '../../src/workbench/recorder/facts';
import { findBrokenProperties } from '../engine/properties';
import { worlds } from '../samples/worlds';
import { allMachines } from '../support/machines';
import { FAULTY_MACHINES } from './foreign/faulty';
import { runWithClient } from './wired';

test.each(allMachines)('the workbench reports no mistake in the $name machine', ({ name, machine }) => {
  expect(findStructureFaults(machine, worlds[name])).toEqual([]);
});

const BUSY = createMachine({
  id: 'busy',
  initial: 'a',
  states: { a: { tags: 'busy', on: { go: 'b' } }, b: { on: { back: 'a' } } },
});

// `findBrokenProperties` also explores the machine, so it may report more. Loops have their own test below.
test.each([
  ...FAULTY_MACHINES.filter(({ machine }) => machine.id !== 'loop').map((one) => ({ ...one, kind: one.machine.id })),
  { machine: BUSY, kind: 'wait', state: 'busy.a', says: 'a is busy without a time limit.', broken: undefined },
])('the workbench and the tests report the mistake in a chart: $says', ({ machine, kind, state, says, broken }) => {
  expect(findStructureFaults(machine)).toEqual([{ kind, state, around: [...new Set([state, machine.id])], says }]);
  expect(findBrokenProperties(machine)).toContain(broken ?? says);
});

const [trap, wait] = ['trap', 'wait'].map((id) => FAULTY_MACHINES.find(({ machine }) => machine.id === id)!.machine);

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
  expect(findStructureFaults(loop()).map(({ says }) => says)).toEqual([
    'a leads back to itself for ever, by transitions that need no event.',
    'b.c leads back to itself for ever, by transitions that need no event.',
  ]);
  expect(findBrokenProperties(loop())).toEqual(findStructureFaults(loop()).map(({ says }) => says));
  expect(findStructureFaults(loop('maybe'))).toEqual([]);
});

test.each([
  ['a single state', { initial: 'a', states: { a: {} }, on: { add: {} } }],
  ['no states', {}],
  [
    'states that are left by a parent, a parallel state or a timer',
    {
      initial: 'p',
      states: {
        p: {
          type: 'parallel' as const,
          states: {
            q: { initial: 'x', states: { x: {} } },
            r: { initial: 'y', states: { y: { on: { leave: '#m.z' } } } },
          },
        },
        z: { initial: 'deep', states: { deep: {} }, after: { 100: 'p' } },
      },
    },
  ],
])('no mistake is reported in a machine with %s', (_, chart) => {
  expect(findStructureFaults(createMachine({ id: 'm', ...chart }))).toEqual([]);
});

test('the workbench reports mistakes in the machine and the steps of another app', () => {
  const { actor, stepsOf, bench, session } = runWithClient(wait!);
  actor.send({ type: 'surprise' });
  const [step] = stepsOf();
  const options = faultOptionsOf(bench.recorder.read(), session);
  expect(findStructureFaults(step!.snapshot.machine, options).map(({ says }) => says)).toEqual([
    'a waits for load without a time limit.',
    'No state hears surprise.',
  ]);
});

test('the coverage of a session counts the transitions that were taken', () => {
  const { actor, bench, session } = runWithClient(trap!);
  const coverage = () => transitionCoverageOf(bench.recorder.read(), session)!;
  expect(coverage()).toEqual({ taken: [], total: 3 });
  actor.send({ type: 'stay' });
  actor.send({ type: 'go' });
  for (let i = 0; i < 600; i++) actor.send({ type: 'stay' });
  expect(coverage()).toEqual({ taken: [0, 2], total: 3 });
  bench.recorder.clear();
  expect(coverage().taken).toEqual([]);
});
