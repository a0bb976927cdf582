import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot, AnyStateMachine, InspectionEvent } from 'xstate';
import { nameOfInvokedActor } from '../charts/chart';
import { machineKey } from './facts';
import { addFailureReports } from './failures';
import { batchByFrame } from './frames';
import { createPastSteps } from './pastSteps';
import type { ActorMessage, LogEntry, NonMachineActor, RecordedActor, Recorder, Recording } from './recording';
import { chartIndexOf, findStepTransitions } from './transitions';
import { actorKindOf, logicOf, wasRestored } from './xstateInternals';

const isMachine = (snapshot: unknown): snapshot is AnyMachineSnapshot =>
  Boolean((snapshot as { machine?: unknown } | undefined)?.machine);

/**
 * Returns `snapshot`, or a complete one if a machine failed at its start. XState then omits the states and the machine
 * from the snapshot.
 */
function completeSnapshot(ref: AnyActorRef, snapshot: unknown): unknown {
  const { status, error } = snapshot as AnyMachineSnapshot;
  if (status !== 'error' || isMachine(snapshot) || actorKindOf(ref) !== 'machine') return snapshot;
  return (logicOf(ref) as AnyStateMachine).resolveState({ value: {}, context: {}, status, error });
}

/** Sorts actors so that each one precedes its children, and sets their depth in the tree. */
export function sortInTreeOrder<Actor extends RecordedActor | NonMachineActor>(actors: readonly Actor[]): Actor[] {
  const known = new Set(actors.map(({ session }) => session));
  const below = new Map<string | undefined, Actor[]>();
  for (const actor of actors) {
    const parent = known.has(actor.parent ?? '') && actor.parent !== actor.session ? actor.parent : undefined;
    below.set(parent, [...(below.get(parent) ?? []), actor]);
  }
  const from = (parent: string | undefined, depth: number): Actor[] =>
    (below.get(parent) ?? []).flatMap((actor) => [{ ...actor, depth }, ...from(actor.session, depth + 1)]);
  return from(undefined, 0);
}

/** The maximum number of covered transitions, and of received event types, that are stored for a machine. */
const MOST = 10_000;

/** Returns a set with the additional `items`. Returns `known` itself if it contains them, or is full. */
function addAll<Item>(known: Set<Item> | undefined, items: readonly Item[]): Set<Item> {
  const isNew = !known || (known.size < MOST && items.some((item) => !known.has(item)));
  return isNew ? new Set([...(known ?? []), ...items]) : known;
}

/** Sets the names of actors that are no machines: the name under which the parent machine invokes the actor. */
function nameActors(
  known: ReadonlyMap<string, RecordedActor | NonMachineActor>,
): Map<string, RecordedActor | NonMachineActor> {
  const named = [...known].map(([session, actor]): [string, RecordedActor | NonMachineActor] => {
    const parent = known.get(actor.parent ?? '');
    if ('snapshot' in actor || !parent || !('snapshot' in parent)) return [session, actor];
    return [session, { ...actor, name: nameOfInvokedActor(actor.id, parent.snapshot.machine) }];
  });
  return new Map(named);
}

interface Limits {
  /** The maximum number of stored steps. For messages, the maximum is four times as high. */
  steps?: number;
  /** The maximum size of the stored steps in bytes. Steps of unknown size count as 0. */
  bytes?: number;
}

/** Creates a recorder that stores the last steps of all actors, up to the given limits. */
export function createRecorder({ steps = 500, bytes = 128 * 2 ** 20 }: Limits = {}): Recorder {
  const known = new Map<string, RecordedActor | NonMachineActor>();
  const hearers = new Set<() => void>();
  const pending = new Map<string, number[]>();
  const past = createPastSteps();
  const sizes = new Map<number, number>();
  const covered = new Map<string, Set<number>>();
  const received = new Map<string, Set<string>>();
  let entries: LogEntry[] = [];
  let messages: ActorMessage[] = [];
  let [count, sent, total, dropped] = [0, 0, 0, 0];
  const gather = (): Recording => {
    const named = nameActors(known);
    const running = sortInTreeOrder([...named.values()].filter(({ stopped }) => !stopped));
    return {
      actors: running.filter((actor) => 'snapshot' in actor),
      others: running.filter((actor): actor is NonMachineActor => !('snapshot' in actor)),
      known: named,
      entries: [...entries],
      messages: [...messages],
      dropped,
      covered,
      received,
    };
  };
  /** A cache of the result of `read()`. Null after a change. */
  let recording: Recording | null = null;
  const tellSoon = batchByFrame(() => {
    for (const hear of hearers) hear();
  });
  const tell = () => {
    recording = null;
    tellSoon();
  };

  /** Removes the oldest steps, and ended actors without stored steps, if there are too many. */
  const trim = () => {
    while (entries.length > steps || (total > bytes && entries.length > 1)) {
      const { nth } = entries.shift()!;
      total -= sizes.get(nth) ?? 0;
      sizes.delete(nth);
      dropped += 1;
    }
    if (messages.length > steps * 4) messages = messages.slice(-steps * 4);
    if (known.size < steps * 2) return;
    const told = new Set(entries.map(({ session }) => session));
    for (const [session, { stopped }] of known) if (stopped && !told.has(session)) known.delete(session);
  };
  const record: Recorder['record'] = ({ size = 0, isGone = false, ...step }) => {
    const { session, parent, ref, event, snapshot, taken, refused, unsure = [], own, isRestored = false } = step;
    const last = known.get(session);
    const before = last && 'snapshot' in last ? last.snapshot : null;
    const stopped = isGone || snapshot.status !== 'active';
    const name = snapshot.machine.id;
    count += 1;
    entries.push({ nth: count, session, event, snapshot, before, taken, refused, unsure, own, isRestored });
    if (size) sizes.set(count, size);
    const key = machineKey(step.app ?? '', name);
    covered.set(key, addAll(covered.get(key), taken));
    received.set(key, addAll(received.get(key), [event.type]));
    total += size;
    known.set(session, {
      session,
      name,
      id: step.id ?? name,
      app: step.app ?? '',
      parent,
      ref,
      depth: 0,
      stopped,
      snapshot,
    });
    trim();
    tell();
  };
  const recordOther: Recorder['recordOther'] = (actor, isGone = false) => {
    known.set(actor.session, { ...actor, depth: 0, stopped: isGone || actor.status !== 'active' });
    trim();
    tell();
  };
  const recordMessage: Recorder['recordMessage'] = (message) => {
    sent += 1;
    messages.push({ nth: sent, after: count, ...message });
    trim();
    tell();
  };
  const setStopped = (stopped: boolean, test: (session: string) => boolean) => {
    for (const [session, actor] of known) {
      const status = 'snapshot' in actor ? actor.snapshot.status : actor.status;
      if (test(session)) known.set(session, { ...actor, stopped: stopped || status !== 'active' });
    }
    tell();
  };

  const inspect = (news: InspectionEvent) => {
    const ref = news.actorRef as AnyActorRef;
    const { sessionId: session } = ref;
    const parent = ref._parent?.sessionId;
    if (news.type === '@xstate.microstep') {
      const taken = news._transitions.map(chartIndexOf).filter((index) => index >= 0);
      pending.set(session, [...(pending.get(session) ?? []), ...taken]);
    }
    if (news.type === '@xstate.event')
      recordMessage({ from: news.sourceRef?.sessionId, to: session, event: news.event as AnyEventObject });
    if (news.type !== '@xstate.snapshot') return;
    const snapshot = completeSnapshot(ref, news.snapshot);
    if (!isMachine(snapshot)) {
      const { status } = snapshot as { status: string };
      past.keep(ref, snapshot);
      return recordOther({ session, name: ref.id, id: ref.id, kind: actorKindOf(ref), app: '', parent, status });
    }
    const event = news.event as AnyEventObject;
    const taken = pending.get(session) ?? [];
    pending.delete(session);
    const last = known.get(session);
    const before = last && 'snapshot' in last ? last.snapshot : null;
    const own = past.keep(ref, snapshot);
    const isRestored = !before && wasRestored(ref);
    const step = { session, id: ref.id, parent, ref, event, snapshot, own, isRestored };
    record({ ...step, ...findStepTransitions(before, snapshot, event, taken) });
  };

  return {
    inspect: addFailureReports(inspect, (session) => !known.get(session)?.stopped),
    goOn: past.goOn,
    record,
    recordOther,
    recordMessage,
    refresh: tell,
    end: (test) => setStopped(true, test),
    resume: (test) => setStopped(false, test),
    clear() {
      for (const [session, { stopped }] of known) if (stopped) known.delete(session);
      entries = [];
      messages = [];
      covered.clear();
      received.clear();
      sizes.clear();
      total = 0;
      tell();
    },
    read() {
      recording ??= gather();
      return recording;
    },
    subscribe(hear) {
      hearers.add(hear);
      return () => hearers.delete(hear);
    },
  };
}
