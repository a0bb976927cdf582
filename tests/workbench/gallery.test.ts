import { describe, expect, test } from 'vitest';
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import { siteGallery } from '../../src/tools/gallery/config';
import { startRun } from '../../src/tools/gallery/run';
import { siteStoriesOf } from '../../src/tools/gallery/stories';
import { eventsOf } from '../../src/workbench/gallery/events';
import { generateAllPaths } from '../engine/paths';
import { serializeValue } from '../engine/words';
import { scenarios } from '../samples/scenarios';
import { worlds } from '../samples/worlds';
import { allMachines } from '../support/machines';

const essence = ({ value, status, context, output }: AnyMachineSnapshot) =>
  serializeValue({ value, status, context, output });

describe.each(allMachines)('the stories of $name in the gallery', { timeout: 120_000 }, ({ name, machine }) => {
  test('the stories are the generated paths, and each can be replayed alone', async () => {
    const stories = (await siteStoriesOf(machine)).filter(({ kind }) => kind === 'path');
    const paths = generateAllPaths(machine, worlds[name]);
    expect(stories.map(({ title }) => title)).toEqual(paths.map(({ title }) => title));
    for (const [i, { follow }] of paths.entries()) {
      const { input, steps } = eventsOf(siteGallery, machine, stories[i]!);
      const run = startRun(machine, input);
      let at = 0;
      await follow({
        send: () => run.take(steps[at++]!),
        visit: (model) => expect(essence(run.actor.getSnapshot())).toBe(essence(model as AnyMachineSnapshot)),
      });
      run.stop();
    }
  });

  test('the stories reach all states that the written scenarios name', async () => {
    for (const story of (await siteStoriesOf(machine)).filter(({ kind }) => kind === 'scenario')) {
      const { input, steps, scenario } = eventsOf(siteGallery, machine, story);
      const run = startRun(machine, input, scenario);
      for (const step of steps) await run.take(step);
      const { _nodes, children } = run.actor.getSnapshot() as AnyMachineSnapshot;
      const statesOf = (nodes: AnyMachineSnapshot['_nodes'] = []) => nodes.map(({ id }) => id);
      expect(statesOf(_nodes), story.title).toContain(story.reaches);
      const { opens } = scenarios.find(({ title }) => title === story.title)!;
      const inner = Object.values(children).flatMap((child) => statesOf((child as AnyActorRef).getSnapshot()._nodes));
      if (opens) expect(inner, story.title).toContain(opens);
      run.stop();
    }
  });
});

test('each scenario belongs to an existing machine', () => {
  const names = allMachines.map(({ name }) => name);
  expect(scenarios.filter(({ machine }) => !names.includes(machine))).toEqual([]);
});

test('a step in a child machine shows the state of that child too', async () => {
  const connect = allMachines.find(({ name }) => name === 'connect')!.machine;
  const { steps } = (await siteStoriesOf(connect)).find(({ title }) => title === 'The wallet declines, then approves')!;
  expect(steps.find(({ word }) => word === 'wallet rejects')).toMatchObject({ state: 'connect', inner: 'failed' });
});

test('at the end of the scenario, a wallet that never answers has an open request', async () => {
  const attempt = allMachines.find(({ name }) => name === 'attempt')!.machine;
  const story = (await siteStoriesOf(attempt)).find(({ title }) => title === 'The wallet never answers')!;
  const { input, steps, scenario } = eventsOf(siteGallery, attempt, story);
  const run = startRun(attempt, input, scenario);
  for (const step of steps) await run.take(step);
  expect(run.wallet?.pending).toMatchObject([{ method: 'eth_requestAccounts' }]);
  run.stop();
});
