import type { relayMachine } from '#machines/relay';
import type { World } from '../engine/paths';

/** The inputs and events of the relay machine, from which its paths are generated. */
export const relayWorld: World<typeof relayMachine> = {
  names: {},
  inputs: [{ isNeeded: true }, { isNeeded: false }],
};
