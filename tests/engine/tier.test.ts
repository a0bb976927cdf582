import { describe, expect, test } from 'vitest';
import { setup } from 'xstate';
import { walksOf } from './paths';
import { perform } from './perform';
import { prove, proveAll } from './tier';

/** A lamp that a child must not light. */
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

/** Follows the paths of `proof` except `but`, and returns why it is not complete. */
async function completed(proof: Proof, more: object = {}, but = 0) {
  for (const { follow } of proof.walks.slice(but)) {
    const { stop, ...life } = perform(lamp, { coverage: proof.coverage });
    await follow({ ...life, states, ...more });
    stop();
  }
  const task = { meta: {} };
  try {
    proof.complete({ task });
    return task.meta;
  } catch (error) {
    return `${error} ${JSON.stringify((error as { actual?: unknown }).actual)}`;
  }
}

describe('proofs of a machine', () => {
  test('a proof is complete when all transitions were taken, and counts them', async () => {
    expect(await completed(proveAll('live', lamp, world))).toEqual({
      proof: {
        tier: 'live',
        machine: 'lamp',
        states: [2, 2],
        transitions: [2, 2],
        branches: [2, 2],
        pairs: [2, 2],
        walks: 2,
        steps: 8,
        samples: 3,
        executors: 0,
        checks: 2,
      },
    });
  });

  test.each([true, false])('a proof is incomplete without the sample %s', async (tall) => {
    const lacking = { samples: [press(tall)] };
    expect(await completed(prove('live', lamp, walksOf(lamp, lacking)))).toContain('lamp.dark · press → lamp.lit');
  });

  test('a proof is incomplete while a path is not followed', async () => {
    expect(await completed(proveAll('live', lamp, world), {}, 1)).toContain('Not all walks were followed');
  });

  test('a proof fails with an executor for an event that never happens', async () => {
    const executors = { events: { press: () => {}, pull: () => {} }, send: undefined };
    const proof = prove('page', lamp, walksOf(lamp, world));
    expect(await completed(proof, { ...executors, snapshot: undefined })).toMatch(/Nobody needs to know[\s\S]*pull/);
  });

  test('a proof fails if a state has no check', async () => {
    for (const states of [{}, { '*': () => {}, dark: () => {} }, undefined])
      await expect(completed(prove('live', lamp, walksOf(lamp, world)), { states })).rejects.toThrow(
        /Nothing is asserted in the state "(lit|dark)" of lamp/,
      );
  });

  test('a proof counts samples, executors and checks, so that missing ones are noticed', async () => {
    const more = { events: { press: () => {} }, states: { '*': () => {} }, snapshot: undefined };
    expect(await completed(prove('page', lamp, walksOf(lamp, world)), more)).toMatchObject({
      proof: { samples: 3, executors: 1, checks: 1 },
    });
  });

  test('a proof does not count samples without data', () => {
    const samplesOf = (world: object) => walksOf(lamp, world).flatMap(({ samples }) => samples);
    expect(samplesOf({ samples: [press(true)] })).not.toEqual([]);
    expect(samplesOf({ samples: [{ type: 'press' }] })).toEqual([]);
  });

  test.each(['view', 'page'] as const)("a proof fails if a visitor's event has no executor: %s", async (tier) => {
    await expect(completed(prove(tier, lamp, walksOf(lamp, world)))).rejects.toThrow(
      /^.*\nNobody says how a visitor does this: press\./,
    );
  });

  test('a proof fails if an impossible event happens', async () => {
    const impossible = ['lamp.lit · press → lamp.dark'];
    expect(await completed(prove('live', lamp, walksOf(lamp, world), { impossible }))).toContain('lamp.lit · press');
  });
});

describe('a walk that fails', () => {
  test('the error of a failed path says how to replay it alone', async () => {
    const { walks, coverage } = prove('live', lamp, walksOf(lamp, world));
    const { stop, ...life } = perform(lamp, { coverage });
    const lit = () => expect('dark').toBe('lit');
    await expect(walks[0]!.follow({ ...life, states: { ...states, lit } })).rejects.toThrow(
      /Alone: npx vitest run tests\/engine\/tier\.test\.ts -t "\^a walk that fails press.+\$"$/,
    );
    stop();
  });
});
