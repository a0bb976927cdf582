import { ETHEREUM } from '#domain/chain';
import type { chainMachine } from '#machines/chain';
import type { World } from '../engine/paths';
import { elsewhere, SEPOLIA } from './connections';

export const chainWorld: World<typeof chainMachine> = {
  names: { Ethereum: 1, Sepolia: SEPOLIA.id, unlisted: 5 },
  inputs: [1, elsewhere.chainId].map((current) => ({ chains: [ETHEREUM, SEPOLIA], current })),
  samples: [1, SEPOLIA.id, 5].map((id) => ({ type: 'pick', id })),
};
