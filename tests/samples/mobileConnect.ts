import { isSearchable } from '#domain/wallets';
import type { mobileConnectMachine } from '#machines/mobileConnect';
import type { World } from '../engine/paths';
import type { PropertySettings } from '../engine/properties';
import { finding } from './connect';
import { installed, missing, phoneWallets, scanning } from './wallets';

const longList = [...phoneWallets, { ...installed, id: 'owl', name: 'Owl', shortName: 'Owl' }];

export const mobileConnectWorld: World<typeof mobileConnectMachine> & PropertySettings = {
  inputs: [undefined, { resumes: true }],
  names: { resuming: { resumes: true }, phoneWallets, longList },
  samples: [
    { ...finding, wallets: phoneWallets },
    { ...finding, wallets: longList },
    ...[installed, scanning, missing].map(({ id }) => ({ ...finding, wallets: phoneWallets, remembered: id })),
    ...[installed, scanning, missing].map(({ id }) => ({ type: 'pick', id })),
    ...[scanning, installed].map(({ id }) => ({ type: 'open', id })),
    { type: 'search', text: 'a' },
  ],
  // The other ways from the step of a remembered wallet are those of any wallet.
  possible: ({ type, remembered }, { context: { resumes } }) =>
    type === 'wallets.found'
      ? resumes === Boolean(remembered)
      : !resumes || !/^[a-z]+$/.test(type) || ['forget', 'back', 'close'].includes(type),
  // Only the length of the list matters: a long one can be searched.
  identify: ({ wallets, ...context }) => ({ ...context, long: isSearchable(wallets) }),
  beginsLate: ({ context }) => context.remembered !== null,
};
