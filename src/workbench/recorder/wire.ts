import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';

/** The fields of a snapshot that the panel reads. Other programs have written their values. */
export type WiredSnapshot = Partial<
  Pick<AnyMachineSnapshot, 'value' | 'context' | 'status' | 'output' | 'error' | 'historyValue'>
>;

/** A message of `@statelyai/inspect`, whose shape was checked. */
export type Wired =
  | {
      type: '@xstate.actor';
      sessionId: string;
      parentId: string | undefined;
      /** The id of the actor, or that of its machine. */
      name: string;
      /** The machine's configuration as JSON, or only a name for an actor that is no machine. */
      definition: string;
      snapshot: WiredSnapshot;
    }
  | { type: '@xstate.snapshot'; sessionId: string; event: AnyEventObject; snapshot: WiredSnapshot }
  | { type: '@xstate.event'; sessionId: string; sourceId: string | undefined; event: AnyEventObject };

const isObject = (it: unknown): it is Record<string, unknown> => typeof it === 'object' && it !== null;
const textOf = (it: unknown) => (typeof it === 'string' && it ? it : undefined);
const isEvent = (it: unknown): it is AnyEventObject => isObject(it) && typeof it.type === 'string';

/** Reads a message by its shape. Returns null for everything else, which any program may send. */
export function readWired(message: unknown): Wired | null {
  if (!isObject(message)) return null;
  const { type, event, snapshot } = message;
  const [sessionId, parentId, sourceId, name, definition] = [
    'sessionId',
    'parentId',
    'sourceId',
    'name',
    'definition',
  ].map((field) => textOf(message[field]));
  if (!sessionId) return null;
  if (type === '@xstate.actor') {
    const known = isObject(snapshot) ? snapshot : {};
    return { type, sessionId, parentId, name: name ?? sessionId, definition: definition ?? '', snapshot: known };
  }
  if (!isEvent(event)) return null;
  if (type === '@xstate.event') return { type, sessionId, sourceId, event };
  return type === '@xstate.snapshot' && isObject(snapshot) ? { type, sessionId, event, snapshot } : null;
}
