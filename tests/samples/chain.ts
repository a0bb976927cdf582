import { ETHEREUM } from '#domain/chain';
import type { chainMachine } from '#machines/chain';
import type { World } from '../engine/paths';
import { connectionElsewhere, SEPOLIA } from './connections';

const chains = [ETHEREUM, SEPOLIA];
const starts = {
  onEthereum: { chains, current: 1 },
  unsupportedNetwork: { chains, current: connectionElsewhere.chainId },
};

export const chainWorld: World<typeof chainMachine> = {
  names: { Ethereum: 1, Sepolia: SEPOLIA.id, unlisted: 5, ...starts },
  inputs: Object.values(starts),
  samples: [1, SEPOLIA.id, 5].map((id) => ({ type: 'pick', id })),
};
