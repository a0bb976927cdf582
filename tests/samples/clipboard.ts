import type { clipboardMachine } from '#machines/clipboard';
import type { World } from '../engine/paths';
import { sampleSender } from './connections';
import { nthPairingUri } from './wallets';

export const clipboardWorld: World<typeof clipboardMachine> = {
  names: { address: sampleSender.address, code: nthPairingUri(1) },
  samples: [sampleSender.address, nthPairingUri(1)].map((text) => ({ type: 'copy', text })),
};
