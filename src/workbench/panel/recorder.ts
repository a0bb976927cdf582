import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot, AnyTransitionDefinition, InspectionEvent } from 'xstate';
import { statesOf, transitionsFrom } from '../chart/chart';

/** One step of one machine. */
export interface Entry {
  /** 1 for the first. */
  nth: number;
  session: string;
  event: AnyEventObject;
  snapshot: AnyMachineSnapshot;
  before: AnyMachineSnapshot | null;
  /** The transitions that were taken, by their index in the chart. */
  taken: number[];
}

/** A machine that runs, or has run. */
export interface RecordedActor {
  session: string;
  name: string;
  ref: AnyActorRef;
  /** How many machines are above it. */
  depth: number;
  stopped: boolean;
  snapshot: AnyMachineSnapshot;
}

interface Recording {
  actors: readonly RecordedActor[];
  entries: readonly Entry[];
}

/** Keeps what all machines of a page do. Give `inspect` to the root actor. */
export interface Recorder {
  inspect(news: InspectionEvent): void;
  read(): Recording;
  /** Calls `hear` after something was recorded. Returns a function that unsubscribes. */
  subscribe(hear: () => void): () => void;
}

const isMachine = (snapshot: unknown): snapshot is AnyMachineSnapshot =>
  Boolean((snapshot as { machine?: unknown } | undefined)?.machine);

/** Returns the actors as a tree is read: each one before those that it runs. */
function inTreeOrder(actors: readonly RecordedActor[]) {
  const below = (parent: AnyActorRef | undefined, depth: number): RecordedActor[] =>
    actors
      .filter(({ ref }) => ref._parent === parent)
      .flatMap((actor) => [{ ...actor, depth }, ...below(actor.ref, depth + 1)]);
  return below(undefined, 0);
}

/** Creates a recorder that keeps the last `limit` steps. */
export function createRecorder(limit = 500): Recorder {
  const actors = new Map<string, RecordedActor>();
  const hearers = new Set<() => void>();
  const pending = new Map<string, number[]>();
  let entries: Entry[] = [];
  let count = 0;
  let recording: Recording = { actors: [], entries };
  let told = true;

  const tell = () => {
    if (!told) return;
    told = false;
    queueMicrotask(() => {
      told = true;
      recording = { actors: inTreeOrder([...actors.values()].filter(({ stopped }) => !stopped)), entries };
      for (const hear of hearers) hear();
    });
  };
  const indexOf = (transition: AnyTransitionDefinition) =>
    statesOf(transition.source.machine.root).flatMap(transitionsFrom).indexOf(transition);

  return {
    inspect(news) {
      const { sessionId: session } = news.actorRef as AnyActorRef;
      if (news.type === '@xstate.microstep') {
        const taken = news._transitions.map(indexOf).filter((index) => index >= 0);
        pending.set(session, [...(pending.get(session) ?? []), ...taken]);
      }
      if (news.type !== '@xstate.snapshot' || !isMachine(news.snapshot)) return;
      const ref = news.actorRef as AnyActorRef;
      const { snapshot } = news;
      const event = news.event as AnyEventObject;
      const known = actors.get(session);
      const stopped = snapshot.status !== 'active';
      count += 1;
      const entry = { nth: count, session, event, snapshot, before: known?.snapshot ?? null };
      entries = [...entries, { ...entry, taken: pending.get(session) ?? [] }].slice(-limit);
      pending.delete(session);
      actors.set(session, { session, name: snapshot.machine.id, ref, depth: 0, stopped, snapshot });
      tell();
    },
    read: () => recording,
    subscribe(hear) {
      hearers.add(hear);
      return () => hearers.delete(hear);
    },
  };
}
