import { describe, expect, test } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { eventsOf } from '../../src/workbench/gallery/events';
import { startRun } from '../../src/workbench/gallery/run';
import { storiesOf } from '../../src/workbench/gallery/stories';
import { walksOf } from '../engine/paths';
import { legible } from '../engine/words';
import { scenarios } from '../samples/scenarios';
import { worlds } from '../samples/worlds';
import { machines } from '../support/machines';

const essence = ({ value, status, context, output }: AnyMachineSnapshot) => legible({ value, status, context, output });

describe.each(machines)('the stories of $name', { timeout: 120_000 }, ({ name, machine }) => {
  test('the stories are all generated paths, and a run alone goes the same way', async () => {
    const paths = (await storiesOf(machine)).filter(({ kind }) => kind === 'path');
    const walks = walksOf(machine, worlds[name]);
    expect(paths).toHaveLength(walks.length);
    for (const [i, { follow }] of walks.entries()) {
      const { input, steps } = eventsOf(machine, paths[i]!);
      const run = startRun(machine, input);
      let at = 0;
      await follow({
        send: () => run.send(steps[at++]!.event),
        visit: (model) => expect(essence(run.actor.getSnapshot())).toBe(essence(model as AnyMachineSnapshot)),
      });
      run.stop();
    }
  });

  test('the stories reach the states that the scenarios name', async () => {
    for (const story of (await storiesOf(machine)).filter(({ kind }) => kind === 'scenario')) {
      const { input, steps } = eventsOf(machine, story);
      const run = startRun(machine, input);
      for (const { event, to } of steps) run.send(event, to);
      const states = run.actor.getSnapshot()._nodes.map(({ id }) => id);
      expect(states, story.title).toContain(story.reaches);
      run.stop();
    }
  });
});

test('each scenario belongs to an existing machine', () => {
  const names = machines.map(({ name }) => name);
  expect(scenarios.filter(({ machine }) => !names.includes(machine))).toEqual([]);
});
