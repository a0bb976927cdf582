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
import { jointOf } from '#machines/system';
import { doneEvent } from '#tests/engine/words';
import type { ScenarioStep } from '#tests/samples/scenarios';
import { worlds } from '#tests/samples/worlds';
import { machines } from '#tests/support/machines';
import { portsOf } from '#tests/support/walletPorts';
import { createWallet, type ScriptedWallet, type WalletOptions } from '#tests/wallet/wallet';
import { type Bench, createBench } from '../panel/bench';

/** A running machine that receives only the given events. In a scenario, a scripted wallet answers it. */
export interface Run {
  actor: Actor<AnyStateMachine>;
  bench: Bench;
  /** Sends `event` to the machine, or to the one that it runs at the path `to`, such as `connect.attempt`. */
  send(event: AnyEventObject, to?: string): void;
  /** Causes a step of a story. */
  take(step: ScenarioStep): Promise<void>;
  /** The scripted wallet of a scenario. */
  wallet: ScriptedWallet | null;
  stop(): void;
}

/** Outside work that never answers. */
const silent = fromPromise(() => new Promise(() => {}));

const isMachine = (logic: unknown): logic is AnyStateMachine => Boolean((logic as { root?: unknown }).root);

/** Whether a joint finds the machine that it leads to while only the machines under `root` run. */
function isAtHome(logic: unknown, root: string) {
  const { kind, to } = jointOf(logic) ?? {};
  if (kind === 'line') return root === 'wallet' || to === root;
  return kind === 'hear' || (kind === 'follow' && ['wallet', 'session'].includes(root));
}

/**
 * Returns `machine` with outside work that never answers, unless it is one of `ports`. The machines that it runs are
 * real, and provided for in the same way.
 */
function provideTo(machine: AnyStateMachine, ports: Record<string, AnyActorLogic>, root = machine.id): AnyStateMachine {
  const actors = Object.entries(machine.implementations.actors).map(([src, logic]): [string, AnyActorLogic] => {
    // A wallet also answers in the place of a machine that only asks it after something else.
    if (isMachine(logic)) return [src, ports[src] ?? provideTo(logic, ports, root)];
    if (isAtHome(logic, root)) return [src, logic as AnyActorLogic];
    return [src, ports[src] ?? silent];
  });
  return machine.provide({ actors: Object.fromEntries(actors) });
}

/** Returns `event` with a real wallet bundle if it brings one. */
function bringWallet(event: AnyEventObject, ports: Record<string, AnyActorLogic>): AnyEventObject {
  const found = machines.find(({ name }) => name === 'wallet');
  if (!found || event.type !== doneEvent('loadWallet').type || typeof event.output !== 'object') return event;
  const input = worlds.wallet?.inputs?.[0];
  return { ...event, output: { ...event.output, machine: provideTo(found.machine, ports), input } };
}

/** Waits for pending requests and answers to arrive. */
const underWay = () => new Promise((arrived) => setTimeout(arrived));

/** Starts `machine`. Its timers run out only when they are told to. With `options`, a scripted wallet answers. */
export function startRun(machine: AnyStateMachine, input: unknown, options?: WalletOptions): Run {
  /** Receives the wallet's events. */
  let hear = () => {};
  const wallet = options ? createWallet({ answer: 'hold', ...options }, () => hear()) : null;
  const bench = createBench((name) => worlds[name] ?? {});
  const ports = wallet ? portsOf(wallet) : {};
  const actor = createActor(provideTo(machine, ports), {
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
  const send: Run['send'] = (event, to = '') => {
    to.split('.').filter(Boolean).reduce<AnyActorRef>(childOf, actor).send(bringWallet(event, ports));
  };
  return {
    actor,
    bench,
    send,
    async take(step) {
      if ('event' in step) return send(step.event, step.to);
      if (!wallet) throw new Error(`There is no wallet that could do this: ${step.does}.`);
      hear = () => {
        if (step.heard) send(step.heard(wallet), step.to);
      };
      await underWay();
      await step.act(wallet);
      await underWay();
      hear = () => {};
    },
    wallet,
    stop: () => actor.stop(),
  };
}
