import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { listStateNodes, transitionsOf } from './structure';

/** One state of a machine, as plain JSON. */
export interface ChartState {
  /** The id of the state in XState, such as `attempt.asking.opening`. */
  id: string;
  key: string;
  parent: string | null;
  type: AnyStateNode['type'];
  initial: string | null;
  children: string[];
  tags: string[];
  /** The names of the actors that the state invokes. */
  invokes: string[];
  entry: string[];
  exit: string[];
  description: string;
  /** Whether the machine leaves the state at once. */
  transient: boolean;
}

/** One transition of a machine, as plain JSON. */
export interface ChartTransition {
  /** The index in the list of the machine's transitions. */
  index: number;
  source: string;
  targets: string[];
  /** The event type of XState, or '' for a transition that is taken at once. */
  event: string;
  /** The event in words: `pick`, `attempt answers`, `after 15 s`, `at once`. */
  word: string;
  /** The guard in words, `else` for the last of several branches, or '' without a guard. */
  guard: string;
  actions: string[];
  reenter: boolean;
}

/** A machine as plain JSON, with all that a drawing needs. */
export interface Chart {
  id: string;
  description: string;
  states: ChartState[];
  transitions: ChartTransition[];
}

/**
 * Returns the ids of a state and its ancestors, innermost first. `id` alone does not tell the ancestors, because an app
 * may give any state an id of its own.
 */
export function listSelfAndAncestorIds(id: string, states: ReadonlyMap<string, ChartState>): string[] {
  const parent = states.get(id)?.parent;
  return parent ? [id, ...listSelfAndAncestorIds(parent, states)] : [id];
}

const nameOf = (it: unknown) => (typeof it === 'string' ? it : ((it as { type?: string }).type ?? '…'));

/**
 * Returns the names of actions, without `raise` and `cancel`, with which XState runs timers. An unnamed action of a
 * built-in kind has the name of that kind, such as `assign`, and an inline function `…`.
 */
const namesOf = (actions: readonly unknown[]) =>
  actions
    .map(nameOf)
    .filter((name) => name !== 'xstate.raise' && name !== 'xstate.cancel')
    .map((name) => name.replace(/^xstate\./, ''));

/** Formats a duration in ms: `1.5 s`, `2 min`. */
export const formatChartDuration = (ms: number) =>
  ms < 120_000 || ms % 60_000 ? `${ms / 1000} s` : `${ms / 60_000} min`;

/** Returns the name of an invoked actor, or `unnamed actor` for inline logic, which XState names `xstate.invoke.…`. */
const actorOf = (src: unknown) => (nameOf(src).startsWith('xstate.invoke.') ? 'unnamed actor' : nameOf(src));

/**
 * Returns the id that the app gave an invoked actor. Without one, XState makes an id such as `0.lamp.on`, so the name
 * of the actor's `src` is returned.
 */
export function nameOfInvokedActor(id: string, machine: AnyStateMachine): string {
  if (!/^\d+\./.test(id)) return id;
  const found = listStateNodes(machine.root).flatMap(({ invoke }) => invoke);
  return actorOf(found.find((one) => one.id === id)?.src ?? id);
}

/** The words for the internal events of promises and observables. */
const OWN_EVENTS = new Map([
  ['xstate.promise.resolve', 'resolves'],
  ['xstate.promise.reject', 'rejects'],
  ['xstate.observable.next', 'emits'],
  ['xstate.observable.error', 'fails'],
  ['xstate.observable.complete', 'completes'],
]);

/** Returns an event type in words, such as `after 15 s`. `machine` is null for an actor that is no machine. */
export function eventLabelOf(type: string, machine: AnyStateMachine | null) {
  if (!machine) return OWN_EVENTS.get(type) ?? type;
  const { delays } = machine.implementations;
  const named = (id: string) => nameOfInvokedActor(id, machine);
  const timer = (_: string, name: string) => {
    const delay = delays[name] ?? (Number(name) || name);
    return `after ${typeof delay === 'number' ? formatChartDuration(delay) : name}`;
  };
  return (
    type
      .replace(/^xstate\.done\.actor\.(.+)$/, (_, id: string) => `${named(id)} answers`)
      .replace(/^xstate\.error\.actor\.(.+)$/, (_, id: string) => `${named(id)} fails`)
      .replace(/^xstate\.after\.([^.]+)\..+$/, timer)
      .replace(/^xstate\.done\.state\..+$/, 'done') || 'at once'
  );
}

/** Returns the name of a guard with its fixed parameters, also of a combination such as `not isFull`. */
export function formatGuard(guard: unknown): string {
  const { type, name, params, guards, stateValue } = Object(guard) as Partial<Record<string, unknown>>;
  // `not`, `and`, `or` and `stateIn` of XState are functions of that name. Bundlers may add a number to it.
  const [, kind] = /^(not|and|or|stateIn)\d*$/.exec(String(type ?? name)) ?? [];
  if (kind === 'stateIn' && stateValue !== undefined)
    return `stateIn ${typeof stateValue === 'string' ? stateValue : JSON.stringify(stateValue)}`;
  if (kind && Array.isArray(guards)) {
    const inner = guards.map(formatGuard);
    if (kind !== 'not') return inner.map((one) => (/ (and|or) /.test(one) ? `(${one})` : one)).join(` ${kind} `);
    return `not ${/ (and|or) /.test(inner[0]!) ? `(${inner[0]})` : inner[0]}`;
  }
  const fixed = typeof params === 'function' || params === undefined ? [] : Object.values(Object(params) || {});
  return [nameOf(guard), ...(typeof params === 'string' ? [params] : fixed.map(String))].join(' ');
}

/** Returns the guard of a transition in words, `else` for the last of several branches, or '' without a guard. */
export function guardLabelOf({ guard, source, eventType }: AnyTransitionDefinition) {
  const branches = transitionsOf(source).filter((other) => other.eventType === eventType);
  if (!guard) return branches.length > 1 ? 'else' : '';
  return formatGuard(guard);
}

export function chartOf(machine: AnyStateMachine): Chart {
  const nodes = listStateNodes(machine.root);
  const states = nodes.map((node): ChartState => {
    const { id, key, parent, type, tags, invoke, entry, exit, description, always } = node;
    const children = Object.values(node.states).map((child) => child.id);
    return {
      id,
      key,
      parent: parent?.id ?? null,
      type,
      initial: (type === 'compound' && node.initial.target[0]?.id) || null,
      children,
      tags: [...tags],
      invokes: invoke.map(({ src }) => actorOf(src)),
      entry: namesOf(entry),
      exit: namesOf(exit),
      description: description ?? '',
      transient: Boolean(always?.length && !always.at(-1)?.guard && !children.length),
    };
  });
  const transitions = nodes.flatMap(transitionsOf).map((transition, index): ChartTransition => {
    const { source, target, eventType, actions, reenter } = transition;
    return {
      index,
      source: source.id,
      targets: target?.map(({ id }) => id) ?? [],
      event: eventType,
      word: eventLabelOf(eventType, machine),
      guard: guardLabelOf(transition),
      actions: namesOf(actions),
      reenter: Boolean(reenter),
    };
  });
  return { id: machine.id, description: machine.root.description ?? '', states, transitions };
}
