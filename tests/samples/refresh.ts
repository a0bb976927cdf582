import type { refreshMachine } from '#machines/refresh';
import type { World } from '../engine/paths';
import type { PropertySettings } from '../engine/properties';

/** The input of a task that needs a fresh connection. */
export const sampleTask = { id: 1 };

/** The inputs and events of the refresh machine, from which its paths are generated. */
export const refreshWorld: World<typeof refreshMachine> & PropertySettings = {
  names: { task: sampleTask, taskAtOnce: { ...sampleTask, atOnce: true } },
  inputs: [sampleTask, { ...sampleTask, atOnce: true }],
  // The parent ends the machine otherwise: sign-in and network dialog have time limits.
  timely: ['xstate.done.actor.work'],
};
