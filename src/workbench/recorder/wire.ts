import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';

/** The snapshot fields that the workbench reads from a message. Their values may be invalid. */
export type WireSnapshot = Partial<
  Pick<AnyMachineSnapshot, 'value' | 'context' | 'status' | 'output' | 'error' | 'historyValue'>
>;

/** The events that a machine accepts now, and its running timers, as its app reports them. */
export interface WireNextEvents {
  /** The event types that the machine accepts. The app tests each with the data of the last event of the type. */
  accepts: string[];
  timers: { id: string; type: string; delay: number; startedAt: number }[];
}

/** A validated message of `@statelyai/inspect`, or of the workbench's own client. */
export type WireMessage =
  | {
      type: '@xstate.actor';
      sessionId: string;
      parentId: string | undefined;
      /** The id of the actor, or of its machine. */
      name: string;
      /** The machine's configuration as JSON, or only a name for an actor that is no machine. */
      definition: string;
      snapshot: WireSnapshot;
      /** The named delays of the machine, in ms. */
      delays: Record<string, number>;
      /** Whether the app created the actor from a snapshot. Only the workbench's client reports it. */
      restored: boolean;
    }
  | {
      type: '@xstate.snapshot';
      sessionId: string;
      event: AnyEventObject;
      snapshot: WireSnapshot;
      /** The number of the step. Only the workbench's client sends this field and the next two. */
      nth: number | undefined;
      /** The chart indexes of the taken transitions. */
      taken: number[] | undefined;
      /** The kind of actor, such as `promise`. */
      kind: string | undefined;
    }
  | { type: '@xstate.event'; sessionId: string; sourceId: string | undefined; event: AnyEventObject }
  /** The first message of an app with the workbench's client, which accepts commands and tags its values. */
  | { type: '@workbench.app'; name: string }
  | ({ type: '@workbench.now'; sessionId: string } & WireNextEvents);

const isObject = (it: unknown): it is Record<string, unknown> => typeof it === 'object' && it !== null;
const textOf = (it: unknown) => (typeof it === 'string' && it ? it : undefined);
const isEvent = (it: unknown): it is AnyEventObject => isObject(it) && typeof it.type === 'string';

const isNumber = (it: unknown): it is number => typeof it === 'number' && Number.isFinite(it);
const listOf = (it: unknown): unknown[] => (Array.isArray(it) ? it : []);

const numbersIn = (it: unknown) =>
  Object.fromEntries(
    Object.entries(isObject(it) ? it : {}).filter((pair): pair is [string, number] => isNumber(pair[1])),
  );

function readNow({ accepts, timers }: Record<string, unknown>): WireNextEvents {
  return {
    accepts: listOf(accepts).filter((type) => typeof type === 'string'),
    timers: listOf(timers).flatMap((one) => {
      const { id, type, delay, startedAt } = Object(one) as Record<string, unknown>;
      const isTimer = typeof id === 'string' && typeof type === 'string' && isNumber(delay) && isNumber(startedAt);
      return isTimer ? [{ id, type, delay, startedAt }] : [];
    }),
  };
}

/** Validates a message from an app. Returns null if it is invalid, because any program may send messages. */
export function parseWireMessage(message: unknown): WireMessage | null {
  if (!isObject(message)) return null;
  const { type, event, snapshot, delays, nth, taken, restored } = message;
  const [sessionId, parentId, sourceId, name, definition, kind] = [
    'sessionId',
    'parentId',
    'sourceId',
    'name',
    'definition',
    'kind',
  ].map((field) => textOf(message[field]));
  if (type === '@workbench.app') return { type, name: (name ?? 'app').slice(0, 80) };
  if (!sessionId) return null;
  if (type === '@workbench.now') return { type, sessionId, ...readNow(message) };
  if (type === '@xstate.actor') {
    const known = isObject(snapshot) ? snapshot : {};
    return {
      type,
      sessionId,
      parentId,
      name: name ?? sessionId,
      definition: definition ?? '',
      snapshot: known,
      delays: numbersIn(delays),
      restored: restored === true,
    };
  }
  if (!isEvent(event)) return null;
  if (type === '@xstate.event') return { type, sessionId, sourceId, event };
  if (type !== '@xstate.snapshot' || !isObject(snapshot)) return null;
  return {
    type,
    sessionId,
    event,
    snapshot,
    nth: isNumber(nth) ? nth : undefined,
    taken: Array.isArray(taken) ? taken.filter((index) => isNumber(index) && index >= 0) : undefined,
    kind,
  };
}
