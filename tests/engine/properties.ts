import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode } from 'xstate';
import { findLoops, findUnhandledEvents, type StructureFaultOptions } from '#workbench/charts/faults';
import { listChildNodes, listSelfAndAncestors, nodePathOf } from '#workbench/charts/structure';
import { exploreMachine, type PathSamples } from './paths';
import { isTransientState, isVisitorEvent, listStateNodes, parseXStateEventType, transitionsOf } from './words';
import { findActiveStates } from './xstate';

/** Assumptions about one machine, which the checks of general properties need. */
interface PropertySettings extends Pick<StructureFaultOptions, 'homes' | 'timely'> {
  /** Whether the dialog opened at a later step than its first. Only then may Back lead to a step not seen before. */
  beginsLate?: (state: AnyMachineSnapshot) => boolean;
}

/** The inputs and outside events of a machine, with assumptions about it. */
export type MachineSamples<M extends AnyStateMachine = AnyStateMachine> = PathSamples<M> & PropertySettings;

/** Facts about the application that the properties need. */
interface Setting {
  /** The machines that may be the parent of the checked machine. */
  all?: readonly AnyStateMachine[];
  /** The actor that runs in each open dialog. */
  dialogActor?: string;
  /** The state without a dialog, in which going back may end. */
  closedState?: string;
}

const within = (node: AnyStateNode, other: AnyStateNode) => `${other.id}.`.startsWith(`${node.id}.`);

type Explored = ReturnType<typeof exploreMachine>;

/** Returns the explored states from which no sequence of events that pass `by` leads to a state that passes `home`. */
function listUnsafe(
  { key, situations }: Explored,
  home: (state: AnyMachineSnapshot) => boolean,
  by: (type: string) => boolean = () => true,
) {
  const safe = new Set([...situations].flatMap(([name, { state }]) => (home(state) ? [name] : [])));
  for (let before = -1; before !== safe.size; ) {
    before = safe.size;
    for (const [name, { transitions }] of situations)
      if (Object.values(transitions).some(({ event, state }) => by(event.type) && safe.has(key(state)))) safe.add(name);
  }
  return [...situations].flatMap(([name, { state }]) => (safe.has(name) ? [] : [state]));
}

const isTimer = (type: string) => parseXStateEventType(type).delay !== undefined;

const isBusy = (state: AnyMachineSnapshot) => state.hasTag('busy');

/** Returns the transitions of `node` that a visitor causes. */
const verbsOf = (node: AnyStateNode) => transitionsOf(node).filter(({ eventType }) => isVisitorEvent(eventType));

/** Whether a visitor's event always leaves or restarts `node`, or ends the machine. */
function escapable(node: AnyStateNode, from = node): boolean {
  const parts = listChildNodes(from).filter(({ type }) => type !== 'history' && type !== 'final');
  const leads = (part: AnyStateNode) => escapable(node, part);
  if (parts.length) return from.type === 'parallel' ? parts.some(leads) : parts.every(leads);
  const verbs = listSelfAndAncestors(from).flatMap(verbsOf);
  // If an inner and an outer state handle the same event, only the inner state's transitions count.
  const heard = verbs.filter(
    ({ source, eventType }) => source === verbs.find((v) => v.eventType === eventType)?.source,
  );
  const ends = (to: AnyStateNode) => to.type === 'final' && to.parent === node && !node.parent;
  return heard.some(
    ({ target, guard, reenter }) =>
      !guard && target?.some((to) => !within(node, to) || (reenter && to === node) || ends(to)),
  );
}

/** Whether some event from outside, other than a timer, leads out of `node`, whatever its child state. */
function answered(node: AnyStateNode): boolean {
  const news = transitionsOf(node).filter(
    ({ eventType, target }) =>
      eventType &&
      !isVisitorEvent(eventType) &&
      !/^xstate\.after\.|^xstate\.done\.state\./.test(eventType) &&
      target?.some((to) => to !== node),
  );
  if (news.length) return true;
  const parts = listChildNodes(node).filter((part) => !isTransientState(part));
  return parts.length > 0 && (node.type === 'parallel' ? parts.some(answered) : parts.every(answered));
}

/** Whether a dialog is open in `node`. */
const opensDialog =
  ({ dialogActor }: Setting) =>
  ({ invoke }: AnyStateNode) =>
    invoke.some(({ src }) => src === dialogActor);

/** Returns the dialogs that `snapshot` has open. */
const dialogsIn = (snapshot: AnyMachineSnapshot, setting: Setting) => {
  const { actors } = snapshot.machine.implementations;
  const rootOf = (src: string) => (actors[src] as AnyStateMachine | undefined)?.root;
  const isDialog = (src: string) => {
    const root = rootOf(src);
    return src === setting.dialogActor || Boolean(root && opensDialog(setting)(root));
  };
  return findActiveStates(snapshot).flatMap(({ invoke }) => invoke.map(({ src }) => String(src)).filter(isDialog));
};

/** Returns the actors of `snapshot` whose answer the machine waits for, except machines. Ids must equal the `src`. */
const portsIn = (snapshot: AnyMachineSnapshot) => {
  const { actors } = snapshot.machine.implementations;
  const answering = findActiveStates(snapshot)
    .flatMap(transitionsOf)
    .flatMap(({ eventType }) => parseXStateEventType(eventType).answering ?? []);
  return [...new Set(answering)].filter((src) => !(actors[src] as AnyStateMachine).root);
};

/**
 * Returns the faults of waits for an actor that may never answer: no timer ends the wait, and no tag `busy` shows it.
 */
function waitingForEver(explored: Explored) {
  const { key, situations } = explored;
  // A state is momentary if the samples declare its timer impossible, because another event always comes before.
  const isMomentary = (state: AnyMachineSnapshot) => {
    const transitions = findActiveStates(state).flatMap(transitionsOf);
    const events = Object.values(situations.get(key(state))!.transitions).map(({ event }) => event);
    return transitions.some(({ eventType }) => isTimer(eventType)) && !events.some(({ type }) => isTimer(type));
  };
  const ports = new Set([...situations.values()].flatMap(({ state }) => portsIn(state)));
  return [...ports].flatMap((port) => {
    const hasEnded = (state: AnyMachineSnapshot) => state.status !== 'active' || !portsIn(state).includes(port);
    return listUnsafe(explored, hasEnded, isTimer)
      .filter((state) => !isBusy(state) && !isMomentary(state))
      .map((state) => `${leafOf(state)} waits for ${port} without a time limit, and is not busy.`);
  });
}

const leafOf = (snapshot: AnyMachineSnapshot) => {
  const nodes = findActiveStates(snapshot);
  return nodePathOf(nodes.find((node) => !listChildNodes(node).length) ?? nodes[0]!);
};

/** Returns the faults of going back in the explored states: it never ends, or leads to a step that was not visited. */
function lostBack({ situations, key }: Explored, { beginsLate }: PropertySettings, { closedState }: Setting): string[] {
  const sentences = new Set<string>();
  const [start] = situations.keys();
  const leaf = (name: string) => leafOf(situations.get(name)!.state);
  const on = (name: string) => Object.values(situations.get(name)?.transitions ?? {});
  const isClosed = (name: string) => `.${leaf(name)}.`.includes(`.${closedState}.`);
  const back = (name: string) => on(name).find(({ event }) => event.type === 'back');
  if (![...situations.keys()].some(back)) return [];

  /** Goes back from `name` until that is impossible, and reports faults. `seen` are the steps visited before. */
  const follow = (name: string, seen: ReadonlySet<string>) => {
    const passed = new Set([name]);
    const began = beginsLate?.(situations.get(name)!.state) ?? false;
    let here = name;
    for (let way = back(here); way; way = back(here)) {
      here = key(way.state);
      if (!seen.has(leaf(here)) && !(began && isClosed(here)))
        sentences.add(`Going back from ${leaf(name)} leads to ${leaf(here)}, where nobody was.`);
      if (passed.has(here)) return sentences.add(`Going back from ${leaf(name)} never ends.`);
      passed.add(here);
    }
    if (here !== name && here !== start && !isClosed(here))
      sentences.add(`Going back from ${leaf(name)} ends at ${leaf(here)}.`);
    return undefined;
  };

  const known = new Set<string>();
  const queue: [string, ReadonlySet<string>][] = [[start!, new Set([leaf(start!)])]];
  for (const [name, seen] of queue) {
    follow(name, seen);
    for (const { state } of on(name)) {
      const next = key(state);
      const more = new Set([...seen, leaf(next)]);
      const place = `${next} ${[...more].sort()}`;
      if (known.has(place)) continue;
      known.add(place);
      queue.push([next, more]);
    }
  }
  return [...sentences];
}

/** Returns the states in `all` machines that invoke `machine`, by its id. */
const askersOf = ({ id }: AnyStateMachine, all: readonly AnyStateMachine[]) =>
  all.flatMap(({ root }) => listStateNodes(root)).filter(({ invoke }) => invoke.some(({ src }) => src === id));

/** Whether visitors can leave every state that invokes `machine`, or every state that invokes the parent machine. */
function isTakenBack(machine: AnyStateMachine, all: readonly AnyStateMachine[]): boolean {
  const askers = askersOf(machine, all);
  return askers.length > 0 && askers.every((node) => escapable(node) || isTakenBack(node.machine, all));
}

/** Returns the faults of `machine` as texts, or none if all properties hold. */
export function findBrokenProperties<M extends AnyStateMachine>(
  machine: M,
  world: MachineSamples<M> = {},
  setting: Setting = {},
): string[] {
  const nodes = listStateNodes(machine.root);
  const { all = [] } = setting;
  // Exploring a machine with a loop of transitions without events would never end.
  const loops = findLoops(machine);
  if (loops.length) return loops.map(({ says }) => says);
  const unheard = findUnhandledEvents(machine).map(({ says }) => says);
  const { inputs = [undefined as never] } = world;
  const explored = inputs.map((input) => exploreMachine(machine, input, world));
  const states = explored.flatMap(({ situations }) => [...situations.values()].map(({ state }) => state));
  const reached = new Set(states.flatMap(findActiveStates));

  const unreachable = nodes
    .filter((node) => node.type !== 'history' && !isTransientState(node) && !reached.has(node))
    .map((node) => `${nodePathOf(node)} can never be reached.`);

  const nameless = nodes
    .filter((node) => (node.parent || nodes.length === 1) && node.type !== 'history' && !node.description)
    .map((node) => `${nodePathOf(node)} has no description.`);

  const ends = (type: string) => isTimer(type) || Boolean(world.timely?.includes(type));
  const lasting = explored.flatMap((one) => listUnsafe(one, (state) => !isBusy(state), ends));
  const unlimited = new Set(lasting.flatMap(findActiveStates));
  const askers = askersOf(machine, all);
  const takenBack = isTakenBack(machine, all);
  const endless = nodes
    .filter(({ tags }) => tags.includes('busy'))
    .flatMap((node) => {
      const verbs = listSelfAndAncestors(node).flatMap(verbsOf);
      const cancels = verbs.some(({ target }) => target?.some((to) => !within(node, to)));
      return [
        ...(unlimited.has(node) ? [`${nodePathOf(node)} is busy without a time limit.`] : []),
        ...(listSelfAndAncestors(node).some(answered)
          ? []
          : [`${nodePathOf(node)} is busy, and nothing that happens ends it.`]),
        ...(cancels || takenBack ? [] : [`${nodePathOf(node)} is busy and the visitor cannot leave it.`]),
      ];
    });

  const traps = explored.flatMap((one) => {
    const [start] = one.situations.values();
    const homes = [start?.state.value, ...(world.homes ?? [])];
    const isHome = (state: AnyMachineSnapshot) =>
      state.status === 'done' || homes.some((value) => state.matches(value as never));
    const lost = listUnsafe(one, isHome);
    return lost.map((state) => `There is no way out of ${JSON.stringify(state.value)}.`);
  });

  const crowds = states
    .filter((state) => dialogsIn(state, setting).length > 1)
    .map((state) => `${leafOf(state)} shows ${dialogsIn(state, setting).join(' and ')} at once.`);
  const inDialog = askers.length > 0 && askers.every((node) => listSelfAndAncestors(node).some(opensDialog(setting)));
  const idle = states
    .filter((state) => portsIn(state).length && !isBusy(state))
    .filter((state) => inDialog || findActiveStates(state).some(opensDialog(setting)))
    .map((state) => `${leafOf(state)} waits for ${portsIn(state).join(' and ')}, and is not busy.`);
  const patient = explored.flatMap(waitingForEver);
  const backs = explored.flatMap((one) => lostBack(one, world, setting));

  return [...new Set([unheard, unreachable, nameless, endless, traps, crowds, idle, patient, backs].flat())];
}
