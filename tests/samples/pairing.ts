import type { pairingMachine } from '#machines/pairing';
import type { World } from '../engine/paths';
import type { PropertySettings } from '../engine/properties';
import { uriOf } from './wallets';

export const pairingWorld: World<typeof pairingMachine> & PropertySettings = {
  names: { code: uriOf(1) },
  samples: [
    ...['first', 'second'].flatMap((attempt) => [
      { type: 'request', attempt },
      { type: 'leave', attempt },
    ]),
    { type: 'code.shown', uri: uriOf(1) },
    { type: 'pairing.failed', reason: 'rejected' },
    { type: 'library.missed', online: true },
    { type: 'library.missed', online: false },
  ],
  // A finished attempt keeps its state until another one starts.
  homes: ['approved', 'failed'],
};
