import type { walletMachine } from '#machines/wallet';
import type { World } from '../engine/paths';
import { sampleIdentityInput } from './connections';
import { dialogRequestEvents } from './walletLoader';

export const walletWorld: World<typeof walletMachine> = {
  inputs: [{ ...sampleIdentityInput, request: null }],
  samples: dialogRequestEvents,
};
