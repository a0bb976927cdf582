import type { pairingMachine } from '#machines/pairing';
import type { MachineWorld } from '../engine/properties';
import { nthPairingUri } from './wallets';

export const pairingWorld: MachineWorld<typeof pairingMachine> = {
  names: { code: nthPairingUri(1) },
  samples: [
    ...['first', 'second'].flatMap((attempt) => [
      { type: 'request', attempt },
      { type: 'leave', attempt },
    ]),
    { type: 'code.shown', uri: nthPairingUri(1) },
    { type: 'pairing.failed', reason: 'rejected' },
    { type: 'library.missed', online: true },
    { type: 'library.missed', online: false },
  ],
  // A finished attempt keeps its state until another one starts.
  homes: ['approved', 'failed'],
};
