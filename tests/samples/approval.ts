import type { approvalMachine } from '#machines/approval';
import type { World } from '../engine/paths';
import { createErrorEvent } from '../engine/words';
import { rejectionError } from './connections';
import { installedWallet, scannedWallet } from './wallets';

export const approvalWorld: World<typeof approvalMachine> = {
  names: { installed: installedWallet, scanning: scannedWallet, rejection: rejectionError },
  inputs: [installedWallet, scannedWallet].map((wallet) => ({ wallet, attempt: 'first' })),
  samples: [{ type: 'pairing.refused', reason: 'expired' }, createErrorEvent('openConnector', rejectionError)],
};
