import { expect, test } from 'vitest';
import { type Profile, UNREAD_PROFILE } from '#domain/profile';

test('each part of a profile is loading before it is first read', () => {
  const loading = { is: 'loading' };
  expect(UNREAD_PROFILE).toEqual({ name: loading, avatar: loading, balance: loading } satisfies Record<
    keyof Profile,
    unknown
  >);
});

test('every profile is plain JSON', () => {
  const known: Profile = {
    name: { is: 'known', value: 'amina.eth' },
    avatar: { is: 'absent' },
    balance: { is: 'known', value: { formatted: '1.2345', decimals: 18, symbol: 'ETH' } },
  };
  for (const profile of [UNREAD_PROFILE, known]) expect(JSON.parse(JSON.stringify(profile))).toEqual(profile);
});
