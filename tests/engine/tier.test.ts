import { describe, expect, test } from 'vitest';
import { setup } from 'xstate';
import { generatePaths, MissingTestCodeError } from './paths';
import { perform } from './perform';
import { prove, proveAll } from './tier';

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

type Proof = ReturnType<typeof proveAll<typeof lamp>>;

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

/** Follows the paths of `proof`, without the first `but` of them. Returns the result of the last test. */
async function completed(proof: Proof, more: object = {}, but = 0) {
  for (const { follow } of proof.paths.slice(but)) {
    const { stop, ...life } = perform(lamp, { coverage: proof.coverage });
    await follow({ ...life, states, ...more });
    stop();
  }
  return outcomeOf(proof);
}

describe('the proof that tests cover a machine', () => {
  test('coverage is complete once tests have taken all transitions, and is counted', async () => {
    expect(await completed(proveAll('live', lamp, world))).toEqual({
      proof: {
        tier: 'live',
        machine: 'lamp',
        states: [2, 2],
        transitions: [2, 2],
        branches: [2, 2],
        pairs: [2, 2],
        paths: 2,
        steps: 8,
        samples: 3,
        executors: 0,
        checks: 2,
      },
    });
  });

  test.each([true, false])('coverage is incomplete without a sample event whose field `tall` is %s', async (tall) => {
    const lacking = { samples: [press(tall)] };
    expect(await completed(prove('live', lamp, generatePaths(lamp, lacking)))).toContain(
      'lamp.dark · press → lamp.lit',
    );
  });

  test('coverage is incomplete if one of the generated paths was not followed', async () => {
    expect(await completed(proveAll('live', lamp, world), {}, 1)).toContain('Not all paths were followed');
  });

  test('coverage fails with code that causes an event which no path contains', async () => {
    const executors = { events: { press: () => {}, pull: () => {} }, send: undefined };
    const proof = prove('page', lamp, generatePaths(lamp, world));
    expect(await completed(proof, { ...executors, snapshot: undefined })).toMatch(/No path needs these[\s\S]*pull/);
  });

  test('a state without a check fails only the last test, which names state and file', async () => {
    const sentence = (state: string) =>
      `Nothing is asserted in the state "${state}" of lamp. Write a check for it under "states".`;
    const failureWith = (states: object | undefined) =>
      completed(prove('live', lamp, generatePaths(lamp, world)), { states });
    const lacking = 'Error: tests/engine/tier.test.ts lacks something.\n';
    // A check for all states doesn't replace the check of a single state.
    for (const states of [{ dark: () => {} }, { '*': () => {}, dark: () => {} }])
      expect(await failureWith(states)).toBe(`${lacking}${sentence('lit')} undefined`);
    for (const states of [{}, undefined])
      expect(await failureWith(states)).toBe(`${lacking}${sentence('dark')}\n${sentence('lit')} undefined`);
  });

  test('the check of a state also counts for its child states', async () => {
    const oven = setup({ types: { events: {} as { type: 'light' | 'turn' } } }).createMachine({
      id: 'oven',
      initial: 'cold',
      states: {
        cold: { on: { light: 'hot' } },
        hot: { initial: 'low', states: { low: { on: { turn: 'high' } }, high: {} } },
      },
    });
    const nothing = () => {};
    const outcomeWith = async (states: Record<string, () => void>) => {
      const proof = prove('live', oven, generatePaths(oven));
      for (const { follow } of proof.paths) await follow({ send: nothing, states });
      return outcomeOf(proof);
    };
    expect(await outcomeWith({ cold: nothing, hot: nothing })).toHaveProperty('proof');
    expect(await outcomeWith({ cold: nothing, 'hot.low': nothing })).toContain('in the state "hot.high" of oven');
  });

  test('a check of an unknown state fails only the last test', async () => {
    const states = { '*': () => {}, broken: () => {} };
    const proof = prove('live', lamp, generatePaths(lamp, world));
    expect(await completed(proof, { states })).toContain('lamp has no state "broken" to assert.');
  });

  test('a check whose own assertion fails makes only the last test fail', async () => {
    const lit = () => {
      throw new MissingTestCodeError('The table lacks "lit".');
    };
    const proof = prove('live', lamp, generatePaths(lamp, world));
    expect(await completed(proof, { states: { ...states, lit } })).toMatch(
      /something\.\nThe table lacks "lit"\. undefined$/,
    );
  });

  test('coverage counts samples, executors and checks, so that a missing one is noticed', async () => {
    const more = { events: { press: () => {} }, states: { '*': () => {} }, snapshot: undefined };
    expect(await completed(prove('page', lamp, generatePaths(lamp, world)), more)).toMatchObject({
      proof: { samples: 3, executors: 1, checks: 1 },
    });
  });

  test('events without data do not count as samples', () => {
    const samplesOf = (world: object) => generatePaths(lamp, world).flatMap(({ samples }) => samples);
    expect(samplesOf({ samples: [press(true)] })).not.toEqual([]);
    expect(samplesOf({ samples: [{ type: 'press' }] })).toEqual([]);
  });

  test.each(['view', 'page'] as const)(
    "a visitor's event without an executor fails the last test: %s",
    async (tier) => {
      expect(await completed(prove(tier, lamp, generatePaths(lamp, world)))).toMatch(
        /something\.\nNothing says how a visitor does "press" of lamp\. Add it under "events"\. undefined$/,
      );
    },
  );

  test('an event that no executor causes fails only the last test', async () => {
    expect(await completed(prove('live', lamp, generatePaths(lamp, world)), { send: undefined })).toMatch(
      /something\.\nNothing in the test causes "press" of lamp\. Add it under "events"\. undefined$/,
    );
  });

  test('coverage fails if an event happens that was declared impossible', async () => {
    const impossible = ['lamp.lit · press → lamp.dark'];
    expect(await completed(prove('live', lamp, generatePaths(lamp, world), { impossible }))).toContain(
      'lamp.lit · press',
    );
  });
});

describe('a path that fails', () => {
  test('the error of a failed path says how to replay it alone', async () => {
    const { paths, coverage } = prove('live', lamp, generatePaths(lamp, world));
    const { stop, ...life } = perform(lamp, { coverage });
    const lit = () => expect('dark').toBe('lit');
    await expect(paths[0]!.follow({ ...life, states: { ...states, lit } })).rejects.toThrow(
      /Alone: npx vitest run tests\/engine\/tier\.test\.ts -t "\^a path that fails press.+\$"$/,
    );
    stop();
  });
});
