import { expect, test } from 'vitest';
import { UNREAD_PROFILE } from '#domain/profile';

test('each part of a profile is loading before it is first read', () => {
  const loading = { is: 'loading' };
  expect(UNREAD_PROFILE).toEqual({ name: loading, avatar: loading, balance: loading });
});
