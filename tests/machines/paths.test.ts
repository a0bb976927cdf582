import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, initialTransition, transition } from 'xstate';
import { proveAll } from '../engine/tier';
import { worlds } from '../samples/worlds';
import { machines } from '../support/machines';

/* Runs each machine by pure functions alone: no actor starts and no request is sent. */
describe.each(machines)(
  'the $name machine by pure functions',
  ({ name, machine }: { name: string; machine: AnyStateMachine }) => {
    const { coverage, paths, complete } = proveAll('pure', machine, worlds[name] ?? {});

    const cast = machine.provide({});
    coverage.watch(cast);
    // Compares each value only once.
    const written = new WeakSet();
    for (const { title, input, follow, takes } of paths)
      test(title, async () => {
        let [now] = initialTransition(cast, input);
        await follow({
          send: (event) => {
            [now] = transition(cast, now, event);
          },
          snapshot: () => now,
          // Every context is plain JSON.
          states: {
            '*': ({ context }) => {
              if (!written.has(context)) expect(JSON.parse(JSON.stringify(context))).toEqual(context);
              written.add(context);
            },
          },
        });
        coverage.take(takes);
      });

    test('generated paths take everything', complete);

    test('every sample is used', () => {
      const types = new Set(paths.flatMap(({ types }) => types));
      expect(worlds[name]?.samples?.filter(({ type }) => !types.has(type)) ?? []).toEqual([]);
    });
  },
);
