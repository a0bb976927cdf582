import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot, AnyTransitionDefinition, InspectionEvent } from 'xstate';
import { guardOf, statesOf, transitionsFrom } from '../chart/chart';

/** A transition that was not taken, because its guard said no. */
interface Refusal {
  /** Its place in the chart. */
  index: number;
  /** The name of its guard. */
  guard: string;
}

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
  /** If the event was refused: the transitions that would have taken it. */
  refused: Refusal[];
}

/** A machine that runs, or has run. */
export interface RecordedActor {
  session: string;
  name: string;
  /** The session of the machine that runs it. */
  parent: string | undefined;
  /** Null if the actor runs in another app. */
  ref: AnyActorRef | null;
  /** How many machines are above it. */
  depth: number;
  stopped: boolean;
  snapshot: AnyMachineSnapshot;
}

interface Recording {
  actors: readonly RecordedActor[];
  entries: readonly Entry[];
}

/** A step as XState reports it. */
type Step = Pick<RecordedActor, 'session' | 'parent' | 'ref' | 'snapshot'> & Pick<Entry, 'event' | 'taken' | 'refused'>;

/** Records the steps of all machines of a page. Pass `inspect` to the root actor. */
export interface Recorder {
  inspect(news: InspectionEvent): void;
  /** Records a step of a machine, here or in another app. */
  record(step: Step): void;
  /** Lists the machines `sessions` no longer as running. Their steps stay. */
  end(sessions: readonly string[]): void;
  read(): Recording;
  /** Calls `hear` after something was recorded. Returns a function that unsubscribes. */
  subscribe(hear: () => void): () => void;
}

/** Returns the index of a transition in the chart of its machine. */
export const indexOf = (transition: AnyTransitionDefinition) =>
  statesOf(transition.source.machine.root).flatMap(transitionsFrom).indexOf(transition);

const hears = (eventType: string, type: string) =>
  eventType === type || eventType === '*' || (eventType.endsWith('.*') && type.startsWith(eventType.slice(0, -1)));

/** Returns the transitions of the active states for events of this type, the innermost first. */
export const heardIn = ({ _nodes }: AnyMachineSnapshot, type: string) =>
  [..._nodes]
    .reverse()
    .flatMap(transitionsFrom)
    .filter(({ eventType }) => hears(eventType, type));

/** Returns the index and guard of a refused transition. */
export const refusalOf = (transition: AnyTransitionDefinition): Refusal => {
  return { index: indexOf(transition), guard: guardOf(transition) };
};

const isMachine = (snapshot: unknown): snapshot is AnyMachineSnapshot =>
  Boolean((snapshot as { machine?: unknown } | undefined)?.machine);

/** Sorts actors so that each one precedes those that it runs. */
function inTreeOrder(actors: readonly RecordedActor[]) {
  const below = (parent: string | undefined, depth: number): RecordedActor[] =>
    actors
      .filter((actor) => actor.parent === parent)
      .flatMap((actor) => [{ ...actor, depth }, ...below(actor.session, depth + 1)]);
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
  const record = ({ session, parent, ref, event, snapshot, taken, refused }: Step) => {
    const before = actors.get(session)?.snapshot ?? null;
    const stopped = snapshot.status !== 'active';
    count += 1;
    entries = [...entries, { nth: count, session, event, snapshot, before, taken, refused }].slice(-limit);
    actors.set(session, { session, name: snapshot.machine.id, parent, ref, depth: 0, stopped, snapshot });
    tell();
  };

  return {
    inspect(news) {
      const { sessionId: session } = news.actorRef as AnyActorRef;
      if (news.type === '@xstate.microstep') {
        const taken = news._transitions.map(indexOf).filter((index) => index >= 0);
        pending.set(session, [...(pending.get(session) ?? []), ...taken]);
      }
      if (news.type !== '@xstate.snapshot' || !isMachine(news.snapshot)) return;
      const ref = news.actorRef as AnyActorRef;
      const event = news.event as AnyEventObject;
      const taken = pending.get(session) ?? [];
      pending.delete(session);
      const before = actors.get(session)?.snapshot;
      const heard = before ? heardIn(before, event.type).map(refusalOf) : [];
      const refused = heard.some(({ index }) => taken.includes(index)) ? [] : heard;
      record({ session, parent: ref._parent?.sessionId, ref, event, snapshot: news.snapshot, taken, refused });
    },
    record,
    end(sessions) {
      for (const session of sessions) {
        const actor = actors.get(session);
        if (actor) actors.set(session, { ...actor, stopped: true });
      }
      tell();
    },
    read: () => recording,
    subscribe(hear) {
      hearers.add(hear);
      return () => hearers.delete(hear);
    },
  };
}
