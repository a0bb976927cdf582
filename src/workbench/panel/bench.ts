import type { AnyEventObject } from 'xstate';
import { type Happened, traceOf, words } from '#domain/trace';
import { createStoppableClock, type StoppableClock } from './clock';
import { expire, type Happenings, happeningsOf, heardBy, type Samples } from './happenings';
import { createRecorder, type Entry, type Recorder } from './recorder';

/** An entry as JSON that may be shown: the event, and the context before and after it. */
export interface Told {
  event: AnyEventObject;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/** The panel's access to the machines of a page. It runs in the page's own window. */
export interface Bench {
  /** Whether the machines run in another app. Then the panel can't send events or stop timers. */
  isRemote: boolean;
  recorder: Recorder;
  clock: StoppableClock;
  happenings(session: string): Happenings | null;
  send(session: string, event: AnyEventObject): void;
  expire(session: string, timer: string): void;
  /** Returns the data of `entry`. `masked` hides the values that the trace's allow-list lacks. */
  tell(entry: Entry, masked: boolean): Told;
  /** Returns a trace of all steps, or of one actor's steps up to `entry`, always masked. */
  trace(entry?: Entry): string;
  /** Returns a test file that replays the steps of the actor of `entry` up to it. */
  testOf(entry: Entry): string;
}

const happenedOf = ({ session, snapshot, event }: Entry): Happened => ({
  actor: session,
  machine: snapshot.machine,
  event,
  state: snapshot.value,
  context: snapshot.context,
  times: 1,
});

/** Hides all values of `event` and `contexts` that the allow-list lacks. */
function mask(machine: Happened['machine'], event: AnyEventObject, contexts: readonly unknown[], allowed: string) {
  const happened = contexts.map((context, i): Happened => {
    return { actor: String(i), machine, event, state: '', context: context ?? {}, times: 1 };
  });
  const { steps } = traceOf(happened, 0, allowed, 'workbench');
  const told = steps[0]?.event;
  return {
    // An event that is not a plain object is hidden as a whole.
    event: (Object(told) === told ? told : { type: event.type }) as AnyEventObject,
    contexts: steps.map((step) => step.context),
  };
}

interface BenchOptions {
  isRemote?: boolean;
  /** Returns the allow-list for `told`, by default that of the trace. */
  allow?: (told: unknown) => string;
}

/** Creates the bench of a page. `samplesOf` returns what is known of a machine, by its id. */
export function createBench(
  samplesOf: (machine: string) => Samples = () => ({}),
  { isRemote = false, allow = words }: BenchOptions = {},
): Bench {
  const recorder = createRecorder();
  const clock = createStoppableClock();
  const actorOf = (session: string) => recorder.read().actors.find((actor) => actor.session === session);
  const trace = (entry?: Entry) => {
    const { entries } = recorder.read();
    const wanted = entry
      ? entries.filter(({ session, nth }) => session === entry.session && nth <= entry.nth)
      : entries;
    const told = wanted.map(({ event, snapshot }) => [event, snapshot.context]);
    return JSON.stringify(traceOf(wanted.map(happenedOf), 0, allow(told), 'workbench'));
  };
  return {
    isRemote,
    recorder,
    clock,
    happenings(session) {
      const actor = actorOf(session);
      if (!actor) return null;
      if (actor.ref) return happeningsOf(actor.ref, samplesOf(actor.name));
      const below = recorder.read().actors.filter(({ parent }) => parent === session);
      return heardBy(
        actor.snapshot,
        below.map(({ name }) => name),
      );
    },
    send(session, event) {
      // The trace hides objects of other windows, such as the panel's.
      const isOwn = Object.getPrototypeOf(event) === Object.prototype;
      actorOf(session)?.ref?.send(isOwn ? event : structuredClone(event));
    },
    expire(session, timer) {
      const actor = actorOf(session);
      if (actor?.ref) expire(actor.ref, timer);
    },
    tell({ event, before, snapshot }, masked) {
      const contexts = [before?.context ?? {}, snapshot.context];
      if (!masked) return { event, before: contexts[0], after: contexts[1] };
      const told = mask(snapshot.machine, event, contexts, allow([event, contexts]));
      const [was, is] = told.contexts as Record<string, unknown>[];
      return { event: told.event, before: was ?? {}, after: is ?? {} };
    },
    trace,
    testOf(entry) {
      const { id } = entry.snapshot.machine;
      return [
        "import { test } from 'vitest';",
        "import { readTrace, replay } from '../traces/traces';",
        '',
        `const trace = ${JSON.stringify(trace(entry))};`,
        '',
        `test('${id} goes the way that the workbench recorded', async () => {`,
        `  await replay('${id}', readTrace('${id}', trace));`,
        '});',
        '',
      ].join('\n');
    },
  };
}
