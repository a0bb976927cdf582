import type { restoreMachine } from '#machines/restore';
import type { World } from '../engine/paths';
import type { Claims } from '../engine/properties';
import { account, recordOf } from './connection';
import { installed, scanning } from './wallets';

/** Stored connections, and a wallet that has announced itself already. */
const restored = {
  installedRecord: { record: recordOf(installed), wallet: null },
  phoneRecord: { record: recordOf(scanning), wallet: null },
  phoneRecordWithAccount: { record: { ...recordOf(scanning), account: account! }, wallet: null },
  abandonedRecord: { record: { ...recordOf(installed), abandoned: true as const }, wallet: null },
  foundWallet: { record: recordOf(installed), wallet: installed },
};

export const restoreWorld: World<typeof restoreMachine> & Claims = {
  names: { installed, scanning, ...restored },
  inputs: Object.values(restored),
  samples: [installed, scanning].map((wallet) => ({ type: 'wallets.announced', wallet })),
  possible: ({ type, wallet }, { context: { record } }) => type !== 'wallets.announced' || wallet.id === record.id,
  homes: ['waiting', 'remembered.idle', 'locked'],
};
