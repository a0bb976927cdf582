import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot, InspectionEvent } from 'xstate';
import type { RefusedTransition } from './transitions';

/** One recorded step of one machine, as the log lists it. */
export interface LogEntry {
  /** Counts from 1. */
  nth: number;
  session: string;
  event: AnyEventObject;
  snapshot: AnyMachineSnapshot;
  before: AnyMachineSnapshot | null;
  /** The transitions that were taken, by their index in the chart. */
  taken: number[];
  /** The transitions whose guards refused the event. Empty if it was not refused. */
  refused: RefusedTransition[];
  /** The transitions of which one may have been taken, if the messages of the app don't tell. Else empty. */
  unsure: RefusedTransition[];
  /** The number of the step in its own app, for resuming from it. Undefined if the app cannot resume. */
  own: number | undefined;
  /** Whether the actor starts with this step from a snapshot that its app gave it. */
  isRestored?: boolean;
}

/** A machine that runs, or has run. */
export interface RecordedActor {
  session: string;
  name: string;
  /** The id of the actor, which tells apart several actors of one machine. */
  id: string;
  /** The app of the actor, or '' for the page's own. */
  app: string;
  /** The session of the parent actor. */
  parent: string | undefined;
  /** Null if the actor runs in another app. */
  ref: AnyActorRef | null;
  /** The number of actors above it in the tree. */
  depth: number;
  stopped: boolean;
  snapshot: AnyMachineSnapshot;
}

/** An actor that is no machine: a promise, a callback, an observable or a transition function. */
export interface NonMachineActor extends Omit<RecordedActor, 'snapshot' | 'ref'> {
  status: string;
  /** The kind, such as `promise`, or '' if unknown. */
  kind: string;
}

/** An event on its way from one actor to another. */
export interface ActorMessage {
  /** Counts from 1. */
  nth: number;
  /** The number of the last step before it. */
  after: number;
  /** The session id of the sending actor, or undefined if code outside of all actors has sent the event. */
  from: string | undefined;
  to: string;
  event: AnyEventObject;
}

export interface Recording {
  /** The running machines. Each precedes those that it runs, as also among `others`. */
  actors: readonly RecordedActor[];
  others: readonly NonMachineActor[];
  /** All actors with stored steps, including ended ones. */
  known: ReadonlyMap<string, RecordedActor | NonMachineActor>;
  entries: readonly LogEntry[];
  messages: readonly ActorMessage[];
  /** How many steps are no longer kept. */
  dropped: number;
  /** The taken transitions (`covered`) and the types of received events, by machine. They also count dropped steps. */
  covered: ReadonlyMap<string, ReadonlySet<number>>;
  received: ReadonlyMap<string, ReadonlySet<string>>;
}

/** A step of a machine, as XState's inspection reports it. */
export type ReportedStep = Pick<RecordedActor, 'session' | 'parent' | 'ref' | 'snapshot'> &
  Partial<Pick<RecordedActor, 'id' | 'app'>> &
  Pick<LogEntry, 'event' | 'taken' | 'refused'> &
  Partial<Pick<LogEntry, 'unsure' | 'own' | 'isRestored'>> & {
    size?: number;
    /** Whether the app has disconnected, so that the actor counts as stopped. */
    isGone?: boolean;
  };

/** Records the steps of all machines of a page. Pass `inspect` to the root actor. */
export interface Recorder {
  inspect(news: InspectionEvent): void;
  /** Lets an actor of this page go on from its step `nth`, unless it has ended, or the step was dropped. */
  goOn(ref: AnyActorRef, nth: number): void;
  /** Records a step of a machine, here or in another app. */
  record(step: ReportedStep): void;
  /** Records that an actor that is no machine runs, or that its status has changed. */
  recordOther(
    actor: Pick<NonMachineActor, 'session' | 'name' | 'id' | 'kind' | 'app' | 'parent' | 'status'>,
    isGone?: boolean,
  ): void;
  recordMessage(message: Pick<ActorMessage, 'from' | 'to' | 'event'>): void;
  /** Notifies all subscribers of a change outside of the recording. */
  refresh(): void;
  /** Removes the actors for which `test` returns true from the running ones. Their steps are kept. */
  end(test: (session: string) => boolean): void;
  /**
   * Adds the actors for which `test` returns true to the running ones again, except for those that have ended by
   * themselves.
   */
  resume(test: (session: string) => boolean): void;
  /** Forgets all steps and messages, and actors that have ended. */
  clear(): void;
  read(): Recording;
  /** Calls `hear` after each recorded step. Returns a function that unsubscribes. */
  subscribe(hear: () => void): () => void;
}
