import { type AnyEventObject, type AnyMachineSnapshot, type AnyStateMachine, createMachine } from 'xstate';
import { words } from '#domain/trace';
import { type Bench, createBench } from './bench';
import { legible } from './happenings';
import { type Entry, heardIn, indexOf, refusalOf } from './recorder';

/** The used fields of a message of `@statelyai/inspect`. */
interface Wired {
  type?: unknown;
  sessionId?: unknown;
  parentId?: unknown;
  /** The machine's configuration as JSON. */
  definition?: unknown;
  event?: AnyEventObject;
  snapshot?: Partial<Pick<AnyMachineSnapshot, 'value' | 'context' | 'status' | 'output' | 'error' | 'historyValue'>>;
}

/** A workbench that shows the machines of other apps. */
export interface RemoteBench extends Bench {
  /** Handles a message of `app`. Ignores an invalid one, which any program may send. */
  hear(message: unknown, app: string): void;
  /** Ends all machines of `app`, which has gone without a message. */
  leave(app: string): void;
}

/** Returns an allow-list of all fields in `told`, and of small numbers there. A key that may be data stays hidden. */
function fieldsIn(told: unknown): string[] {
  if (!told || typeof told !== 'object') return [];
  const own = Object.keys(told).filter((key) => /^[a-z_$][\w$-]{0,40}$/i.test(key));
  const { type } = told as { type?: unknown };
  // Events of XState, such as the end of an actor, which the machine may not handle.
  const types = typeof type === 'string' && /^xstate\.(?!.*0x)[\w.:$-]+$/.test(type) ? [`type=${type}`] : [];
  return [...types, ...own.flatMap((key) => [key, `${key}=#`]), ...Object.values(told).flatMap(fieldsIn)];
}

/**
 * Removes the marks of what the library has cut off below its `serializationDepthLimit`. Also removes functions that
 * compute a guard's parameters.
 */
function withoutCuts(key: string, value: unknown) {
  if (key === 'params' && Object(value).type === 'params') return undefined;
  if (Array.isArray(value)) return value.filter((item) => item !== undefined);
  return value === '[Object]' || value === '[Array]' ? undefined : value;
}

/** Builds a machine that is like the one of the app, but does nothing. Returns null if there is no chart to show. */
function rebuild(definition: unknown): AnyStateMachine | null {
  try {
    const config = JSON.parse(String(definition), withoutCuts);
    // For an actor that is not a machine, messages contain only its name.
    return Object.keys(config).length > 1 ? createMachine(config) : null;
  } catch {
    return null;
  }
}

/**
 * Guesses the transitions that `event` has caused, or that refused it, because messages lack them. The first one that
 * leads to the machine's state counts as taken. If nothing has changed, a guard has refused a transition to another
 * state, and may have refused one without a target.
 */
function guess(before: AnyMachineSnapshot, after: AnyMachineSnapshot, event: AnyEventObject) {
  const active = new Set(after._nodes);
  const moved = legible(before.value) !== legible(after.value);
  const changed = moved || legible(before.context) !== legible(after.context);
  const heard = heardIn(before, event.type);
  const fits = heard.filter(({ target }) => (target ? target.every((node) => active.has(node)) : !moved));
  const taken = [...fits, ...heard].find(({ guard }) => changed || !guard);
  if (taken) return { taken: [indexOf(taken)], refused: [] };
  return { taken: [], refused: fits.length ? [] : heard.map(refusalOf) };
}

/** Creates a bench for apps that send the messages of `@statelyai/inspect`. */
export function createRemoteBench(): RemoteBench {
  const allow = (told: unknown) => [words(), ...new Set(fieldsIn(told))].join(' ');
  const bench = createBench(undefined, { isRemote: true, allow });
  const machines = new Map<string, { machine: AnyStateMachine; parent: string | undefined }>();
  const latest = new Map<string, AnyMachineSnapshot>();
  /** Cache of pure values: machines of one definition are the same, so that their chart is laid out once. */
  const rebuilt = new Map<unknown, AnyStateMachine | null>();
  const machineOf = (definition: unknown) => {
    if (!rebuilt.has(definition)) rebuilt.set(definition, rebuild(definition));
    return rebuilt.get(definition);
  };

  return {
    ...bench,
    hear(message, app) {
      const { type, sessionId, parentId, definition, event, snapshot } = Object(message) as Wired;
      const session = `${app}/${sessionId}`;
      if (type === '@xstate.actor') {
        const machine = machineOf(definition);
        const parent = `${app}/${parentId}`;
        if (machine) machines.set(session, { machine, parent: machines.has(parent) ? parent : undefined });
      }
      const known = machines.get(session);
      if (type !== '@xstate.snapshot' || !known || typeof event?.type !== 'string' || !snapshot) return;
      try {
        const { machine, parent } = known;
        const { value, context = {}, status = 'active', output, error, historyValue = {} } = snapshot;
        const after: AnyMachineSnapshot = machine.resolveState({ value, context, status, output, error, historyValue });
        const before = latest.get(session);
        const told: Pick<Entry, 'taken' | 'refused'> = before
          ? guess(before, after, event)
          : { taken: [], refused: [] };
        latest.set(session, after);
        bench.recorder.record({ session, parent, ref: null, snapshot: after, event, ...told });
      } catch {
        // A state that the machine does not have.
      }
    },
    leave(app) {
      bench.recorder.end([...machines.keys()].filter((session) => session.startsWith(`${app}/`)));
    },
  };
}
