import type { restoreMachine } from '#machines/restore';
import type { MachineWorld } from '../engine/properties';
import { createStoredConnection, sampleAccount } from './connection';
import { installedWallet, scannedWallet } from './wallets';

/** Stored connections, and a wallet that has announced itself already. */
const restored = {
  installedRecord: { record: createStoredConnection(installedWallet), wallet: null },
  phoneRecord: { record: createStoredConnection(scannedWallet), wallet: null },
  phoneRecordWithAccount: {
    record: { ...createStoredConnection(scannedWallet), account: sampleAccount! },
    wallet: null,
  },
  abandonedRecord: { record: { ...createStoredConnection(installedWallet), abandoned: true as const }, wallet: null },
  foundWallet: { record: createStoredConnection(installedWallet), wallet: installedWallet },
};

export const restoreWorld: MachineWorld<typeof restoreMachine> = {
  names: { installed: installedWallet, scanning: scannedWallet, ...restored },
  inputs: Object.values(restored),
  samples: [installedWallet, scannedWallet].map((wallet) => ({ type: 'wallets.announced', wallet })),
  possible: ({ type, wallet }, { context: { record } }) => type !== 'wallets.announced' || wallet.id === record.id,
  homes: ['waiting', 'remembered.idle', 'locked'],
};
