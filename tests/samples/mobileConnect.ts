import { isSearchable } from '#domain/wallets';
import type { mobileConnectMachine } from '#machines/mobileConnect';
import type { World } from '../engine/paths';
import { finding } from './connect';
import { installed, missing, phoneWallets, scanning } from './wallets';

const longList = [...phoneWallets, { ...installed, id: 'owl', name: 'Owl', shortName: 'Owl' }];

export const mobileConnectWorld: World<typeof mobileConnectMachine> = {
  names: { phoneWallets, longList },
  samples: [
    { ...finding, wallets: phoneWallets },
    { ...finding, wallets: longList },
    ...[installed, scanning, missing].map(({ id }) => ({ type: 'pick', id })),
    ...[scanning, installed].map(({ id }) => ({ type: 'open', id })),
    { type: 'search', text: 'a' },
  ],
  // Only the length of the list matters: a long one can be searched.
  identify: ({ wallets, ...context }) => ({ ...context, long: isSearchable(wallets) }),
};
