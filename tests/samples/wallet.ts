import type { walletMachine } from '#machines/wallet';
import type { World } from '../engine/paths';
import type { PropertySettings } from '../engine/properties';
import { sampleIdentityInput } from './connections';
import { dialogRequestEvents } from './walletLoader';

/** The inputs and events with which tests explore the wallet machine. */
export const walletWorld: World<typeof walletMachine> & PropertySettings = {
  inputs: [{ ...sampleIdentityInput, request: null }],
  samples: dialogRequestEvents,
};
