import type {
  AnyEventObject,
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyStateNode,
  AnyTransitionDefinition,
} from 'xstate';

import { listStateNodes, transitionsOf } from '#workbench/charts/structure';

/** Returns the event that XState sends to a machine when its invoked actor `id` is done. */
export const createDoneEvent = (id: string, output?: unknown) => ({
  type: `xstate.done.actor.${id}`,
  output,
});

/** Returns the event that XState sends to a machine when its invoked actor `id` fails. */
export const createErrorEvent = (id: string, error?: unknown) => ({
  type: `xstate.error.actor.${id}`,
  error,
});

const OWN_EVENT = /^xstate\.(?:done\.actor\.(?<answering>.+)|error\.actor\.(?<failing>.+)|after\.(?<delay>[^.]+)\..+)$/;

/** Parses the type of an event that XState sends: which actor has answered or failed, or which delay has ended. */
export const parseXStateEventType = (type: string): Partial<Record<'answering' | 'failing' | 'delay', string>> =>
  OWN_EVENT.exec(type)?.groups ?? {};

/** Serializes a value as JSON. Errors and bigints become strings. */
export const serializeValue = (value: unknown) =>
  JSON.stringify(value, (_, v) => (typeof v === 'bigint' ? `${v}n` : v instanceof Error ? String(v) : v)) ?? 'nothing';

/** Serializes data for the title of a test. Cuts a long text after 36 characters. */
export const shortenData = (value: unknown) => serializeValue(value).replace(/^(.{36}).{5,}$/, '$1…');

/** Puts an event into words, such as `write "abc"`, `verify answers true` or `slowHintDelay runs out`. */
export function describeEvent({ type, ...payload }: AnyEventObject, say = serializeValue) {
  const { answering, failing, delay } = parseXStateEventType(type);
  if (answering) return `${answering} answers${payload.output === undefined ? '' : ` ${say(payload.output)}`}`;
  if (failing) return `${failing} fails${payload.error === undefined ? '' : ` with ${say(payload.error)}`}`;
  if (delay) return `${delay} runs out`;
  return [type, ...Object.values(payload).map((value) => say(value))].join(' ');
}

/** Returns the delay `name` of `machine`, in ms. */
export function resolveDelay(machine: AnyStateMachine, name: string, { context }: AnyMachineSnapshot): number {
  const delay = machine.implementations.delays[name] ?? Number(name);
  return typeof delay === 'function' ? delay({ context, event: { type: '' } } as never, {} as never) : delay;
}

export { listStateNodes, transitionsOf };

export const findGuardName = ({ guard }: AnyTransitionDefinition): string | undefined =>
  typeof guard === 'string' ? guard : (guard as { type?: string } | undefined)?.type;

/** Whether `node` is transient: the machine leaves it at once. */
export const isTransientState = ({ always }: AnyStateNode) => Boolean(always?.length && !always.at(-1)?.guard);

/** Returns the states of `machine` in which it can rest, because they are not transient. */
export const findRestingStates = ({ root }: AnyStateMachine) =>
  listStateNodes(root).filter(
    (node) => (node.parent || !Object.keys(node.states).length) && node.type !== 'history' && !isTransientState(node),
  );

/** Returns the name of a transition, such as `alpha.open · request [2 allocated] → (stays)`. */
export function describeTransition(transition: AnyTransitionDefinition) {
  const { source, eventType, target } = transition;
  const branches = transitionsOf(source).filter((other) => other.eventType === eventType);
  const nth = [branches.indexOf(transition) + 1, findGuardName(transition) ?? 'else'].join(' ');
  const to = target?.map(({ id }) => id).join(' + ') ?? '(stays)';
  return `${source.id} · ${eventType || 'always'}${branches.length > 1 ? ` [${nth}]` : ''} → ${to}`;
}

/** Whether visitors cause events of this type: a verb such as `close`, or a request such as `dialog.request`. */
export const isVisitorEvent = (type: string) => /^\w+(\.request)?$/.test(type);
