import type { pairingMachine } from '#machines/pairing';
import type { World } from '../engine/paths';
import type { PropertySettings } from '../engine/properties';
import { nthPairingUri } from './wallets';

/** The inputs and events with which tests explore the pairing machine. */
export const pairingWorld: World<typeof pairingMachine> & PropertySettings = {
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
