import type { AnyEventObject } from 'xstate';
import { chartOf } from '../charts/chart';
import { type CountingClock, createCountingClock } from './clock';
import { handledEventsOf, type PossibleEvents, possibleEventsOf, type Samples } from './happenings';
import type { AppInTitle } from './inspectedApps';
import { hideLatestData, listLatestEvents } from './latest';
import { hideValues, type RecordedStep, type WriteTrace } from './mask';
import { isSame, readField, toPlainJson } from './plain';
import { createRecorder } from './recorder';
import type { ActorMessage, LogEntry, Recorder, Recording } from './recording';
import { type MachineModule, writeTest } from './testText';
import { describeError } from './words';
import { expireTimer, RESTART_EVENT } from './xstateInternals';

/** A field of a context that a step has changed. A side is undefined if the field is hidden, or not there. */
interface Change {
  key: string;
  before: unknown;
  after: unknown;
}

/** A step as JSON, with everything that may be shown. */
interface Told {
  event: unknown;
  context: unknown;
  before: unknown;
  output: unknown;
}

/** The panel's access to the machines of a page (short for "workbench"). It runs in the page's own window. */
export interface Bench {
  /** Whether the machines run in other apps. */
  isRemote: boolean;
  /** The name of the file that the steps come from, or '' if the machines run. */
  file: string;
  recorder: Recorder;
  clock: CountingClock;
  /** Forgets all steps. Running actors stay shown. */
  clear(): void;
  /** Returns how the panel shows an app. */
  describeApp(app: string): AppInTitle;
  /** Whether the app of an actor has disconnected while the actor ran. */
  isGone(session: string): boolean;
  /** Returns a sentence about the parts of an actor that cannot be shown, or ''. */
  limitOf(session: string): string;
  /** Returns the possible events of a machine. `masked` hides the data of earlier events. */
  happenings(session: string, masked?: boolean): PossibleEvents | null;
  /** Returns the states and events that do not count as faults of a machine. */
  settingsOf(machine: string): Pick<Samples, 'homes' | 'timely'>;
  /**
   * Whether an actor takes events from the panel. Without a session: whether any app does, and lets its clock be
   * stopped.
   */
  canDrive(session?: string): boolean;
  /** Whether an actor can resume from a step. */
  canGoOn(entry: LogEntry): boolean;
  /** Returns why an actor can't resume from a step, or '' if it can. */
  whyNotGoOn(entry: LogEntry): string;
  goOn(entry: LogEntry): void;
  send(session: string, event: AnyEventObject): void;
  expire(session: string, timer: string): void;
  /** Returns the event of a step. `masked` hides private values. */
  tellEvent(entry: LogEntry, masked: boolean): AnyEventObject;
  /** Returns what a step has changed in the context, each as JSON. */
  tellChanges(entry: LogEntry, masked: boolean): Change[];
  /** Returns why the actor has failed in this step, or '' if it hasn't. `masked` hides the message of the error. */
  tellFailure(entry: LogEntry, masked: boolean): string;
  /** Returns event, context and output of a step. */
  tell(entry: LogEntry, masked: boolean): Told;
  /** Returns the event of a message. */
  tellMessage(message: ActorMessage, masked: boolean): AnyEventObject;
  /** Returns steps without private data, in which equal values have equal numbers. */
  hide(steps: readonly TellingStep[]): { event: AnyEventObject; context: object }[];
  /** Returns a trace of all steps, or of one actor's steps up to `entry`, always masked. */
  trace(entry?: LogEntry): string;
  /** Whether a copied test needs the path of the machine's module. */
  asksForModule: boolean;
  /** Returns why a test of `entry` does not begin at the machine's start, or '' if it does. */
  beginningOf(entry: LogEntry): string;
  /** Returns a test file that takes the steps of the actor of `entry` up to it. `masked` hides private values. */
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

const isOfXState = ({ type }: AnyEventObject) => type.startsWith('xstate.');

/** Matches hexadecimal digits that may be an account's address. */
const HEX = /0x[\da-f]{8}/i;

/** The parts of a step that may be private. */
type TellingStep = Pick<RecordedStep, 'machine' | 'event' | 'context'>;

/** Hides private values. The type of an event stays. Equal values have equal numbers in all steps. */
function hide(given: readonly TellingStep[], write: WriteTrace): { event: AnyEventObject; context: object }[] {
  const safe = (it: unknown) => toPlainJson(it, { isRaw: true });
  const happened = given.map(({ machine, event, context }, i): RecordedStep => {
    return {
      actor: String(i),
      machine,
      event: safe(event) as AnyEventObject,
      state: '',
      context: safe(context ?? {}),
      times: 1,
    };
  });
  return write(happened).steps.map((step, i) => {
    const told = Object(step.event) as Record<string, unknown>;
    const { type } = given[i]!.event;
    // An event that is not a plain object is hidden as a whole.
    const event = { ...(told === step.event && told), type: HEX.test(type) ? String(told.type) : type };
    return { event, context: Object(step.context) as object };
  });
}

function mask(
  machine: RecordedStep['machine'],
  event: AnyEventObject,
  contexts: readonly unknown[],
  write: WriteTrace,
) {
  const steps = hide(
    contexts.map((context) => ({ machine, event, context })),
    write,
  );
  return { event: steps[0]!.event, contexts: steps.map(({ context }) => context as Record<string, unknown>) };
}

/** Returns the fields that differ between the two contexts of a step. */
function changedIn({ before, snapshot }: LogEntry): [was: Record<string, unknown>, is: Record<string, unknown>] {
  const [was, is] = [Object(before?.context ?? {}), Object(snapshot.context)] as Record<string, unknown>[];
  const keys = [...new Set([...Object.keys(was!), ...Object.keys(is!)])];
  const differ = keys.filter((key) => !isSame(readField(was!, key), readField(is!, key)));
  const pick = (from: Record<string, unknown>) =>
    Object.fromEntries(differ.filter((key) => Object.hasOwn(from, key)).map((key) => [key, readField(from, key)]));
  return [pick(was!), pick(is!)];
}

/**
 * Adds a step to the steps of an actor. A restart in the same state, as in React's strict mode, continues the earlier
 * steps.
 */
function addStep(branch: readonly LogEntry[], step: LogEntry): LogEntry[] {
  if (step.event.type !== 'xstate.init') return [...branch, step];
  const last = branch.findLastIndex(({ event }) => event.type !== 'xstate.stop');
  const goesOn = last >= 0 && isSame(branch[last]!.snapshot.value, step.snapshot.value);
  return goesOn ? branch.slice(0, last + 1) : [step];
}

/** Returns the steps that led to an actor's last step. Steps that it undid by resuming from the past are left out. */
function branchOf(steps: readonly LogEntry[]): LogEntry[] {
  const branches = new Map<unknown, LogEntry[]>();
  let branch: LogEntry[] = [];
  for (const step of steps) {
    // If the step from which the actor resumed was dropped, its steps begin with this one.
    branch = step.event.type === RESTART_EVENT ? (branches.get(step.event.nth) ?? [step]) : addStep(branch, step);
    branches.set(step.own, branch);
  }
  return branch;
}

/** Whether an actor sends events to its parent, as its messages tell, or the structure of its machine. */
function sendsToParent({ known, messages }: Recording, { session, snapshot }: LogEntry): boolean {
  const parent = known.get(session)?.parent;
  if (parent === undefined) return false;
  const isSent = messages.some(({ from, to, event }) => from === session && to === parent && !isOfXState(event));
  const { states, transitions } = chartOf(snapshot.machine);
  const actions = [
    ...states.flatMap(({ entry, exit }) => [...entry, ...exit]),
    ...transitions.flatMap((one) => one.actions),
  ];
  return isSent || actions.includes('sendTo');
}

const HIDDEN_CONTEXT = 'Values of its context are hidden, so guards may say otherwise. Put them in here.';

/** Returns why a test of these steps does not begin at the machine's start, or '' if it does. */
function beginningOf([first]: readonly LogEntry[]): string {
  if (first?.isRestored) return 'The app started this actor from a snapshot, so the test does, too.';
  if (!first || first.event.type === 'xstate.init') return '';
  return 'The steps before this state are no longer kept, so the test begins in it.';
}

/** Says why an actor can't resume from a step. `since` is the reason that holds for all of its steps, or ''. */
export function explainWhyNotResumable({ own, snapshot }: LogEntry, since: string): string {
  const then = snapshot.status !== 'active' ? 'It had ended at this step' : '';
  const why = since || then || (own === undefined ? 'Its app has not kept this step' : '');
  return why && `${why}, so it can't go on from here.`;
}

/** The only app of a bench whose machines run in its own page. */
const PAGE: AppInTitle = { name: 'This page', title: 'This page', same: '', alike: '', isGone: false };

export interface BenchOptions {
  isRemote?: boolean;
  /** Writes a trace. By default it hides all values. */
  writeTrace?: WriteTrace;
  /** Writes a test of `machine` that replays a trace of it. */
  writeTest?: (machine: string, trace: string) => string;
}

/**
 * Creates the bench of a page, the panel's access to its machines. `samplesOf` returns the samples of a machine, by its
 * id.
 */
export function createBench(
  samplesOf: (machine: string) => Samples = () => ({}),
  { isRemote = false, writeTrace = hideValues, writeTest: writeOwnTest }: BenchOptions = {},
): Bench {
  const recorder = createRecorder();
  const clock = createCountingClock();
  const actorOf = (session: string) => {
    const actor = recorder.read().known.get(session);
    return actor && 'snapshot' in actor ? actor : undefined;
  };
  const wayTo = ({ session, nth }: LogEntry) => {
    const { entries } = recorder.read();
    return branchOf(entries.filter((one) => one.session === session && one.nth <= nth));
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
      // The machine of a disconnected app may be active in its last snapshot, but it takes no events any more.
      if (!actor || (actor.stopped && !actor.ref)) return null;
      const { machine } = actor.snapshot;
      if (actor.ref) {
        const latest = listLatestEvents(recorder.read().entries, machine.id);
        const now = possibleEventsOf(actor.ref, samplesOf(actor.name), latest);
        return masked ? hideLatestData(now, latest, (event) => mask(machine, event, [{}], writeTrace).event) : now;
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
      // An event of another window, such as the panel's, is copied, because a trace hides objects of other windows.
      const isOwn = Object.getPrototypeOf(event) === Object.prototype;
      actorOf(session)?.ref?.send(isOwn ? event : structuredClone(event));
    },
    expire(session, timer) {
      const actor = actorOf(session);
      if (actor?.ref) expireTimer(actor.ref, timer);
    },
    tellEvent({ event, snapshot }, masked) {
      if (!masked) return toPlainJson(event) as AnyEventObject;
      return mask(snapshot.machine, event, [{}], writeTrace).event;
    },
    tellChanges(entry, masked) {
      const contexts = changedIn(entry);
      const keys = [...new Set(contexts.flatMap(Object.keys))];
      const { machine } = entry.snapshot;
      const told = masked ? mask(machine, { type: '' }, contexts, writeTrace).contexts : contexts;
      const [before, after] = told.map((context) => toPlainJson(context) as Record<string, unknown>);
      return keys.map((key) => ({ key, before: readField(before!, key), after: readField(after!, key) }));
    },
    tellFailure: ({ snapshot: { status, error } }, masked) => (status === 'error' ? describeError(error, masked) : ''),
    tell({ event, before, snapshot }, masked) {
      const output = { output: snapshot.output as unknown };
      const contexts = [before?.context ?? {}, snapshot.context, output];
      const all = masked
        ? mask(snapshot.machine, event, contexts, writeTrace)
        : { event, contexts: contexts as Record<string, unknown>[] };
      const [was, is, end] = all.contexts.map((one) => toPlainJson(one) as Record<string, unknown>);
      return { event: toPlainJson(all.event), before: was, context: is, output: end?.output };
    },
    tellMessage({ to, event }, masked) {
      if (!masked) return toPlainJson(event) as AnyEventObject;
      const actor = recorder.read().known.get(to);
      const machine = actor && 'snapshot' in actor ? actor.snapshot.machine : { id: '', events: [] };
      return mask(machine, event, [{}], writeTrace).event;
    },
    hide: (steps) => hide(steps, writeTrace),
    trace,
    asksForModule: !writeOwnTest,
    beginningOf: (entry) => beginningOf(wayTo(entry)),
    testOf(entry, module = { path: './machine', name: 'machine' }, masked = true) {
      const { machine } = entry.snapshot;
      if (writeOwnTest) return writeOwnTest(machine.id, trace(entry));
      const way = wayTo(entry).filter(({ event }) => event.type !== 'xstate.stop');
      const why = beginningOf(way);
      const hidden = hide(
        way.map(({ event, snapshot: { machine, context } }, i) => ({
          machine,
          event,
          context: why && !i ? context : {},
        })),
        writeTrace,
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
