import { describe } from 'vitest';
import type { AnyStateMachine, InputFrom } from 'xstate';
import type { PathReplayTarget, PathSamples } from './paths';
import { type PerformedMachine, type PerformOptions, perform } from './perform';
import { createAllPathTests, testPaths } from './tier';

/**
 * Makes a test of each generated path of `machine`, which replays the path on a running actor. `checksOf` receives that
 * actor, and returns the assertions for each state:
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
