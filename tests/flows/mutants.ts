import fc from 'fast-check';
import { expect } from 'vitest';
import { type AnyStateMachine, createMachine } from 'xstate';
import { generateRandomRuns } from './play';
import { createPageMachines } from './ports';

/* Machines with one fault, which random runs of the page notice. Each comes with a description of its fault. */

type Broken = [fault: string, machine: AnyStateMachine];

const nothing = () => {};

/**
 * @throws {Error} if the machine lacks the named part, because the mutant would equal the machine
 */
function needPart(machine: AnyStateMachine, kind: 'actions' | 'guards' | 'delays', name: string) {
  if (!(name in machine.implementations[kind])) throw new Error(`${machine.id} has no ${name} among its ${kind}.`);
}

/** Returns `machine` with these actions doing nothing, so that it sends fewer events. */
export function withoutActions(machine: AnyStateMachine, ...actions: string[]): Broken {
  for (const name of actions) needPart(machine, 'actions', name);
  const idle = Object.fromEntries(actions.map((name) => [name, nothing]));
  return [`${machine.id} without ${actions}`, machine.provide({ actions: idle } as never)];
}

type Guard = (args: never, params: never) => boolean;

/** Returns `machine` with another implementation of a guard, or with a fixed answer. */
export function withGuard(machine: AnyStateMachine, guard: string, answer: boolean | Guard): Broken {
  needPart(machine, 'guards', guard);
  const other = typeof answer === 'boolean' ? () => answer : answer;
  return [`${machine.id} with another ${guard}`, machine.provide({ guards: { [guard]: other } } as never)];
}

/** Returns `machine` with a timer that never runs out. */
export function withoutTimer(machine: AnyStateMachine, delay: string): Broken {
  needPart(machine, 'delays', delay);
  return [`${machine.id} without ${delay}`, machine.provide({ delays: { [delay]: 2 ** 31 - 1 } })];
}

interface Chart {
  [key: string]: Chart;
}

/** Returns a copy of `machine` with other parts in the state `name` (`a.b`). Transitions in `on` are added. */
export function withState(
  machine: AnyStateMachine,
  name: string,
  parts: Record<string, unknown> & { on?: object },
): Broken {
  const copy = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(copy);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, copy(value)]));
  };
  const chart = copy(machine.config) as Chart;
  const state = name.split('.').reduce((part, key) => part.states![key]!, chart);
  Object.assign(state, parts, { on: { ...state.on, ...parts.on } });
  const broken = createMachine(chart as never).provide(machine.implementations as never);
  return [`${machine.id} with another ${name}`, broken as unknown as AnyStateMachine];
}

/** Checks that random runs with this `machine` in the page break the rule of `sentence`. */
export async function expectRandomRunsToFail(machine: AnyStateMachine, sentence: string, signsIn = false) {
  const runs = generateRandomRuns({ cast: createPageMachines({ [machine.id]: machine }), signsIn, only: sentence });
  // The fixed seed finds the same mistake in each run.
  const { failed, errorInstance } = await fc.check(runs, { numRuns: 600, seed: 2, endOnFailure: true });
  expect([failed, String(errorInstance)]).toEqual([true, expect.stringContaining(sentence)]);
}
