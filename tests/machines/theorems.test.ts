import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, createMachine } from 'xstate';
import { machines } from '../machines';
import { broken } from '../theorems';
import { worlds } from '../worlds';

test.each(machines)('$name: every state is reached, described and left again', ({ name, machine }) => {
  const world = worlds[name];
  if (!world) throw new Error(`tests/worlds.ts does not say what may come to ${name} from outside.`);
  expect(broken(machine, world)).toEqual([]);
});

describe('each theorem can fail', () => {
  const description = 'Described.';
  const machine = (states: object): AnyStateMachine =>
    createMachine({ id: 'm', initial: 'a', states: states as never });
  const sound = {
    a: { description, on: { go: 'b' } },
    b: { description, tags: 'busy', after: { 1000: 'a' }, on: { close: 'a' } },
  };

  test('a sound machine passes', () => expect(broken(machine(sound))).toEqual([]));

  test.each([
    ['c can never be reached.', { ...sound, c: { description } }],
    ['c can never be reached.', { ...sound, c: { description, on: { go: 'a' } } }],
    ['a has no description.', { ...sound, a: { on: { go: 'b' } } }],
    ['b is busy without a time limit.', { ...sound, b: { description, tags: 'busy', on: { close: 'a' } } }],
    [
      'b is busy and the visitor cannot leave it.',
      { ...sound, b: { description, tags: 'busy', after: { 1000: 'a' } } },
    ],
    [
      'b is busy and the visitor cannot leave it.',
      { ...sound, b: { description, tags: 'busy', after: { 1000: 'a' }, on: { 'wallet.gone': 'a', wait: 'b' } } },
    ],
    ['There is no way out of "b".', { ...sound, b: { description } }],
    [
      'There is no way out of "b".',
      { ...sound, b: { description, on: { go: 'c' } }, c: { description, on: { go: 'b' } } },
    ],
  ])('%s', (sentence, states) => {
    expect(broken(machine(states))).toContain(sentence);
  });
});
