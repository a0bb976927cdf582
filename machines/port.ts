import {
  type ActorLogic,
  type AnyActorLogic,
  type AnyActorScope,
  type AnyEventObject,
  type EventFromLogic,
  fromCallback,
  fromPromise,
  type NonReducibleUnknown,
  type SnapshotFrom,
} from 'xstate';

/**
 * A slot for outside work. The machine names the task and its types, and an adapter provides the actor that does it.
 * Running an empty slot fails loudly.
 */
export const port = <Output, Input = NonReducibleUnknown>(task: string) =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`No actor was provided to ${task}`)));

/** A slot for events from outside. An adapter provides the actor that listens and sends them to the machine. */
export const watcher = <Input = NonReducibleUnknown>(task: string) =>
  fromCallback<AnyEventObject, Input>(() => {
    throw new Error(`No actor was provided to ${task}`);
  });

/**
 * A slot for a machine that is loaded only when it is needed. The application provides its stand-in, and anything else
 * that the machine starts from.
 */
export const lazy = <Logic extends AnyActorLogic, Input>(task: string) =>
  port(task) as unknown as ActorLogic<SnapshotFrom<Logic>, EventFromLogic<Logic>, Input, AnyActorScope['system']>;

/** The type of a machine's children if each has the same id as the actor logic that it runs. */
export type NamedAlike<Id extends string> = { [Own in Id]: Own };
