import { expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { nameIn, stepNear } from '../../src/workbench/panel/steps';
import { runWithClient } from './wired';

test.each<[string, number, number | null, number | null]>([
  ['back from the present', 8, null, 6],
  ['back', 5, 6, 2],
  ['back at the first one', 1, 2, 2],
  ['forward', 3, 2, 6],
  ['forward at the last one', 7, 6, null],
])('the time bar steps through what the log shows: %s', (_, wanted, now, found) => {
  const entries = Array.from({ length: 9 }, (_, i) => ({ nth: i + 1 }));
  expect(stepNear(entries, wanted, now, [{ nth: 2 }, { nth: 6 }])).toBe(found);
});

test('actors of one machine are told apart by their ids, or else by their sessions', () => {
  const machine = createMachine({ id: 'counter', initial: 'on', states: { on: {} } });
  const nameOf = (id?: string) => {
    const { bench, session } = runWithClient(machine, id ? { id } : {});
    const recording = bench.recorder.read();
    const [actor] = [...recording.known.values()];
    const others = ['first', 'counter'].map(
      (other) => [`app/${other}`, { ...actor!, id: other, session: other }] as const,
    );
    return nameIn({ ...recording, known: new Map([...recording.known, ...others]) }, session);
  };
  expect(nameOf('order 7')).toBe('counter order 7');
  expect(nameOf('counter')).toMatch(/^counter x:\d+$/);
});
