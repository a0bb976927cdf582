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
import { worlds } from '#tests/samples/worlds';
import { machines } from '#tests/support/machines';
import { type Bench, createBench } from '../panel/bench';

/** A machine that runs alone, with nobody outside: whatever happens is told to it. */
export interface Run {
  actor: Actor<AnyStateMachine>;
  bench: Bench;
  /** Makes `event` happen to the machine, or to the one that it runs under the ids `to`, such as `connect.attempt`. */
  send(event: AnyEventObject, to?: string): void;
  stop(): void;
}

/** Outside work that never answers. */
const silent = fromPromise(() => new Promise(() => {}));

const isMachine = (logic: unknown): logic is AnyStateMachine => Boolean((logic as { root?: unknown }).root);

/** Gives a machine that the page loads later what it is to start from besides what it is told. */
function startFrom(machine: AnyStateMachine, given: object): AnyStateMachine {
  const begin: AnyStateMachine['getInitialSnapshot'] = (scope, input) =>
    machine.getInitialSnapshot(scope, { ...given, ...input });
  return Object.create(machine, { getInitialSnapshot: { value: begin } });
}

/** Returns `machine` with outside work that never answers; the machines that it runs are real, and silent as well. */
function silence(machine: AnyStateMachine): AnyStateMachine {
  const actors = Object.entries(machine.implementations.actors).map(([src, logic]): [string, AnyActorLogic] => {
    if (isMachine(logic)) return [src, silence(logic)];
    const loaded = machines.find(({ name }) => name === src)?.machine;
    return [src, loaded ? startFrom(silence(loaded), { ...(worlds[src]?.inputs?.[0] as object) }) : silent];
  });
  return machine.provide({ actors: Object.fromEntries(actors) });
}

/** Starts `machine`. Its timers run out only when they are told to. */
export function startRun(machine: AnyStateMachine, input: unknown): Run {
  const bench = createBench(() => []);
  const actor = createActor(silence(machine), {
    clock: new SimulatedClock(),
    inspect: bench.recorder.inspect,
    ...(input !== undefined && { input: input as never }),
  }).start();
  const childOf = (ref: AnyActorRef, id: string): AnyActorRef => {
    const child = (ref.getSnapshot() as AnyMachineSnapshot).children[id];
    if (!child) throw new Error(`${machine.id} runs no ${id} now.`);
    return child;
  };
  return {
    actor,
    bench,
    send(event, to = '') {
      to.split('.').filter(Boolean).reduce<AnyActorRef>(childOf, actor).send(event);
    },
    stop: () => actor.stop(),
  };
}
