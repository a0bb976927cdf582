import type { refreshMachine } from '#machines/refresh';
import type { MachineWorld } from '../engine/properties';

/** The input of a task that needs a fresh connection. */
export const sampleTask = { id: 1 };

export const refreshWorld: MachineWorld<typeof refreshMachine> = {
  names: { task: sampleTask, taskAtOnce: { ...sampleTask, atOnce: true } },
  inputs: [sampleTask, { ...sampleTask, atOnce: true }],
  // The task needs no time limit of its own, because sign-in and network dialog have one.
  timely: ['xstate.done.actor.work'],
};
