import type { Profile } from '#domain/profile';
import type { accountMachine } from '#machines/account';
import type { World } from '../engine/paths';
import { sender } from './connections';

export const profile: Profile = {
  name: { is: 'known', value: 'amina.eth' },
  avatar: { is: 'absent' },
  balance: { is: 'known', value: { formatted: '1.2345', decimals: 18, symbol: 'ETH' } },
};

/** A profile without balance, which can be read again. */
export const incompleteProfiles: Profile = { ...profile, balance: { is: 'failed' } };

export const accountWorld: World<typeof accountMachine> = {
  names: { profile, profileWithoutBalance: incompleteProfiles },
  inputs: [sender],
  samples: [profile, incompleteProfiles].map((profile) => ({ type: 'profile.read', profile })),
};
