import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot, InspectionEvent } from 'xstate';
import type { RefusedTransition } from './transitions';

/** A recorded step of a machine. */
export interface LogEntry {
  /** The number of the step, from 1. */
  nth: number;
  session: string;
  event: AnyEventObject;
  snapshot: AnyMachineSnapshot;
  before: AnyMachineSnapshot | null;
  /** The transitions that were taken, by their index in the chart. */
  taken: number[];
  /** The transitions whose guards refused the event. Empty if a transition was taken. */
  refused: RefusedTransition[];
  /** The transitions of which one may have been taken. Empty if the app has reported the taken ones. */
  unsure: RefusedTransition[];
  /** The app's own number of the step, for resuming from it. Undefined if the app can't resume actors. */
  own: number | undefined;
  /** Whether the actor starts with this step from a snapshot that the app has passed to `createActor()`. */
  isRestored?: boolean;
}

/** A machine that runs, or has run. */
export interface RecordedActor {
  session: string;
  name: string;
  /** The id of the actor, which distinguishes several actors of one machine. */
  id: string;
  /** The key of the actor's app, or '' for this page. */
  app: string;
  /** The session of the parent actor. */
  parent: string | undefined;
  /** Null if the actor runs in another app. */
  ref: AnyActorRef | null;
  /** The number of ancestors of the actor in the tree. */
  depth: number;
  stopped: boolean;
  snapshot: AnyMachineSnapshot;
}

/** An actor that is no machine: a promise, a callback, an observable or a transition function. */
export interface NonMachineActor extends Omit<RecordedActor, 'snapshot' | 'ref'> {
  status: string;
  /** The kind of actor, such as `promise`, or '' if unknown. */
  kind: string;
}

/** An event that an actor, or code outside of all actors, has sent to an actor. */
export interface ActorMessage {
  /** The number of the message, from 1. */
  nth: number;
  /** The number of the last step before the message. */
  after: number;
  /** The session id of the sending actor, or undefined if code outside of all actors has sent the event. */
  from: string | undefined;
  to: string;
  event: AnyEventObject;
}

export interface Recording {
  /** The running machines. A parent precedes its children. */
  actors: readonly RecordedActor[];
  /** The running actors that are no machines, in the same order. */
  others: readonly NonMachineActor[];
  /** All known actors by session, including ended ones. */
  known: ReadonlyMap<string, RecordedActor | NonMachineActor>;
  entries: readonly LogEntry[];
  messages: readonly ActorMessage[];
  /** The number of steps that are no longer stored. */
  dropped: number;
  /** The taken transitions, and below the types of received events, by machine. Includes steps no longer stored. */
  covered: ReadonlyMap<string, ReadonlySet<number>>;
  received: ReadonlyMap<string, ReadonlySet<string>>;
}

/** A step of a machine that an app has reported, for `record()`. */
export type ReportedStep = Pick<RecordedActor, 'session' | 'parent' | 'ref' | 'snapshot'> &
  Partial<Pick<RecordedActor, 'id' | 'app'>> &
  Pick<LogEntry, 'event' | 'taken' | 'refused'> &
  Partial<Pick<LogEntry, 'unsure' | 'own' | 'isRestored'>> & {
    /** The size of the step's message in bytes, if known. */
    size?: number;
    /** Whether the app has disconnected, so that the actor counts as stopped. */
    isGone?: boolean;
  };

/** Records the steps of all machines of a page. Pass `inspect` to the root actor. */
export interface Recorder {
  inspect(news: InspectionEvent): void;
  /** Resumes an actor of this page from its step `nth`, unless the actor has ended, or the step is not stored. */
  goOn(ref: AnyActorRef, nth: number): void;
  /** Records a step of a machine, in this page or in another app. */
  record(step: ReportedStep): void;
  /** Records the status of an actor that is no machine. */
  recordOther(
    actor: Pick<NonMachineActor, 'session' | 'name' | 'id' | 'kind' | 'app' | 'parent' | 'status'>,
    isGone?: boolean,
  ): void;
  recordMessage(message: Pick<ActorMessage, 'from' | 'to' | 'event'>): void;
  /** Notifies all subscribers of a change that is not in the recording, such as the name of an app. */
  refresh(): void;
  /** Marks the actors for which `test` returns true as stopped. Their steps are kept. */
  end(test: (session: string) => boolean): void;
  /** Marks the actors for which `test` returns true as running, unless their last status is not `active`. */
  resume(test: (session: string) => boolean): void;
  /** Removes all steps and messages, and actors that have ended. */
  clear(): void;
  read(): Recording;
  /** Calls `hear` soon after each change, once for several changes. Returns a function that unsubscribes. */
  subscribe(hear: () => void): () => void;
}
