import type { clipboardMachine } from '#machines/clipboard';
import type { World } from '../engine/paths';
import { sender } from './connections';
import { uriOf } from './wallets';

export const clipboardWorld: World<typeof clipboardMachine> = {
  names: { address: sender.address, code: uriOf(1) },
  samples: [sender.address, uriOf(1)].map((text) => ({ type: 'copy', text })),
};
