import { isSearchable } from '#domain/wallets';
import type { mobileConnectMachine } from '#machines/mobileConnect';
import type { MachineWorld } from '../engine/properties';
import { walletsFoundEvent } from './connect';
import { installedWallet, missingWallet, samplePhoneWallets, scannedWallet } from './wallets';

const longList = [...samplePhoneWallets, { ...installedWallet, id: 'owl', name: 'Owl', shortName: 'Owl' }];

export const mobileConnectWorld: MachineWorld<typeof mobileConnectMachine> = {
  inputs: [undefined, { resumes: true }],
  names: { resuming: { resumes: true }, phoneWallets: samplePhoneWallets, longList },
  samples: [
    { ...walletsFoundEvent, wallets: samplePhoneWallets },
    { ...walletsFoundEvent, wallets: longList },
    ...[installedWallet, scannedWallet, missingWallet].map(({ id }) => ({
      ...walletsFoundEvent,
      wallets: samplePhoneWallets,
      remembered: id,
    })),
    ...[installedWallet, scannedWallet, missingWallet].map(({ id }) => ({ type: 'pick', id })),
    ...[scannedWallet, installedWallet].map(({ id }) => ({ type: 'open', id })),
    { type: 'search', text: 'a' },
  ],
  // With a stored wallet, only these events make a difference.
  possible: ({ type, remembered }, { context: { resumes } }) =>
    type === 'wallets.found'
      ? resumes === Boolean(remembered)
      : !resumes || !/^[a-z]+$/.test(type) || ['forget', 'back', 'close'].includes(type),
  // Only the length of the list matters: a long one can be searched.
  identify: ({ wallets, ...context }) => ({ ...context, long: isSearchable(wallets) }),
  beginsLate: ({ context }) => context.remembered !== null,
};
