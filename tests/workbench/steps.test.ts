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
])('the time bar moves only among the entries that the log shows: %s', (_, wanted, now, found) => {
  const entries = Array.from({ length: 9 }, (_, i) => ({ nth: i + 1 }));
  expect(stepNear(entries, wanted, now, [{ nth: 2 }, { nth: 6 }])).toBe(found);
});

test('actors of one machine are told apart by their ids, sessions or apps', () => {
  const machine = createMachine({ id: 'counter', initial: 'on', states: { on: {} } });
  const nameOf = (id: string, others: readonly [app: string, id: string][]) => {
    const { bench, session, app } = runWithClient(machine, { id });
    const recording = bench.recorder.read();
    const actor = recording.known.get(session)!;
    const known = others.map(
      ([other, id]) => [`${other}/${id}`, { ...actor, id, session: id, app: other || app }] as const,
    );
    return nameIn({ ...recording, known: new Map([...recording.known, ...known]) }, session, bench.describeApp);
  };
  const siblings = ['first', 'counter'].map((id): [string, string] => ['', id]);
  expect(nameOf('counter', [])).toBe('counter');
  expect(nameOf('order 7', siblings)).toBe('counter order 7');
  expect(nameOf('counter', siblings)).toMatch(/^counter x:\d+$/);
  expect(nameOf('counter', [['another app', 'counter']])).toBe('counter in shop');
});
