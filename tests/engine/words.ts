import type {
  AnyEventObject,
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyStateNode,
  AnyTransitionDefinition,
} from 'xstate';

/** How the tests speak of events, states and transitions. */

/** The event of XState for an answer of the invoked actor `id`. */
export const done = (id: string, output?: unknown) => ({
  type: `xstate.done.actor.${id}`,
  output,
});

/** The event of XState for a failure of the invoked actor `id`. */
export const failed = (id: string, error?: unknown) => ({
  type: `xstate.error.actor.${id}`,
  error,
});

export const DONE = /^xstate\.done\.actor\.(.+)$/;
export const ERROR = /^xstate\.error\.actor\.(.+)$/;
export const AFTER = /^xstate\.after\.([^.]+)\..+$/;

/** JSON that keeps errors and bigints. */
export const legible = (value: unknown) =>
  JSON.stringify(value, (_, v) => (typeof v === 'bigint' ? `${v}n` : v instanceof Error ? String(v) : v)) ?? 'nothing';

/** A payload in few words, for titles. */
export const brief = (value: unknown) => legible(value).replace(/^(.{36}).{5,}$/, '$1…');

/** An event in words: `write "abc"`, `verify answers true`, `patience runs out`. */
export function phrase({ type, ...payload }: AnyEventObject, say = legible) {
  const [, answering] = DONE.exec(type) ?? [];
  const [, failing] = ERROR.exec(type) ?? [];
  const [, delay] = AFTER.exec(type) ?? [];
  if (answering) return `${answering} answers${payload.output === undefined ? '' : ` ${say(payload.output)}`}`;
  if (failing) return `${failing} fails${payload.error === undefined ? '' : ` with ${say(payload.error)}`}`;
  if (delay) return `${delay} runs out`;
  return [type, ...Object.values(payload).map((value) => say(value))].join(' ');
}

/** How long the delay `name` of `machine` is, in ms. */
export function delayOf(machine: AnyStateMachine, name: string, { context }: AnyMachineSnapshot): number {
  const delay = machine.implementations.delays[name] ?? Number(name);
  return typeof delay === 'function' ? delay({ context, event: { type: '' } } as never, {} as never) : delay;
}

export const nodesOf = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(nodesOf)];

export const transitionsOf = (node: AnyStateNode): AnyTransitionDefinition[] =>
  [...node.transitions.values(), node.always ?? []].flat();

/** The name of a transition's guard, if it has one. */
export const guardOf = ({ guard }: AnyTransitionDefinition): string | undefined =>
  typeof guard === 'string' ? guard : (guard as { type?: string } | undefined)?.type;

/** Whether `node` is left before anyone can see it: a decision. */
export const decides = ({ always }: AnyStateNode) => Boolean(always?.length && !always.at(-1)?.guard);

/** The states of `machine` that somebody can be in. */
export const restsOf = ({ root }: AnyStateMachine) =>
  nodesOf(root).filter(
    (node) => (node.parent || !Object.keys(node.states).length) && node.type !== 'history' && !decides(node),
  );

/** For example `alpha.open · request [2 allocated] → (stays)`. */
export function nameOf(transition: AnyTransitionDefinition) {
  const { source, eventType, target } = transition;
  const branches = transitionsOf(source).filter((other) => other.eventType === eventType);
  const nth = [branches.indexOf(transition) + 1, guardOf(transition) ?? 'else'].join(' ');
  const to = target?.map(({ id }) => id).join(' + ') ?? '(stays)';
  return `${source.id} · ${eventType || 'always'}${branches.length > 1 ? ` [${nth}]` : ''} → ${to}`;
}
