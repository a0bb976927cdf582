import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, AnyTransitionDefinition } from 'xstate';
import { guardLabelOf } from '../charts/chart';
import { listStateNodes, transitionsOf } from '../charts/structure';
import { isDeepEqual } from './plain';
import type { LogEntry } from './recording';
import { RESTART_EVENT } from './xstateInternals';

/** A transition whose guard refused the event. */
export interface RefusedTransition {
  /** The index of the transition in the machine's chart. */
  index: number;
  guard: string;
}

/** A cache: the chart indexes of transitions, by machine. */
const places = new WeakMap<AnyStateMachine, Map<AnyTransitionDefinition, number>>();

/** Returns the index of a transition in the chart of its machine, or -1. */
export function chartIndexOf(transition: AnyTransitionDefinition): number {
  const { machine } = transition.source;
  const known =
    places.get(machine) ??
    new Map(
      listStateNodes(machine.root)
        .flatMap(transitionsOf)
        .map((one, index) => [one, index]),
    );
  places.set(machine, known);
  return known.get(transition) ?? -1;
}

const hears = (eventType: string, type: string) =>
  eventType === type || eventType === '*' || (eventType.endsWith('.*') && type.startsWith(eventType.slice(0, -1)));

/** Returns the transitions of the active states for events of this type. Those of inner states come first. */
export const transitionsForEvent = ({ _nodes }: AnyMachineSnapshot, type: string) =>
  [..._nodes]
    .reverse()
    .flatMap(transitionsOf)
    .filter(({ eventType }) => hears(eventType, type));

const refusalOf = (transition: AnyTransitionDefinition): RefusedTransition => {
  return { index: chartIndexOf(transition), guard: guardLabelOf(transition) };
};

/** Returns the `taken` transitions of a step. If `event` took none, also returns those whose guards refused it. */
export function findStepTransitions(
  before: AnyMachineSnapshot | null | undefined,
  after: AnyMachineSnapshot,
  event: AnyEventObject,
  taken: number[],
): Pick<LogEntry, 'taken' | 'refused'> {
  const isDecided = before && after.status !== 'error' && event.type !== RESTART_EVENT;
  const heard = isDecided ? transitionsForEvent(before, event.type).map(refusalOf) : [];
  return { taken, refused: heard.some(({ index }) => taken.includes(index)) ? [] : heard };
}

/**
 * Infers from two snapshots which transition `event` took, because the app's messages don't tell. If several
 * transitions may have been taken, or perhaps none, `unsure` lists them.
 */
export function inferStepTransitions(
  before: AnyMachineSnapshot,
  after: AnyMachineSnapshot,
  event: AnyEventObject,
): Pick<LogEntry, 'taken' | 'refused' | 'unsure'> {
  const active = new Set(after._nodes.map(({ id }) => id));
  const moved = !isDeepEqual(before.value, after.value);
  const changed = moved || !isDeepEqual(before.context, after.context);
  const heard = transitionsForEvent(before, event.type);
  const fits = heard.filter(({ target }) => (target ? target.every(({ id }) => active.has(id)) : !moved));
  // XState takes the first transition whose guard passes. So it never takes one that follows one without a guard.
  const end = fits.findIndex(({ guard }) => !guard);
  const possible = end < 0 ? fits : fits.slice(0, end + 1);
  const nothing = { taken: [], refused: [], unsure: [] };
  if (possible.length === 1 && (changed || end === 0)) return { ...nothing, taken: [chartIndexOf(possible[0]!)] };
  if (possible.length) return { ...nothing, unsure: possible.map(refusalOf) };
  // Without a guard, a transition can't refuse the event. Either it was taken, or a child state handled the event.
  return changed || heard.some(({ guard }) => !guard)
    ? { ...nothing, unsure: heard.map(refusalOf) }
    : { ...nothing, refused: heard.map(refusalOf) };
}
