import type { approvalMachine } from '#machines/approval';
import type { World } from '../engine/paths';
import { errorEvent } from '../engine/words';
import { rejection } from './connections';
import { installed, scanning } from './wallets';

export const approvalWorld: World<typeof approvalMachine> = {
  names: { installed, scanning, rejection },
  inputs: [installed, scanning].map((wallet) => ({ wallet, attempt: 'first' })),
  samples: [{ type: 'pairing.refused', reason: 'expired' }, errorEvent('openConnector', rejection)],
};
