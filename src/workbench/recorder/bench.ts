import type { AnyEventObject } from 'xstate';
import { explainTestBeginning, removeUndoneSteps, sendsToParent } from './branch';
import { createPauseAwareClock, type PauseAwareClock } from './clock';
import { type EventSamples, handledEventsOf, type PossibleEvents, possibleEventsOf } from './handledEvents';
import type { AppDescription } from './inspectedApps';
import { hideLatestData, listLatestEvents } from './latest';
import { hideValues, type RecordedStep, type TraceWriter } from './mask';
import { maskEvent } from './maskSteps';
import { toPlainJson } from './plain';
import { createRecorder } from './recorder';
import type { LogEntry, Recorder } from './recording';
import { createStepReader, type StepReader } from './stepReader';
import { type MachineModule, writeTest } from './testText';
import { expireTimer } from './xstateInternals';

/** The panel's access to recorded machines. The name is short for “workbench”. */
export interface Bench extends StepReader {
  /** Whether the machines run outside this page, so that their steps arrive as messages. */
  isRemote: boolean;
  /** The name of the opened recording file, or '' if the steps come from running apps. */
  file: string;
  recorder: Recorder;
  clock: PauseAwareClock;
  /** Removes all steps from the recording, but keeps running actors. */
  clear(): void;
  /** Returns the name and title under which the panel shows an app. */
  describeApp(app: string): AppDescription;
  /** Whether the app of an actor has disconnected while the actor ran. */
  isGone(session: string): boolean;
  /** Returns a message about states of an actor that are unknown, or '' if all are known. */
  limitOf(session: string): string;
  /** Returns the events that a machine can receive now. `masked` hides the data that comes from recorded events. */
  happenings(session: string, masked?: boolean): PossibleEvents | null;
  /** Returns settings for the search for faults: states in which a machine may stay, and events that always arrive. */
  settingsOf(machine: string): Pick<EventSamples, 'homes' | 'timely'>;
  /** Whether the panel can send events to an actor. Without `session`: whether it can control any app at all. */
  canDrive(session?: string): boolean;
  /** Whether the actor of `entry` can resume from that step. */
  canGoOn(entry: LogEntry): boolean;
  /** Returns why the actor of `entry` can't resume from that step, or '' if it can. */
  whyNotGoOn(entry: LogEntry): string;
  goOn(entry: LogEntry): void;
  send(session: string, event: AnyEventObject): void;
  expire(session: string, timer: string): void;
  /** Returns a trace as JSON, without private values: of all steps, or of one actor's steps up to `entry`. */
  trace(entry?: LogEntry): string;
  /** Whether the panel must ask the user for the path of the machine's module before `testOf()`. */
  asksForModule: boolean;
  /** Returns why `testOf(entry)` doesn't begin with the start of the machine, or '' if it does. */
  beginningOf(entry: LogEntry): string;
  /** Returns the text of a test that repeats the steps of an actor up to `entry`. `masked` hides private values. */
  testOf(entry: LogEntry, module?: MachineModule, masked?: boolean): string;
}

const happenedOf = ({ session, snapshot, event }: LogEntry): RecordedStep => ({
  actor: session,
  machine: snapshot.machine,
  event,
  state: snapshot.value,
  context: snapshot.context,
  times: 1,
});

const HIDDEN_CONTEXT = 'Values of its context are hidden, so guards may say otherwise. Put them in here.';

/** Returns why an actor can't resume from a step, or ''. `since` is a reason that applies to all its steps, or ''. */
export function explainWhyNotResumable({ own, snapshot }: LogEntry, since: string): string {
  const then = snapshot.status !== 'active' ? 'It had ended at this step' : '';
  const why = since || then || (own === undefined ? 'Its app has not kept this step' : '');
  return why && `${why}, so it can't go on from here.`;
}

/** Describes the only app of a bench that records the machines of its own page. */
const PAGE: AppDescription = { name: 'This page', title: 'This page', same: '', alike: '', isGone: false };

export interface BenchOptions {
  isRemote?: boolean;
  /** Writes a trace without private values. The default, `hideValues`, hides nearly all values. */
  writeTrace?: TraceWriter;
  /** Writes a test that replays `trace`, JSON with the steps of one actor. `machine` is the id of its machine. */
  writeTest?: (machine: string, trace: string) => string;
}

/** Creates the panel's access to the machines of a page. `samplesOf` returns the samples of a machine, by its id. */
export function createBench(
  samplesOf: (machine: string) => EventSamples = () => ({}),
  { isRemote = false, writeTrace = hideValues, writeTest: writeOwnTest }: BenchOptions = {},
): Bench {
  const recorder = createRecorder();
  const telling = createStepReader(recorder, writeTrace);
  const clock = createPauseAwareClock();
  const actorOf = (session: string) => {
    const actor = recorder.read().known.get(session);
    return actor && 'snapshot' in actor ? actor : undefined;
  };
  const wayTo = ({ session, nth }: LogEntry) => {
    const { entries } = recorder.read();
    return removeUndoneSteps(entries.filter((one) => one.session === session && one.nth <= nth));
  };
  const trace = (entry?: LogEntry) => {
    const { entries } = recorder.read();
    const wanted = entry ? wayTo(entry) : entries;
    return JSON.stringify(writeTrace(wanted.map(happenedOf)));
  };
  return {
    isRemote,
    file: '',
    recorder,
    clock,
    clear: recorder.clear,
    isGone: () => false,
    describeApp: () => PAGE,
    limitOf: () => '',
    happenings(session, masked = true) {
      const actor = actorOf(session);
      // After an app has disconnected, the last snapshot of its machine may still be active. It receives no events.
      if (!actor || (actor.stopped && !actor.ref)) return null;
      const { machine } = actor.snapshot;
      if (actor.ref) {
        const latest = listLatestEvents(recorder.read().entries, machine.id);
        const now = possibleEventsOf(actor.ref, samplesOf(actor.name), latest);
        return masked ? hideLatestData(now, latest, (event) => maskEvent(machine, event, [{}], writeTrace).event) : now;
      }
      const below = recorder.read().actors.filter(({ parent }) => parent === session);
      return handledEventsOf(
        actor.snapshot,
        below.map(({ name }) => name),
      );
    },
    settingsOf(machine) {
      const { homes = [], timely = [] } = samplesOf(machine);
      return { homes, timely };
    },
    canDrive: (session) => !isRemote && (session === undefined || Boolean(actorOf(session)?.ref)),
    canGoOn({ session, own, snapshot }) {
      const isActive = snapshot.status === 'active' && actorOf(session)?.snapshot.status === 'active';
      return own !== undefined && isActive && Boolean(actorOf(session)?.ref);
    },
    whyNotGoOn(entry) {
      const actor = actorOf(entry.session);
      const hasEnded = actor?.snapshot.status !== 'active';
      return explainWhyNotResumable(entry, hasEnded ? 'It has ended since' : '');
    },
    goOn({ session, own }) {
      const ref = actorOf(session)?.ref;
      if (ref && own !== undefined) recorder.goOn(ref, own);
    },
    send(session, event) {
      // An event from another window is copied, because a trace hides objects whose prototype is from another window.
      const isOwn = Object.getPrototypeOf(event) === Object.prototype;
      actorOf(session)?.ref?.send(isOwn ? event : structuredClone(event));
    },
    expire(session, timer) {
      const actor = actorOf(session);
      if (actor?.ref) expireTimer(actor.ref, timer);
    },
    ...telling,
    trace,
    asksForModule: !writeOwnTest,
    beginningOf: (entry) => explainTestBeginning(wayTo(entry)),
    testOf(entry, module = { path: './machine', name: 'machine' }, masked = true) {
      const { machine } = entry.snapshot;
      if (writeOwnTest) return writeOwnTest(machine.id, trace(entry));
      const way = wayTo(entry).filter(({ event }) => event.type !== 'xstate.stop');
      const why = explainTestBeginning(way);
      const hidden = telling.hide(
        way.map(({ event, snapshot: { machine, context } }, i) => ({
          machine,
          event,
          context: why && !i ? context : {},
        })),
      );
      const events = way.map(({ event }, i) => (masked ? hidden[i]!.event : (toPlainJson(event) as AnyEventObject)));
      const context = masked ? hidden[0]?.context : toPlainJson(way[0]?.snapshot.context);
      const below = [...recorder.read().known.values()].filter(({ parent }) => parent === entry.session);
      return writeTest(
        way.map(({ snapshot }, i) => ({
          event: events[i]!,
          snapshot: i ? snapshot : ({ ...snapshot, context } as typeof snapshot),
        })),
        module,
        {
          machineIds: below.filter((actor) => 'snapshot' in actor).map(({ id }) => id),
          beginning: why && masked ? `${why}\n${HIDDEN_CONTEXT}` : why,
          hasParent: sendsToParent(recorder.read(), entry),
        },
      );
    },
  };
}
