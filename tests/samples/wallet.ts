import type { walletMachine } from '#machines/wallet';
import type { World } from '../engine/paths';
import type { Claims } from '../engine/properties';
import { outset } from './connections';
import { asks } from './walletLoader';

export const walletWorld: World<typeof walletMachine> & Claims = {
  inputs: [{ ...outset, request: null }],
  samples: asks,
};
