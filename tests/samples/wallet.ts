import type { walletMachine } from '#machines/wallet';
import type { World } from '../engine/paths';
import type { PropertySettings } from '../engine/properties';
import { sampleSettings } from './connections';
import { dialogRequests } from './walletLoader';

/** The inputs and events with which tests explore the wallet machine. */
export const walletWorld: World<typeof walletMachine> & PropertySettings = {
  inputs: [{ ...sampleSettings, request: null }],
  samples: dialogRequests,
};
