import type { Profile } from '#domain/profile';
import type { accountMachine } from '#machines/account';
import type { World } from '../engine/paths';
import { sampleSender } from './connections';

/** A profile whose name, picture and balance have all been read. */
export const sampleProfile: Profile = {
  name: { is: 'known', value: 'amina.eth' },
  avatar: { is: 'absent' },
  balance: { is: 'known', value: { formatted: '1.2345', decimals: 18, symbol: 'ETH' } },
};

/** A profile whose balance could not be read, so that Retry is possible. */
export const incompleteProfiles: Profile = { ...sampleProfile, balance: { is: 'failed' } };

export const accountWorld: World<typeof accountMachine> = {
  names: { profile: sampleProfile, profileWithoutBalance: incompleteProfiles },
  inputs: [sampleSender],
  samples: [sampleProfile, incompleteProfiles].map((profile) => ({ type: 'profile.read', profile })),
};
