import { describe } from 'vitest';
import type { AnyStateMachine, InputFrom } from 'xstate';
import type { CoverageRecord } from '../engine/coverage';
import { type GeneratedPath, generatePaths, type PathReplayTarget, type World } from '../engine/paths';
import { prove, testPaths } from '../engine/tier';

interface Options<M extends AnyStateMachine> {
  /** Paths instead of those that take every event in every situation. */
  paths?: readonly GeneratedPath<M>[];
  /** The names of transitions and guard branches that are impossible in the view. */
  impossible?: readonly string[];
}

/** Replays generated paths of `machine` in its view, as tests. `begin` shows the view at the start of a path. */
export function testView<M extends AnyStateMachine>(
  machine: M,
  world: World<M>,
  begin: (path: {
    input: InputFrom<M>;
    coverage: CoverageRecord;
  }) => Promise<PathReplayTarget<M> & { stop: () => void }>,
  { paths = generatePaths(machine, world), impossible = [] }: Options<M> = {},
) {
  describe(`the ${machine.id} machine in its view`, () => {
    testPaths(prove('view', machine, paths, { impossible }), async ({ input, follow, coverage }) => {
      const { stop, ...stage } = await begin({ input, coverage });
      await follow(stage);
      stop();
    });
  });
}
