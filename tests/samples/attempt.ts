import type { attemptMachine } from '#machines/attempt';
import type { World } from '../engine/paths';
import { installedWallet, mobileOnly, nthPairingUri } from './wallets';

/** Two seconds and one renewal reach the same states as five minutes and three renewals. */
const attempts = {
  byCode: { wallet: mobileOnly, codeLifetime: 2, renewalLimit: 1 },
  inBrowser: { wallet: installedWallet },
};

/** The inputs and events of the attempt machine, from which its paths are generated. */
export const attemptWorld: World<typeof attemptMachine> = {
  names: { code: nthPairingUri(1), ...attempts },
  inputs: Object.values(attempts),
  samples: [
    { type: 'code.arrived', uri: nthPairingUri(1) },
    { type: 'claim.refused', reason: 'rejected' },
    { type: 'claim.refused', reason: 'expired' },
  ],
  // Different codes are one situation.
  identify: ({ code: _, ...context }) => context,
};
