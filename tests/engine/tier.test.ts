import { describe, expect, test } from 'vitest';
import { setup } from 'xstate';
import { generatePaths, MissingTestCodeError } from './paths';
import { perform } from './perform';
import { createAllPathTests, createPathTests, type TestTier } from './tier';

/** A lamp that only a tall person can light. */
const lamp = setup({
  types: { events: {} as { type: 'press'; tall: boolean } },
  guards: { tall: (_, tall: boolean) => tall },
}).createMachine({
  id: 'lamp',
  initial: 'dark',
  states: {
    dark: {
      on: { press: { guard: { type: 'tall', params: ({ event }) => event.tall }, target: 'lit' } },
    },
    lit: { on: { press: 'dark' } },
  },
});

const press = (tall: boolean) => ({ type: 'press', tall });
const world = { samples: [press(true), press(false)] };
const states = { dark: () => {}, lit: () => {} };

type Proof = ReturnType<typeof createPathTests<typeof lamp>>;

/** Returns the figures of a machine's coverage, or the reason why it is not complete. */
function outcomeOf({ complete }: Pick<Proof, 'complete'>) {
  const task = { meta: {} };
  try {
    complete({ task });
    return task.meta;
  } catch (error) {
    return `${error} ${JSON.stringify((error as { actual?: unknown }).actual)}`;
  }
}

/** Replays the paths of `proof`, except for the first `but` paths. Returns the outcome of the last test. */
async function completed(proof: Proof, more: object = {}, but = 0) {
  for (const { follow } of proof.paths.slice(but)) {
    const { stop, ...life } = perform(lamp, { coverage: proof.coverage });
    await follow({ ...life, states, ...more });
    stop();
  }
  return outcomeOf(proof);
}

const paths = generatePaths(lamp, world);
const nothing = () => {};

test('the last test of a tier passes if the paths took every transition and sample', async () => {
  const shares = { states: [2, 2], transitions: [2, 2], branches: [2, 2], pairs: [2, 2] };
  const counts = { paths: 2, steps: 8, samples: 3, executors: 0, checks: 2 };
  expect(await completed(createAllPathTests('live', lamp, world))).toEqual({
    proof: { tier: 'live', machine: 'lamp', ...shares, ...counts },
  });
  const more = { events: { press: nothing }, states: { '*': nothing }, snapshot: undefined };
  expect(await completed(createPathTests('page', lamp, paths), more)).toMatchObject({
    proof: { samples: 3, executors: 1, checks: 1 },
  });
});

test('the last test of a tier fails if a path is missing, or an executor is unused', async () => {
  expect(await completed(createAllPathTests('live', lamp, world), {}, 1)).toContain('Not all paths were followed');
  for (const tall of [true, false])
    expect(await completed(createPathTests('live', lamp, generatePaths(lamp, { samples: [press(tall)] })))).toContain(
      'lamp.dark · press → lamp.lit',
    );
  const impossible = ['lamp.lit · press → lamp.dark'];
  expect(await completed(createPathTests('live', lamp, paths, { impossible }))).toContain('lamp.lit · press');
  const onPage = { events: { press: nothing, pull: nothing }, send: undefined, snapshot: undefined };
  expect(await completed(createPathTests('page', lamp, paths), onPage)).toMatch(/No path needs these[\s\S]*pull/);
});

const gap = () => {
  throw new MissingTestCodeError('The table lacks "lit".');
};
const unchecked = (state: string) =>
  `Nothing is asserted in the state "${state}" of lamp. Write a check for it under "states".`;
const undone = 'Nothing says how a visitor does "press" of lamp. Add it under "events".';

test.each<[title: string, said: string, stage?: object, tier?: TestTier]>([
  ['a state has no check', unchecked('lit'), { states: { dark: nothing } }],
  // `*`, the check of all states, is enough alone. Beside the check of one state, every state needs its own check.
  ['a state has no check, and others do', unchecked('lit'), { states: { '*': nothing, dark: nothing } }],
  ['no state has a check', `${unchecked('dark')}\n${unchecked('lit')}`, { states: undefined }],
  ['a check has no state', 'lamp has no state "broken" to assert.', { states: { ...states, broken: nothing } }],
  ['a check finds a gap', 'The table lacks "lit".', { states: { ...states, lit: gap } }],
  ["a visitor's event has no executor in the view", undone, {}, 'view'],
  ["a visitor's event has no executor on the page", undone, {}, 'page'],
  [
    'nothing causes an event',
    'Nothing in the test causes "press" of lamp. Add it under "events".',
    { send: undefined },
  ],
])('only the last test of a tier fails, and names its file, if %s', async (_, said, stage, tier = 'live') => {
  expect(await completed(createPathTests(tier, lamp, paths), stage)).toBe(
    `Error: tests/engine/tier.test.ts lacks something.\n${said} undefined`,
  );
});

test('the assertions for a state also count for its child states', async () => {
  const oven = setup({ types: { events: {} as { type: 'light' | 'turn' } } }).createMachine({
    id: 'oven',
    initial: 'cold',
    states: {
      cold: { on: { light: 'hot' } },
      hot: { initial: 'low', states: { low: { on: { turn: 'high' } }, high: {} } },
    },
  });
  const outcomeWith = async (states: Record<string, () => void>) => {
    const proof = createPathTests('live', oven, generatePaths(oven));
    for (const { follow } of proof.paths) await follow({ send: nothing, states });
    return outcomeOf(proof);
  };
  expect(await outcomeWith({ cold: nothing, hot: nothing })).toHaveProperty('proof');
  expect(await outcomeWith({ cold: nothing, 'hot.low': nothing })).toContain('in the state "hot.high" of oven');
});

test('events without data do not count as samples', () => {
  const samplesOf = (sample: object) =>
    generatePaths(lamp, { samples: [sample] as never }).flatMap(({ samples }) => samples);
  expect(samplesOf(press(true))).not.toEqual([]);
  expect(samplesOf({ type: 'press' })).toEqual([]);
});

describe('a path that fails', () => {
  test('the error of a failed path says how to replay it alone', async () => {
    const { paths: proved, coverage } = createPathTests('live', lamp, paths);
    const { stop, ...life } = perform(lamp, { coverage });
    const dark = () => expect('dark').toBe('lit');
    await expect(proved[0]!.follow({ ...life, states: { ...states, dark } })).rejects.toThrow(
      /Alone: npx vitest run tests\/engine\/tier\.test\.ts -t "\^a path that fails press.+\$"$/,
    );
    stop();
  });
});
