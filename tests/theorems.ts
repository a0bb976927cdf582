import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { explore, type World } from './model';
import { nodesOf, transitionsOf } from './words';

/** What must be true of every machine, whatever it is for. */

export interface Claims {
  /** States (by path) in which the machine may rest for good, besides its initial and final ones. */
  homes?: readonly string[];
}

const pathOf = (node: AnyStateNode) => node.path.join('.') || node.id;
const within = (node: AnyStateNode, other: AnyStateNode) => `${other.id}.`.startsWith(`${node.id}.`);
const upwards = (node: AnyStateNode): AnyStateNode[] => [node, ...(node.parent ? upwards(node.parent) : [])];

/** The sentences that are not true of `machine`; none, if all is well. */
export function broken<M extends AnyStateMachine>(machine: M, world: World<M> & Claims = {}): string[] {
  const nodes = nodesOf(machine.root);
  const { inputs = [undefined as never] } = world;
  const explored = inputs.map((input) => explore(machine, input, world));
  const reached = new Set(
    explored.flatMap(({ situations }) => [...situations.values()].flatMap(({ state }) => state._nodes)),
  );

  const unreachable = nodes
    .filter((node) => node.type !== 'history' && !reached.has(node))
    .map((node) => `${pathOf(node)} can never be reached.`);

  const nameless = nodes
    .filter((node) => (node.parent || nodes.length === 1) && node.type !== 'history' && !node.description)
    .map((node) => `${pathOf(node)} has no description.`);

  const endless = nodes
    .filter(({ tags }) => tags.includes('busy'))
    .flatMap((node) => {
      const out = upwards(node).flatMap(transitionsOf);
      const timed = out.some(({ eventType }) => eventType.startsWith('xstate.after.'));
      // People speak in bare verbs; a dot marks news from the world.
      const verbs = out.filter(({ eventType }) => eventType && !eventType.includes('.'));
      const cancels = verbs.some(({ target }) => target?.some((to) => !within(node, to)));
      return [
        ...(timed ? [] : [`${pathOf(node)} is busy without a time limit.`]),
        ...(cancels ? [] : [`${pathOf(node)} is busy and the visitor cannot leave it.`]),
      ];
    });

  const traps = explored.flatMap(({ key, situations }) => {
    const [start] = situations.values();
    const homes = [start?.state.value, ...(world.homes ?? [])];
    const home = [...situations].filter(
      ([, { state }]) => state.status === 'done' || homes.some((value) => state.matches(value as never)),
    );
    const safe = new Set(home.map(([name]) => name));
    for (let before = -1; before !== safe.size; ) {
      before = safe.size;
      for (const [name, { transitions }] of situations)
        if (Object.values(transitions).some(({ state }) => safe.has(key(state)))) safe.add(name);
    }
    const lost = [...situations].filter(([name]) => !safe.has(name));
    return lost.map(([, { state }]) => `There is no way out of ${JSON.stringify(state.value)}.`);
  });

  return [...new Set([...unreachable, ...nameless, ...endless, ...traps])];
}
