import { describe } from 'vitest';
import type { AnyStateMachine, InputFrom } from 'xstate';
import type { PathReplayTarget, PathSamples } from './paths';
import { type PerformedMachine, type PerformOptions, perform } from './perform';
import { createAllPathTests, testPaths } from './tier';

/**
 * Replays all paths of `machine` on running actors, as tests. `checksOf` returns the assertions for each state of one
 * path:
 *
 *     testLive(chainMachine, chainSamples, ({ given }) => ({
 *       choosing: ({ context }) => expect(context.target).toBeNull(),
 *       switching: ({ context }) => expect(given('switchChain')).toEqual({ id: context.target }),
 *     }));
 *
 * `begin` starts the machine, by default with `perform`.
 */
export function testLive<M extends AnyStateMachine, Life extends PerformedMachine<M> = PerformedMachine<M>>(
  machine: M,
  world: PathSamples<M>,
  checksOf: (life: Life & { input: InputFrom<M> }) => NonNullable<PathReplayTarget<M>['states']>,
  begin = (options: PerformOptions<M>) => perform(machine, options) as Life,
) {
  describe(machine.id, () => {
    testPaths(createAllPathTests('live', machine, world), async ({ input, follow, coverage }) => {
      const life = begin({ input, coverage });
      await follow({ send: life.send, snapshot: life.snapshot, states: checksOf({ ...life, input }) });
      life.stop();
    });
  });
}
