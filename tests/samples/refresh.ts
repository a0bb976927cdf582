import type { refreshMachine } from '#machines/refresh';
import type { World } from '../engine/paths';
import type { PropertySettings } from '../engine/properties';

/** The input of a task that needs a fresh connection. */
export const sampleTask = { id: 1 };

/** The inputs and events with which tests explore the refresh machine. */
export const refreshWorld: World<typeof refreshMachine> & PropertySettings = {
  names: { task: sampleTask, taskAtOnce: { ...sampleTask, atOnce: true } },
  inputs: [sampleTask, { ...sampleTask, atOnce: true }],
  // The task needs no time limit of its own, because sign-in and network dialog have one.
  timely: ['xstate.done.actor.work'],
};
