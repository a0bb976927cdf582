import type { attemptMachine } from '#machines/attempt';
import type { World } from '../engine/paths';
import { installedWallet, mobileOnlyWallet, nthPairingUri } from './wallets';

/** Codes that last two seconds and are renewed once reach the same states as real ones, which last five minutes. */
const attempts = {
  byCode: { wallet: mobileOnlyWallet, codeLifetime: 2, renewalLimit: 1 },
  inBrowser: { wallet: installedWallet },
};

export const attemptWorld: World<typeof attemptMachine> = {
  names: { code: nthPairingUri(1), ...attempts },
  inputs: Object.values(attempts),
  samples: [
    { type: 'code.arrived', uri: nthPairingUri(1) },
    { type: 'claim.refused', reason: 'rejected' },
    { type: 'claim.refused', reason: 'expired' },
  ],
  // States that differ only in the code count as equal.
  identify: ({ code: _, ...context }) => context,
};
