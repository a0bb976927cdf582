import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { transitionsFrom, wordOf } from '../chart/chart';

/** An event that can be sent now. */
export interface Choice {
  event: AnyEventObject;
  /** The event's data, in few words. */
  data: string;
}

/** A timer that runs. */
export interface RunningTimer {
  id: string;
  word: string;
  delay: number;
  /** When it began, in ms since 1970. */
  startedAt: number;
}

/** The events that a machine accepts now, and those that it does not. */
export interface Happenings {
  events: { type: string; choices: Choice[] }[];
  /** Outside work that is waited for, with its answers and failures. */
  ports: { id: string; answers: Choice[]; failures: Choice[] }[];
  timers: RunningTimer[];
  /** Events that the state hears, but whose guards all say no. */
  refused: { type: string; guards: string[] }[];
  /** Events of the machine that mean nothing in this state. */
  unheard: string[];
}

/** Writes a value as JSON in which errors and bigints stay readable. */
export const legible = (value: unknown) =>
  JSON.stringify(value, (_, it) => {
    if (typeof it === 'bigint') return `${it}n`;
    return it instanceof Error ? String(it) : it;
  }) ?? 'nothing';

/** Returns what `event` carries in at most 40 characters. */
export function dataOf({ type: _, ...data }: AnyEventObject) {
  const text = Object.values(data).map(legible).join(' ');
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

const DONE = /^xstate\.done\.actor\.(.+)$/;
const ERROR = /^xstate\.error\.actor\.(.+)$/;

/** Whether `snapshot` takes `event`. A guard that throws, because the event lacks data, refuses it. */
function accepts(snapshot: AnyMachineSnapshot, event: AnyEventObject) {
  try {
    return snapshot.can(event);
  } catch {
    return false;
  }
}

const guardName = (guard: unknown) => (typeof guard === 'string' ? guard : ((guard as { type?: string }).type ?? '…'));

interface ScheduledEvent {
  event: AnyEventObject;
  delay: number;
  startedAt: number;
  source: AnyActorRef;
  id: string;
}

/** The timers of all actors: XState has no public way to read them. */
const scheduledOf = (ref: AnyActorRef) =>
  Object.values(ref.system.getSnapshot()._scheduledEvents as unknown as Record<string, ScheduledEvent>).filter(
    ({ source }) => source === ref,
  );

/** Lists what can happen to the machine `ref` now. `samples` are events with data that tests know. */
export function happeningsOf(ref: AnyActorRef, samples: readonly AnyEventObject[]): Happenings {
  const snapshot = ref.getSnapshot() as AnyMachineSnapshot;
  const { machine } = snapshot;
  const heard = snapshot._nodes.flatMap(transitionsFrom).filter(({ eventType }) => eventType);
  const types = [...new Set(heard.map(({ eventType }) => eventType))];
  const choicesOf = (type: string): Choice[] => {
    const known = samples.filter((sample) => sample.type === type);
    return (known.length ? known : [{ type }]).map((event) => ({ event, data: dataOf(event) }));
  };
  const own = types.filter((type) => !type.startsWith('xstate.') && !type.includes('*'));
  const accepted = own.map((type) => ({
    type,
    choices: choicesOf(type).filter(({ event }) => accepts(snapshot, event)),
  }));
  const guardsOf = (type: string) =>
    heard.filter(({ eventType, guard }) => eventType === type && guard).map(({ guard }) => guardName(guard));
  const ids = types.flatMap((type) => [DONE.exec(type)?.[1], ERROR.exec(type)?.[1]]).filter((id) => id !== undefined);
  const running = snapshot.children as Record<string, AnyActorRef | undefined>;
  return {
    events: accepted.filter(({ choices }) => choices.length),
    ports: [...new Set(ids)]
      .filter((id) => running[id])
      .map((id) => ({
        id,
        answers: types.includes(`xstate.done.actor.${id}`) ? choicesOf(`xstate.done.actor.${id}`) : [],
        failures: types.includes(`xstate.error.actor.${id}`) ? choicesOf(`xstate.error.actor.${id}`) : [],
      })),
    timers: scheduledOf(ref).map(({ id, event, delay, startedAt }) => {
      return { id, word: wordOf(event.type, machine), delay, startedAt };
    }),
    refused: accepted.filter(({ choices }) => !choices.length).map(({ type }) => ({ type, guards: guardsOf(type) })),
    unheard: machine.events.filter((type) => type && !type.startsWith('xstate.') && !types.includes(type)),
  };
}

/** Lists what a machine of another app hears. Its guards are not here, so each is named instead of asked. */
export function heardBy(snapshot: AnyMachineSnapshot): Happenings {
  const { machine } = snapshot;
  const heard = snapshot._nodes.flatMap(transitionsFrom).filter(({ eventType }) => eventType);
  const types = [...new Set(heard.map(({ eventType }) => eventType))];
  const guardsOf = (type: string) =>
    heard.flatMap(({ eventType, guard }) => (eventType === type && guard ? [`[${guardName(guard)}]`] : [])).join(' ');
  return {
    events: types.map((type) => {
      return { type: wordOf(type, machine), choices: [{ event: { type }, data: guardsOf(type) }] };
    }),
    ports: [],
    timers: [],
    refused: [],
    unheard: machine.events.filter((type) => type && !type.startsWith('xstate.') && !types.includes(type)),
  };
}

/** Lets the timer `id` of `ref` run out at once. */
export function expire(ref: AnyActorRef, id: string) {
  const timer = scheduledOf(ref).find((one) => one.id === id);
  if (!timer) return;
  ref.system.scheduler.cancel(ref, id);
  ref.send(timer.event);
}
