import { expect, test } from 'vitest';
import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { type Coverage, coverageOf, type Share } from './coverage';
import { pairsOf, type Stage, type Walk, type World, walksOf } from './paths';
import { legible } from './words';

/**
 * The tiers on which a machine's paths are replayed: by pure functions, by the interpreter with scripted actors, in its
 * view, on the page.
 */
export const tiers = ['pure', 'live', 'view', 'page'] as const;
export type Tier = (typeof tiers)[number];

/** The proof of one machine on one tier. */
export interface Proof {
  tier: Tier;
  machine: string;
  states: Share;
  transitions: Share;
  branches: Share;
  pairs: Share;
  walks: number;
  steps: number;
  /** The number of inputs and of different events with data. */
  samples: number;
  /** The number of event types that a test causes in its own way. */
  executors: number;
  /** The number of places with an assertion: states, and `*` for all of them. */
  checks: number;
}

declare module 'vitest' {
  interface TaskMeta {
    proof?: Proof;
  }
}

interface Options {
  /** The pairs of moves to take. None if edges suffice. */
  pairs?: readonly string[];
  /** Names of transitions and guard branches that can't happen on this tier. */
  impossible?: readonly string[];
  /** Whether guards can be observed. */
  guards?: boolean;
}

/**
 * Returns the paths of a machine as tests of one tier:
 *
 *     testWalks(prove('view', chainMachine, walksOf(chainMachine, chainWorld)), async ({ input, follow, coverage }) => {
 *       const { stop, ...life } = await shown({ input, coverage });
 *       await follow({ ...life, events, states });
 *       stop();
 *     });
 */
export function prove<M extends AnyStateMachine>(
  tier: Tier,
  machine: M,
  walks: readonly Walk<M>[],
  { pairs = [], impossible = [], guards = tier !== 'page' }: Options = {},
) {
  const seen = tier === 'view' || tier === 'page';
  const coverage: Coverage = coverageOf(machine);
  const untaken = new Set(pairs);
  const executors = new Set<string>();
  const checks = new Set<string>();
  const told = new Set<string>();
  const samples = new Set<string>();
  let [steps, followed] = [0, 0];

  const follow = async (walk: Walk<M>, stage: Stage<M>) => {
    const { events = {}, states = {} } = stage;
    for (const type of Object.keys(events)) executors.add(type);
    for (const state of Object.keys(states)) checks.add(state);
    // A visitor's event needs an executor, which uses a control if there is one.
    const lazy = seen && walk.types.find((type) => !type.includes('.') && !events[type]);
    if (lazy) throw new Error(`${walk.title}\nNobody says how a visitor does this: ${lazy}.`);
    try {
      await walk.follow({ ...stage, states, visit: (now) => coverage.visit(now as AnyMachineSnapshot) });
    } catch (error) {
      const { testPath = '', currentTestName = '' } = expect.getState();
      const file = testPath.replace(/^.*?(?=tests\/)/, '');
      const names = [...currentTestName.split(' > ').slice(0, -1), walk.title];
      if (error instanceof Error)
        error.message += `\nAlone: npx vitest run ${file} -t "^${names.join(' ').replace(/[^\w ]+/g, '.+')}$"`;
      throw error;
    }
    // A stage with a snapshot records its own transitions.
    if (!stage.snapshot) coverage.take(walk.takes);
    for (const pair of walk.pairs) untaken.delete(pair);
    for (const type of walk.types) told.add(type);
    for (const sample of [`from ${legible(walk.input)}`, ...walk.samples]) samples.add(sample);
    steps += walk.types.length;
    followed += 1;
  };

  return {
    coverage,
    walks: walks.map((walk): Walk<M> => ({ ...walk, follow: (stage) => follow(walk, stage) })),
    /** The last test: everything is covered, and nothing is unused. Its figures go into the report. */
    complete: ({ task }: { task: { meta: { proof?: Proof } } }) => {
      const { states, transitions, branches } = coverage.figures();
      const pairsTaken: Share = [pairs.length - untaken.size, pairs.length];
      const shares = { states, transitions, branches: guards ? branches : ([0, 0] as Share), pairs: pairsTaken };
      const counts = { samples: samples.size, executors: executors.size, checks: checks.size };
      task.meta.proof = { tier, machine: machine.id, ...shares, walks: followed, steps, ...counts };
      const missing = coverage.missing();
      const left = [...missing.states, ...missing.transitions, ...(guards ? missing.branches : []), ...untaken];
      expect(followed, 'Not all walks were followed to their end.').toBe(walks.length);
      expect(left.sort()).toEqual([...impossible].sort());
      expect(
        [...executors].filter((type) => !told.has(type)),
        'Nobody needs to know how these come about.',
      ).toEqual([]);
    },
  };
}

/** Like `prove`, for fast tiers: also covers each pair of moves that can follow one another. */
export const proveAll = <M extends AnyStateMachine>(tier: Tier, machine: M, world: World<M>) =>
  prove(tier, machine, [...walksOf(machine, world), ...walksOf(machine, world, 'pairs')], {
    pairs: pairsOf(machine, world),
  });

/** Makes a test of each walk, which `replay` follows, and one that nothing is left out. */
export function testWalks<M extends AnyStateMachine>(
  { coverage, walks, complete }: Pick<ReturnType<typeof prove<M>>, 'coverage' | 'walks' | 'complete'>,
  replay: (walk: Walk<M> & { coverage: Coverage }) => Promise<void>,
) {
  for (const walk of walks) test(walk.title, () => replay({ ...walk, coverage }));
  test('takes every transition', complete);
}
