import {
  type AnyActorLogic,
  type AnyEventObject,
  createMachine,
  fromCallback,
  fromPromise,
  type NonReducibleUnknown,
} from 'xstate';

/** Returns a placeholder for work outside the machine. It rejects, unless an adapter provides the actor for `task`. */
export const port = <Output, Input = NonReducibleUnknown>(task: string) =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`No actor was provided to ${task}`)));

/** Returns a placeholder for a listener. It throws, unless an adapter provides an actor that sends the events. */
export const watcher = <Input = NonReducibleUnknown>(task: string) =>
  fromCallback<AnyEventObject, Input>(() => {
    throw new Error(`No actor was provided to ${task}`);
  });

/** Returns a placeholder for a machine of a bundle that is loaded later. Only the machine's type is used. */
export const createMachinePlaceholder = <Logic extends AnyActorLogic>(description: string) =>
  createMachine({ description }) as unknown as Logic;

/** The type of a machine's children if each has the same id as the actor logic that it runs. */
export type ChildIds<Id extends string> = { [Own in Id]: Own };
