import { describe, expect, onTestFinished, test } from 'vitest';
import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { siteGallery } from '../../src/tools/gallery/config';
import { startRun } from '../../src/tools/gallery/run';
import { siteStoriesOf } from '../../src/tools/gallery/stories';
import { inputAndStepsOf } from '../../src/workbench/gallery/events';
import type { MachineRun } from '../../src/workbench/gallery/run';
import type { Story } from '../../src/workbench/gallery/stories';
import { formatJson } from '../../src/workbench/recorder/plain';
import { generateAllPaths, selectFewestPaths } from '../engine/paths';
import { serializeValue } from '../engine/words';
import { scenarios } from '../samples/scenarios';
import { worlds } from '../samples/worlds';
import { allMachines } from '../support/machines';
import { lintCopiedTest, runCopiedTests } from './copied';
import { SECRET_PATTERN } from './lit';

const essence = ({ value, status, context, output }: AnyMachineSnapshot) =>
  serializeValue({ value, status, context, output });
const machineOf = (name: string) => allMachines.find((one) => one.name === name)!.machine;
const findStory = async (name: string, title: string) =>
  (await siteStoriesOf(machineOf(name))).find((story) => story.title === title)!;

async function play(name: string, story: Story) {
  const { input, steps, scenario } = inputAndStepsOf(siteGallery, machineOf(name), story);
  const run = startRun(machineOf(name), input, scenario);
  onTestFinished(run.stop);
  for (const step of steps) await run.take(step);
  return run;
}

/** Returns whether the panel offers `event`: as a choice, or as a timer. */
function isOffered({ bench, actor }: MachineRun, event: AnyEventObject) {
  const now = bench.happenings(actor.sessionId);
  const answers = now?.ports.flatMap(({ answers, failures }) => [...answers, ...failures]) ?? [];
  const choices = [...answers, ...(now?.events.flatMap(({ choices }) => choices) ?? [])];
  // An event that is no sample is a new object each time, so its content is compared.
  const isChoice = choices.some(
    (choice) => choice.event.type === event.type && formatJson(choice.event) === formatJson(event),
  );
  return isChoice || now?.timers.some(({ id }) => id === event.type) === true;
}

describe.each(allMachines)('the stories of $name in the gallery', { timeout: 120_000 }, ({ name, machine }) => {
  test('the stories are the generated paths, and the panel offers each of their events', async () => {
    const stories = (await siteStoriesOf(machine)).filter(({ kind }) => kind === 'path');
    const paths = generateAllPaths(machine, worlds[name]);
    expect(stories.map(({ title }) => title)).toEqual(paths.map(({ title }) => title));
    // Asking the panel takes long, so it is asked on the paths that together take each transition.
    const asked = new Set(selectFewestPaths(paths));
    for (const [i, path] of paths.entries()) {
      const { input, steps } = inputAndStepsOf(siteGallery, machine, stories[i]!);
      const run = startRun(machine, input);
      let at = 0;
      const fired = new Set<string>();
      await path.follow({
        send: (event) => {
          const { type } = event;
          const can = run.actor.getSnapshot().can(event);
          // A timer may expire even if a guard then refuses its event. A path may fire a timer twice.
          const isTimer = type.startsWith('xstate.after.') && (fired.has(type) || !can);
          if (asked.has(path) && !isTimer) expect(isOffered(run, event), `${type} is offered`).toBe(can);
          fired.add(type);
          return run.take(steps[at++]!);
        },
        visit: (model) => expect(essence(run.actor.getSnapshot())).toBe(essence(model as AnyMachineSnapshot)),
      });
      run.stop();
    }
  });

  test('each story of a written scenario reaches the state that the scenario names', async () => {
    for (const story of (await siteStoriesOf(machine)).filter(({ kind }) => kind === 'scenario')) {
      const run = await play(name, story);
      const { _nodes, children } = run.actor.getSnapshot() as AnyMachineSnapshot;
      const statesOf = (nodes: AnyMachineSnapshot['_nodes'] = []) => nodes.map(({ id }) => id);
      expect(statesOf(_nodes), story.title).toContain(story.reaches);
      const { opens } = scenarios.find(({ title }) => title === story.title)!;
      const inner = Object.values(children).flatMap((child) => statesOf((child as AnyActorRef).getSnapshot()._nodes));
      if (opens) expect(inner, story.title).toContain(opens);
    }
  });
});

test('each scenario belongs to an existing machine', () => {
  const names = allMachines.map(({ name }) => name);
  expect(scenarios.filter(({ machine }) => !names.includes(machine))).toEqual([]);
});

test('a step in a child machine shows the state of that child too', async () => {
  const { steps } = await findStory('connect', 'The wallet declines, then approves');
  expect(steps.find(({ word }) => word === 'wallet rejects')).toMatchObject({ state: 'connect', inner: 'failed' });
});

test('the scenario "The wallet never answers" ends with an open request', async () => {
  const { wallet } = await play('attempt', await findStory('attempt', 'The wallet never answers'));
  expect(wallet?.pending).toMatchObject([{ method: 'eth_requestAccounts' }]);
});

test('tests that are copied after played stories pass', { timeout: 120_000 }, async () => {
  const played = [
    ['attempt', 'The wallet never answers'],
    ['attempt', 'claim.approved: approved'],
    ['connect', 'The wallet declines, then approves'],
    ['session', 'The visitor connects and signs in'],
  ] as const;
  const files: Record<string, string> = {};
  for (const [i, [name, title]] of played.entries()) {
    const { actor, bench } = await play(name, await findStory(name, title));
    const { entries } = bench.recorder.read();
    const text = bench.testOf(entries.findLast(({ session }) => session === actor.sessionId)!);
    await lintCopiedTest(text);
    expect(text).not.toMatch(SECRET_PATTERN);
    files[`copied${i}.test.ts`] = text;
  }
  const titles = played.map(([name]) => `the ${name} machine reaches the recorded state after each step`);
  expect((await runCopiedTests(files)).sort()).toEqual(titles);
});
