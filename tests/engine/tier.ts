import { expect, test } from 'vitest';
import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode } from 'xstate';
import { type CoverageRatio, type CoverageRecord, createCoverageRecord } from './coverage';
import {
  type GeneratedPath,
  generateAllPaths,
  listTransitionPairs,
  MissingTestCodeError,
  type PathReplayTarget,
  type PathSamples,
} from './paths';
import { findRestingStates, isVisitorEvent, listStateNodes, serializeValue } from './words';

/**
 * The tiers on which a machine's paths are replayed: `live` with scripted actors, `view` in the machine's view, and
 * `page` on the whole page.
 */
export const testTiers = ['live', 'view', 'page'] as const;

export type TestTier = (typeof testTiers)[number];

/**
 * The coverage of one machine by its generated paths on one tier. Samples are inputs and different events with data,
 * executors are event types that the test itself causes, and checks are states with an assertion. `*`, the check of all
 * states, counts as one check.
 */
export interface TierCoverage
  extends Record<'states' | 'transitions' | 'branches' | 'pairs', CoverageRatio>,
    Record<'paths' | 'steps' | 'samples' | 'executors' | 'checks', number> {
  tier: TestTier;
  machine: string;
}

declare module 'vitest' {
  interface TaskMeta {
    proof?: TierCoverage;
  }
}

interface Options {
  /** The pairs of consecutive moves that the paths must contain, if any. A move is an event in a state. */
  pairs?: readonly string[];
  /** The names of transitions and guard branches that are impossible on this tier. */
  impossible?: readonly string[];
  /** Whether the test can observe the machine's guards. The built page hides them. */
  guards?: boolean;
}

/** Returns the running test's file, as a path from the project's folder. */
const testFile = () => (expect.getState().testPath ?? '').replace(/^.*?(?=tests\/)/, '');

/** Returns sentences about states without a check, and about checks of states that do not exist. */
function misfitsOf(machine: AnyStateMachine, asserted: string[]) {
  const { id, root } = machine;
  const pathOf = ({ path }: AnyStateNode) => path.join('.');
  const paths = listStateNodes(root).map(pathOf);
  const unknown = asserted.filter((name) => name !== '*' && !paths.includes(name));
  const asserts = (path: string) => asserted.some((name) => `${path}.`.startsWith(`${name}.`));
  const leaves = findRestingStates(machine).filter(({ states }) => !Object.keys(states).length);
  const forgotten = String(asserted) === '*' ? [] : leaves.map(pathOf).filter((path) => !asserts(path));
  return [
    ...unknown.map((name) => `${id} has no state "${name}" to assert.`),
    ...forgotten.map(
      (path) => `Nothing is asserted in the state "${path}" of ${id}. Write a check for it under "states".`,
    ),
  ];
}

/**
 * Returns the paths of a machine as tests of one tier:
 *
 *     const paths = generatePaths(chainMachine, chainSamples);
 *     testPaths(createPathTests('view', chainMachine, paths), async ({ input, follow, coverage }) => {
 *       const { stop, ...life } = await shown({ input, coverage });
 *       await follow({ ...life, events, states });
 *       stop();
 *     });
 */
export function createPathTests<M extends AnyStateMachine>(
  tier: TestTier,
  machine: M,
  paths: readonly GeneratedPath<M>[],
  { pairs = [], impossible = [], guards = tier !== 'page' }: Options = {},
) {
  const seen = tier === 'view' || tier === 'page';
  const coverage = createCoverageRecord(machine);
  const untaken = new Set(pairs);
  const executors = new Set<string>();
  const checks = new Set<string>();
  const told = new Set<string>();
  const samples = new Set<string>();
  const omissions = new Set<string>();
  let [steps, followed] = [0, 0];

  const follow = async (path: GeneratedPath<M>, stage: PathReplayTarget<M>) => {
    const { events = {}, states = {} } = stage;
    for (const type of Object.keys(events)) executors.add(type);
    for (const state of Object.keys(states)) checks.add(state);
    for (const misfit of misfitsOf(machine, Object.keys(states))) omissions.add(misfit);
    try {
      // In a view and on the page, `events` must cause each event of a visitor by a click or a key.
      const lazy = seen && path.types.find((type) => isVisitorEvent(type) && !events[type]);
      if (lazy)
        throw new MissingTestCodeError(
          `Nothing says how a visitor does "${lazy}" of ${machine.id}. Add it under "events".`,
        );
      await path.follow({ ...stage, states, visit: (now) => coverage.visit(now as AnyMachineSnapshot) });
    } catch (error) {
      // The last test reports missing code once. Otherwise every path would fail for it.
      if (error instanceof MissingTestCodeError) return void omissions.add(error.message);
      const { currentTestName = '' } = expect.getState();
      const names = [...currentTestName.split(' > ').slice(0, -1), path.title];
      if (error instanceof Error)
        error.message += `\nAlone: npx vitest run ${testFile()} -t "^${names.join(' ').replace(/[^\w ]+/g, '.+')}$"`;
      throw error;
    }
    // Without `snapshot`, the machine runs in another process, where `coverage` cannot observe its transitions.
    if (!stage.snapshot) coverage.take(path.takes);
    for (const pair of path.pairs) untaken.delete(pair);
    for (const type of path.types) told.add(type);
    for (const sample of [`from ${serializeValue(path.input)}`, ...path.samples]) samples.add(sample);
    steps += path.types.length;
    followed += 1;
  };

  return {
    coverage,
    paths: paths.map((path): GeneratedPath<M> => ({ ...path, follow: (stage) => follow(path, stage) })),
    /**
     * Checks, as the last test, that the paths covered everything, and that no function or check is missing or unused.
     * A path that needs a missing one ends early, and its own test passes.
     */
    complete: ({ task }: { task: { meta: { proof?: TierCoverage } } }) => {
      const { branches, ...shares } = coverage.figures();
      const guarded: CoverageRatio = guards ? branches : [0, 0];
      const pairsTaken: CoverageRatio = [pairs.length - untaken.size, pairs.length];
      const counts = { samples: samples.size, executors: executors.size, checks: checks.size };
      task.meta.proof = {
        tier,
        machine: machine.id,
        ...shares,
        branches: guarded,
        pairs: pairsTaken,
        paths: followed,
        steps,
        ...counts,
      };
      const missing = coverage.missing();
      const left = [...missing.states, ...missing.transitions, ...(guards ? missing.branches : []), ...untaken];
      if (omissions.size) throw new Error(`${testFile()} lacks something.\n${[...omissions].join('\n')}`);
      expect(followed, 'Not all paths were followed to their end.').toBe(paths.length);
      expect(left.sort()).toEqual([...impossible].sort());
      expect(
        [...executors].filter((type) => !told.has(type)),
        'No path needs these executors.',
      ).toEqual([]);
    },
  };
}

/** Like `createPathTests`, with paths that also cover each two events in a row. Only fast tiers have time for these. */
export const createAllPathTests = <M extends AnyStateMachine>(tier: TestTier, machine: M, world: PathSamples<M>) =>
  createPathTests(tier, machine, generateAllPaths(machine, world), { pairs: listTransitionPairs(machine, world) });

/** Creates a test for each path, which `replay` follows, and a last test for the coverage. */
export function testPaths<M extends AnyStateMachine>(
  { coverage, paths, complete }: ReturnType<typeof createPathTests<M>>,
  replay: (path: GeneratedPath<M> & { coverage: CoverageRecord }) => Promise<void>,
) {
  for (const path of paths) test(path.title, () => replay({ ...path, coverage }));
  test('the paths together take every transition', complete);
}
