import type { relayMachine } from '#machines/relay';
import type { World } from '../engine/paths';

/** The inputs and events with which tests explore the relay machine. */
export const relayWorld: World<typeof relayMachine> = {
  names: {},
  inputs: [{ isNeeded: true }, { isNeeded: false }],
};
