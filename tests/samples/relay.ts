import type { relayMachine } from '#machines/relay';
import type { World } from '../engine/paths';

export const relayWorld: World<typeof relayMachine> = {
  inputs: [{ isNeeded: true }, { isNeeded: false }],
};
