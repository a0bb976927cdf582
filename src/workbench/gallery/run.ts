import {
  type Actor,
  type AnyActorLogic,
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  fromPromise,
  SimulatedClock,
} from 'xstate';
import { type Bench, createBench } from '../recorder/bench';
import type { GalleryConfig, GalleryScenario, GalleryStep, OutsideStep } from './config';

/** A machine that the gallery runs, with the functions that drive it. */
export interface MachineRun {
  actor: Actor<AnyStateMachine>;
  bench: Bench;
  /** Sends `event` to the machine, or to the one that it runs at the path `to`, such as `connect.attempt`. */
  send(event: AnyEventObject, to?: string): void;
  /** Takes a step: sends its event, or makes a test double act. */
  take(step: GalleryStep): Promise<void>;
  stop(): void;
}

interface RunOptions {
  bench?: Bench;
  /** Makes a test double take a step, such as an answer of the wallet. */
  act?(step: OutsideStep): Promise<unknown>;
}

/** An actor logic in place of outside work, such as a request. Its promise never settles. */
export const neverSettlingLogic = fromPromise(() => new Promise(() => {}));

export const isMachine = (logic: unknown): logic is AnyStateMachine =>
  Boolean((logic as { root?: unknown } | null)?.root);

/**
 * Returns `machine` with promises that never settle in place of its outside work, such as requests. Its child machines
 * are changed in the same way.
 */
function silence(machine: AnyStateMachine): AnyStateMachine {
  const actors = Object.entries(machine.implementations.actors).map(([src, logic]): [string, AnyActorLogic] => [
    src,
    isMachine(logic) ? silence(logic) : neverSettlingLogic,
  ]);
  return machine.provide({ actors: Object.fromEntries(actors) });
}

/** Starts `machine` with a simulated clock, so that no timer fires by itself. */
export function runMachine(machine: AnyStateMachine, input: unknown, options: RunOptions = {}): MachineRun {
  const { bench = createBench(), act } = options;
  const actor = createActor(machine, {
    clock: new SimulatedClock(),
    systemId: machine.id,
    inspect: bench.recorder.inspect,
    ...(input !== undefined && { input: input as never }),
  }).start();
  const childOf = (ref: AnyActorRef, id: string): AnyActorRef => {
    const child = (ref.getSnapshot() as AnyMachineSnapshot).children[id];
    if (!child) throw new Error(`${machine.id} runs no ${id} now.`);
    return child;
  };
  const send: MachineRun['send'] = (event, to = '') =>
    to.split('.').filter(Boolean).reduce<AnyActorRef>(childOf, actor).send(event);
  return {
    actor,
    bench,
    send,
    async take(step) {
      if ('event' in step) return send(step.event, step.to);
      if (!act) throw new Error(`Nobody is there who could do this: ${step.does}.`);
      await act(step);
    },
    stop: () => actor.stop(),
  };
}

/** Starts `machine` for a story of the gallery. */
export function startStory(
  config: GalleryConfig,
  machine: AnyStateMachine,
  input: unknown,
  scenario?: GalleryScenario,
): MachineRun {
  if (config.start) return config.start(machine, input, scenario);
  return runMachine(silence(machine), input, { bench: createBench((name) => config.worlds[name] ?? {}) });
}
