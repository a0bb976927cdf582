import { expect, test } from 'vitest';
import { and, createMachine, not, or, stateIn } from 'xstate';
import { chartOf } from '../../src/workbench/charts/chart';
import { runWithClient } from './wired';

const GUARDS = [
  [not('isFull'), 'not isFull'],
  [and(['isFull', not('isOpen')]), 'isFull and not isOpen'],
  [not(or(['isFull', { type: 'isAbove', params: { level: 3 } }])), 'not (isFull or isAbove 3)'],
  [stateIn('idle'), 'stateIn idle'],
  [stateIn({ a: 'b' }), 'stateIn {"a":"b"}'],
  // An app's bundler has given its function another name.
  [Object.defineProperty(not('isFull'), 'name', { value: 'not2' }), 'not isFull'],
] as const;

test.each(GUARDS)('%# a combination of guards is named by its members, as the client does: %s', (guard, words) => {
  const machine = createMachine(
    { id: 'm', initial: 'idle', states: { idle: { on: { go: { guard: guard as never, actions: 'a' } } } } },
    { guards: { isFull: () => false, isOpen: () => false, isAbove: () => false }, actions: { a: () => {} } },
  );
  const { stepsOf } = runWithClient(machine);
  const told = [machine, stepsOf()[0]!.snapshot.machine].map((one) => chartOf(one).transitions[0]!.guard);
  expect(told).toEqual([words, words]);
});
