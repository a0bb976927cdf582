import type { restoreMachine } from '#machines/restore';
import type { World } from '../engine/paths';
import type { PropertySettings } from '../engine/properties';
import { accountSample, storedSample } from './connection';
import { installed, scanning } from './wallets';

/** Stored connections, and a wallet that has announced itself already. */
const restored = {
  installedRecord: { record: storedSample(installed), wallet: null },
  phoneRecord: { record: storedSample(scanning), wallet: null },
  phoneRecordWithAccount: { record: { ...storedSample(scanning), account: accountSample! }, wallet: null },
  abandonedRecord: { record: { ...storedSample(installed), abandoned: true as const }, wallet: null },
  foundWallet: { record: storedSample(installed), wallet: installed },
};

export const restoreWorld: World<typeof restoreMachine> & PropertySettings = {
  names: { installed, scanning, ...restored },
  inputs: Object.values(restored),
  samples: [installed, scanning].map((wallet) => ({ type: 'wallets.announced', wallet })),
  possible: ({ type, wallet }, { context: { record } }) => type !== 'wallets.announced' || wallet.id === record.id,
  homes: ['waiting', 'remembered.idle', 'locked'],
};
