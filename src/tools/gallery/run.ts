import type { AnyActorLogic, AnyEventObject, AnyStateMachine } from 'xstate';
import { messageLinkOf } from '#machines/system';
import { createDoneEvent } from '#tests/engine/words';
import type { Scenario, ScenarioStep } from '#tests/samples/scenarios';
import { worlds } from '#tests/samples/worlds';
import { allMachines } from '#tests/support/machines';
import { createWallet, type ScriptedWallet } from '#tests/wallet/wallet';
import { isMachine, type MachineRun, neverSettlingLogic, runMachine } from '../../workbench/gallery/run';
import { createSiteBench } from '../bench';
import { createWalletPorts } from './walletPorts';

/** A running machine, and the scripted wallet that answers it in a scenario. */
export interface SiteRun extends MachineRun {
  wallet: ScriptedWallet | null;
}

/** Whether `logic` passes messages between machines that both run when only `root` and its child machines run. */
function isLinkToRunningMachine(logic: unknown, root: string) {
  const { kind, to } = messageLinkOf(logic) ?? {};
  if (kind === 'line') return root === 'wallet' || to === root;
  return kind === 'hear' || (kind === 'follow' && ['wallet', 'session'].includes(root));
}

/**
 * Returns `machine` with replacements for its invoked actors that do outside work, such as requests. Each is replaced
 * by the actor of the same name in `ports`, or else by one that never settles. Invoked machines stay, and their outside
 * work is replaced as well.
 */
function provideTo(machine: AnyStateMachine, ports: Record<string, AnyActorLogic>, root = machine.id): AnyStateMachine {
  const actors = Object.entries(machine.implementations.actors).map(([src, logic]): [string, AnyActorLogic] => {
    // `ports` also replaces some machines, which would refresh the connection first. The scripted wallet answers in
    // their place.
    if (isMachine(logic)) return [src, ports[src] ?? provideTo(logic, ports, root)];
    if (isLinkToRunningMachine(logic, root)) return [src, logic as AnyActorLogic];
    return [src, ports[src] ?? neverSettlingLogic];
  });
  return machine.provide({ actors: Object.fromEntries(actors) });
}

function replaceWalletPorts(event: AnyEventObject, ports: Record<string, AnyActorLogic>): AnyEventObject {
  const found = allMachines.find(({ name }) => name === 'wallet');
  if (!found || event.type !== createDoneEvent('loadWallet').type || typeof event.output !== 'object') return event;
  const input = worlds.wallet?.inputs?.[0];
  return { ...event, output: { ...event.output, machine: provideTo(found.machine, ports), input } };
}

/** Waits until the pending requests and answers have been delivered. */
const waitForDelivery = () => new Promise((arrived) => setTimeout(arrived));

/** Starts `machine`. Its outside work never answers, except in a `scenario`, where a scripted wallet answers. */
export function startRun(machine: AnyStateMachine, input: unknown, scenario?: Scenario): SiteRun {
  let hear = () => {};
  const wallet = scenario ? createWallet({ answer: 'hold', ...scenario.wallet }, () => hear()) : null;
  const ports = wallet ? createWalletPorts(wallet) : {};
  const run = runMachine(provideTo(machine, ports), input, { bench: createSiteBench(worlds) });
  const send: MachineRun['send'] = (event, to) => run.send(replaceWalletPorts(event, ports), to);
  return {
    ...run,
    send,
    wallet,
    async take(step: ScenarioStep) {
      if ('event' in step) return send(step.event, step.to);
      if (!wallet) throw new Error(`There is no wallet that could do this: ${step.does}.`);
      hear = () => {
        if (step.heard) send(step.heard(wallet), step.to);
      };
      await waitForDelivery();
      await step.act(wallet);
      await waitForDelivery();
      hear = () => {};
    },
  };
}
