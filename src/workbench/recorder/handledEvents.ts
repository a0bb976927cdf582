import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { eventLabelOf, formatGuard, nameOfInvokedActor } from '../charts/chart';
import { transitionsOf } from '../charts/structure';
import { formatJson } from './plain';
import { actorKindOf, timersOf } from './xstateInternals';

/** An event that the panel offers to send. */
export interface EventChoice {
  event: AnyEventObject;
  /** A short text about the event's data. */
  data: string;
  /** Whether `data` hides the event's values. */
  isHidden?: boolean;
}

/** A running timer of a machine. */
export interface RunningTimer {
  id: string;
  word: string;
  delay: number;
  /** When the timer was started, in ms since 1970. */
  startedAt: number;
}

/** The events that a machine accepts now, and the events that it does not. */
export interface PossibleEvents {
  events: { type: string; word: string; choices: EventChoice[] }[];
  /** The invoked actors whose done or error event the machine handles, with such events that the panel can send. */
  ports: { id: string; name: string; answers: EventChoice[]; failures: EventChoice[] }[];
  timers: RunningTimer[];
  /**
   * The events that guards refuse with all known data. `isUntried` means that no data of the type is known, so that the
   * guards were evaluated without any.
   */
  refused: { type: string; guards: string[]; choices: EventChoice[]; isUntried: boolean }[];
  /** The types of events that the active states do not handle. */
  unheard: string[];
  /** A message that explains why the machine handles no events now, or ''. */
  silence: string;
}

/** Returns a message about a machine that handles no events. `running` names the child machines that it runs. */
function silenceOf(running: readonly string[]) {
  if (!running.length) return 'It stays in this state: no event, answer or timer leads out of it.';
  const names = new Intl.ListFormat('en').format(running);
  return `It hears no events itself. It only runs ${names}: choose ${running.length > 1 ? 'one' : 'it'} under Running.`;
}

/** The message about a machine that has ended. */
export const ENDED_SENTENCE = 'It has ended, so nothing can happen to it any more.';

const ENDED: PossibleEvents = { events: [], ports: [], timers: [], refused: [], unheard: [], silence: ENDED_SENTENCE };

/** Sample events of a machine, names for values in them, and exceptions for the search for faults. */
export interface EventSamples {
  samples?: readonly AnyEventObject[];
  names?: Record<string, unknown>;
  /** Paths of states in which the machine may stay forever. */
  homes?: readonly string[];
  /** Types of events that always arrive, so that a state may wait for them without a time limit. */
  timely?: readonly string[];
}

const NO_NAMES = {};
const knownTexts = new WeakMap<object, Map<string, string>>();

/** Maps the JSON of each value in `names` to its name. The map is cached for each object `names`. */
function textsOf(names: object) {
  const texts =
    knownTexts.get(names) ?? new Map(Object.entries(names).map(([name, value]) => [formatJson(value), name]));
  knownTexts.set(names, texts);
  return texts;
}

/** Formats the data of an event in at most 40 characters. Replaces values that `names` contains by their names. */
export function formatEventData({ type, ...data }: AnyEventObject, names: EventSamples['names'] = NO_NAMES) {
  // The label of a done or error event already contains the id of the actor.
  if (type.startsWith('xstate.')) delete data.actorId;
  const known = textsOf(names);
  const say = (value: unknown) => {
    const text = formatJson(value);
    const isLong = Array.isArray(value) && text.length > 40;
    return known.get(text) ?? (isLong ? `${value.length} items` : text);
  };
  const text = Object.values(data)
    .filter((value) => value !== undefined)
    .map(say)
    .join(' ');
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

const DONE = /^xstate\.done\.actor\.(.+)$/;
const ERROR = /^xstate\.error\.actor\.(.+)$/;

/** Whether a machine with this snapshot accepts `event`. If a guard throws, because data is missing, it does not. */
export function acceptsEvent(snapshot: AnyMachineSnapshot, event: AnyEventObject) {
  try {
    return snapshot.can(event);
  } catch {
    return false;
  }
}

export interface LiveActor {
  accepts(event: AnyEventObject): boolean;
  /** The running child actors. */
  running: readonly { id: string; isMachine: boolean }[];
  timers: readonly { id: string; type: string; delay: number; startedAt: number }[];
}

/**
 * Lists the events that a machine with this snapshot accepts or refuses, and its timers. Events have the data of
 * `samples`, or else of the `latest` event of their type.
 */
export function listPossibleEvents(
  snapshot: AnyMachineSnapshot,
  { accepts, running, timers }: LiveActor,
  { samples = [], names }: EventSamples = {},
  latest: readonly AnyEventObject[] = [],
): PossibleEvents {
  const { machine, status } = snapshot;
  if (status !== 'active') return ENDED;
  const heard = snapshot._nodes.flatMap(transitionsOf).filter(({ eventType }) => eventType);
  const types = [...new Set(heard.map(({ eventType }) => eventType))];
  const choicesOf = (type: string): EventChoice[] => {
    const [known, before] = [samples, latest].map((events) => events.filter((event) => event.type === type));
    return (known!.length ? known! : before!.length ? before! : [{ type }]).map((event) => ({
      event,
      data: formatEventData(event, names),
    }));
  };
  const own = types.filter((type) => !type.startsWith('xstate.') && !type.includes('*'));
  const accepted = own.map((type) => ({
    type,
    word: eventLabelOf(type, machine),
    choices: choicesOf(type).filter(({ event }) => accepts(event)),
  }));
  const guardsOf = (type: string) =>
    heard.filter(({ eventType, guard }) => eventType === type && guard).map(({ guard }) => formatGuard(guard));
  const ids = types.flatMap((type) => [DONE.exec(type)?.[1], ERROR.exec(type)?.[1]]).filter((id) => id !== undefined);
  const ports = [...new Set(ids)].filter((id) => running.some((one) => one.id === id));
  const machines = running.filter(({ isMachine }) => isMachine).map(({ id }) => id);
  return {
    events: accepted.filter(({ choices }) => choices.length),
    ports: ports.map((id) => ({
      id,
      name: nameOfInvokedActor(id, machine),
      answers: types.includes(`xstate.done.actor.${id}`) ? choicesOf(`xstate.done.actor.${id}`) : [],
      failures: types.includes(`xstate.error.actor.${id}`) ? choicesOf(`xstate.error.actor.${id}`) : [],
    })),
    timers: timers.map(({ type, ...timer }) => ({ ...timer, word: eventLabelOf(type, machine) })),
    silence: own.length + ports.length + timers.length ? '' : silenceOf(machines),
    refused: accepted
      .filter(({ choices }) => !choices.length)
      .map(({ type }) => ({
        type,
        guards: guardsOf(type),
        choices: choicesOf(type),
        isUntried: ![...samples, ...latest].some((event) => event.type === type),
      })),
    unheard: machine.events.filter((type) => type && !type.startsWith('xstate.') && !types.includes(type)),
  };
}

/** Lists the events that the machine `ref` accepts or refuses now, and its timers. */
export function possibleEventsOf(
  ref: AnyActorRef,
  samples: EventSamples,
  latest: readonly AnyEventObject[],
): PossibleEvents {
  const snapshot = ref.getSnapshot() as AnyMachineSnapshot;
  const children = Object.entries((snapshot.children ?? {}) as Record<string, AnyActorRef | undefined>);
  const live: LiveActor = {
    accepts: (event) => acceptsEvent(snapshot, event),
    running: children.flatMap(([id, child]) => (child ? [{ id, isMachine: actorKindOf(child) === 'machine' }] : [])),
    timers: timersOf(ref).map(({ id, event, delay, startedAt }) => ({ id, type: event.type, delay, startedAt })),
  };
  return listPossibleEvents(snapshot, live, samples, latest);
}

/**
 * Lists the events that a machine of another app handles. Guards can't be evaluated here, so the list contains their
 * names. `running` names the child machines.
 */
export function handledEventsOf(snapshot: AnyMachineSnapshot, running: readonly string[]): PossibleEvents {
  const { machine, status } = snapshot;
  if (status !== 'active') return ENDED;
  const heard = snapshot._nodes.flatMap(transitionsOf).filter(({ eventType }) => eventType);
  const types = [...new Set(heard.map(({ eventType }) => eventType))];
  const guardsOf = (type: string) =>
    heard.flatMap(({ eventType, guard }) => (eventType === type && guard ? [`[${formatGuard(guard)}]`] : [])).join(' ');
  return {
    events: types.map((type) => {
      return { type, word: eventLabelOf(type, machine), choices: [{ event: { type }, data: guardsOf(type) }] };
    }),
    ports: [],
    timers: [],
    refused: [],
    silence: types.length ? '' : silenceOf(running),
    unheard: machine.events.filter((type) => type && !type.startsWith('xstate.') && !types.includes(type)),
  };
}
