import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { eventLabelOf } from './chart';
import { listChildNodes, listSelfAndAncestors, listStateNodes, nodePathOf, transitionsOf } from './structure';

/** A fault in the structure of a machine. */
export interface StructureFault {
  kind: 'trap' | 'wait' | 'loop' | 'unheard';
  /** The id of the faulty state. */
  state: string;
  /** The ids of the faulty state and its ancestors, innermost first. */
  around: string[];
  /** A sentence that describes the fault to the user. */
  says: string;
}

/** Facts that the structure of a machine does not contain. */
export interface StructureFaultOptions {
  /** Paths of states in which the machine may stay for ever, besides its initial and final states. */
  homes?: readonly string[];
  /** Types of events that always come in time, so that a state may wait for them without a time limit. */
  timely?: readonly string[];
  /**
   * Ids of the invoked actors that are no machines. Only machines of other apps need this, whose actors' logic is
   * unknown here.
   */
  ports?: readonly string[];
  /** The types of the events that the machine has received. */
  received?: readonly string[];
}

const faultAt = (kind: StructureFault['kind'], node: AnyStateNode, says: string): StructureFault => ({
  kind,
  state: node.id,
  around: listSelfAndAncestors(node).map(({ id }) => id),
  says,
});

/** Returns the states that a transition to `node` enters: `node` itself, and its initial states or regions. */
function enteredWith(node: AnyStateNode): AnyStateNode[] {
  if (node.type === 'history') return node.parent ? enteredWith(node.parent) : [];
  const next = node.type === 'parallel' ? listChildNodes(node) : node.type === 'compound' ? node.initial.target : [];
  return [node, ...next.flatMap(enteredWith)];
}

/** Whether a transition leads to another state than `node`. */
const leadsOut = ({ target }: AnyTransitionDefinition, node: AnyStateNode) =>
  Boolean(target?.some((to) => to !== node && enteredWith(to).at(-1) !== node));

/** Returns the transitions that can be taken while `node` is active, including those of parallel regions. */
function transitionsBeside(node: AnyStateNode): AnyTransitionDefinition[] {
  const above = listSelfAndAncestors(node);
  const regions = above.filter(({ type }) => type === 'parallel').flatMap(listStateNodes);
  // A transition of another region ends `node` only if it leaves the parallel state.
  const leaving = regions
    .filter((other) => !above.includes(other))
    .flatMap(transitionsOf)
    .filter(({ target }) => target?.some((to) => !regions.includes(to)));
  // While `node` is active, no ancestor of it is done, because `node` is not final.
  const own = above.flatMap(transitionsOf).filter(({ eventType }) => !eventType.startsWith('xstate.done.state.'));
  return [...own, ...leaving];
}

/** Returns the states in which a machine can be before its first event. A machine may stay in them for ever. */
function beginningsOf(root: AnyStateNode): Set<AnyStateNode> {
  const met = new Set(enteredWith(root));
  // The loop also visits the nodes that are added to the set meanwhile.
  for (const { always = [] } of met)
    for (const { target } of always) for (const node of target?.flatMap(enteredWith) ?? []) met.add(node);
  return met;
}

/** Finds states that nothing leads out of. `homes` are paths of states in which the machine may stay for ever. */
function findTraps({ root }: AnyStateMachine, homes: readonly string[]): StructureFault[] {
  // A machine with only one state may stay in it for ever.
  const isAlone = (node: AnyStateNode) =>
    listSelfAndAncestors(node).every(({ parent }) => !parent || listChildNodes(parent).length < 2);
  const leaves = listStateNodes(root).filter(
    (node) => node.type === 'atomic' && !node.always?.length && !isAlone(node),
  );
  const beginnings = beginningsOf(root);
  const isHome = (node: AnyStateNode) =>
    beginnings.has(node) || listSelfAndAncestors(node).some((one) => homes.includes(nodePathOf(one)));
  return leaves
    .filter((node) => !isHome(node) && !transitionsBeside(node).some((one) => leadsOut(one, node)))
    .map((node) => faultAt('trap', node, `Nothing leads out of ${nodePathOf(node)}.`));
}

/** Finds states without a time limit that wait for an invoked actor, such as a request, or have the tag `busy`. */
function findWaits(
  { root, implementations }: AnyStateMachine,
  { timely = [], ports = [] }: StructureFaultOptions,
): StructureFault[] {
  return listStateNodes(root).flatMap((node): StructureFault[] => {
    const isLimited = [...listSelfAndAncestors(node), ...listStateNodes(node)]
      .flatMap(transitionsOf)
      .some(({ eventType }) => eventType.startsWith('xstate.after.') || timely.includes(eventType));
    const heard = new Set(transitionsOf(node).map(({ eventType }) => eventType));
    const awaited = node.invoke.filter(({ id, src }) => {
      const logic = implementations.actors[String(src)] as { root?: unknown } | undefined;
      // An invoked machine doesn't count, because it has time limits of its own.
      const isPort = logic ? !logic.root : ports.includes(id);
      return isPort && heard.has(`xstate.done.actor.${id}`);
    });
    if (isLimited) return [];
    const names = awaited.map(({ src }) => String(src).replace(/^xstate\.invoke\..*/, 'an actor'));
    const waits = names.length ? `waits for ${names.join(' and ')}` : node.tags.includes('busy') ? 'is busy' : '';
    return waits ? [faultAt('wait', node, `${nodePathOf(node)} ${waits} without a time limit.`)] : [];
  });
}

/**
 * Finds states from which eventless transitions without guards lead in a circle. A guard may end a circle, so circles
 * with guards are left out.
 */
export function findLoops({ root }: AnyStateMachine): StructureFault[] {
  const deciding = listStateNodes(root).filter(({ always }) => always?.length && !always[0]!.guard);
  const nextOf = ({ always }: AnyStateNode) => (always![0]!.target ?? []).flatMap(enteredWith);
  const isCircle = (start: AnyStateNode) => {
    const met = new Set<AnyStateNode>();
    const follow = (node: AnyStateNode): boolean =>
      nextOf(node)
        .filter((next) => deciding.includes(next))
        .some((next) => {
          if (next === start) return true;
          if (met.has(next)) return false;
          met.add(next);
          return follow(next);
        });
    return follow(start);
  };
  return deciding
    .filter(isCircle)
    .map((node) =>
      faultAt('loop', node, `${nodePathOf(node)} leads back to itself for ever, by transitions that need no event.`),
    );
}

/** Finds events that a machine raises or has received, but that none of its states handles. */
export function findUnhandledEvents(machine: AnyStateMachine, received: readonly string[] = []): StructureFault[] {
  const nodes = listStateNodes(machine.root);
  const all = nodes.flatMap(transitionsOf);
  const hears = (type: string) =>
    all.some(
      ({ eventType }) => eventType === type || (eventType.endsWith('*') && type.startsWith(eventType.slice(0, -1))),
    );
  const actions = [...nodes.flatMap(({ entry, exit }) => [...entry, ...exit]), ...all.flatMap((one) => one.actions)];
  const raised = actions.flatMap((action) => {
    const { type, event } = Object(action) as { type?: unknown; event?: unknown };
    const name = (Object(event) as { type?: unknown }).type;
    return type === 'xstate.raise' && typeof name === 'string' ? [name] : [];
  });
  const types = [...new Set([...raised, ...received])].filter((type) => type && !/^(xstate|workbench)\./.test(type));
  return types
    .filter((type) => !hears(type))
    .map((type) => faultAt('unheard', machine.root, `No state hears ${eventLabelOf(type, machine)}.`));
}

/**
 * Finds faults in the structure of a machine. It doesn't run the machine, so it works for machines of other apps, too.
 */
export const findStructureFaults = (
  machine: AnyStateMachine,
  options: StructureFaultOptions = {},
): StructureFault[] => [
  ...findTraps(machine, options.homes ?? []),
  ...findWaits(machine, options),
  ...findLoops(machine),
  ...findUnhandledEvents(machine, options.received),
];
