import { describe, expect, test } from 'vitest';
import type { VisitorStatus } from '#domain/news';
import { newsMachine } from '#machines/news';
import { testLive } from '../engine/live';
import { perform } from '../engine/perform';
import { connectionElsewhere, otherAccount, sampleConnection } from '../samples/connections';
import { newsWorld } from '../samples/news';

const standing = (status: string, of: VisitorStatus['connection'] = null, open = false): VisitorStatus => ({
  status,
  connection: of,
  open,
});

testLive(newsMachine, newsWorld, () => ({
  silent: ({ context }) => expect(context.code).toBeNull(),
  told: ({ context }) => {
    expect(context.code).not.toBeNull();
    expect(context.inside && !context.last.open).toBe(false);
  },
}));

/** Returns the announcement after the session has passed through all of `sayings`. */
async function hear(sayings: VisitorStatus[], mustSignIn = true) {
  const { send, snapshot } = perform(newsMachine, { input: { mustSignIn } });
  for (const now of sayings) await send({ type: 'session.changed', now });
  const { code, inside, count } = snapshot().context;
  return { code, inside, count, state: snapshot().value };
}

const here = standing('connected', sampleConnection);
const nobody = standing('disconnected');
const checking = standing('checkingSession', sampleConnection);
const unknown = standing('unauthenticated', sampleConnection);

describe('announcements about the connection', () => {
  test.each<[string, VisitorStatus[], string | null]>([
    ['a visitor returns without a wallet', [nobody], null],
    ['a visitor returns signed in', [checking, here], null],
    ['a visitor returns and has to sign in', [checking, unknown], null],
    ['a visitor connects and is signed in', [nobody, checking, here], 'signedIn'],
    ['a visitor signs in', [checking, unknown, here], 'signedIn'],
    ['the session check of a signed-in visitor succeeds again', [checking, here, checking, here], null],
    ['the session ends', [checking, here, unknown], 'signedOut'],
    ['the visitor is being signed out', [checking, here, standing('signingOut', otherAccount)], null],
    ['another account has to sign in', [checking, here, standing('signingOut'), unknown], 'signedOut'],
    ['the wallet goes', [checking, here, nobody], 'disconnected'],
    [
      'the visitor cancels the sign-in',
      [checking, unknown, standing('disconnecting', sampleConnection), nobody],
      'disconnected',
    ],
    ['the wallet changes its network', [checking, here, standing('connected', connectionElsewhere)], 'moved'],
    ['the wallet changes its account', [checking, here, standing('connected', otherAccount)], null],
    ['the wallet changes both', [here, standing('connected', { ...otherAccount, chainId: 137 })], null],
    [
      'another account changes its network',
      [here, ...[1, 137].map((chainId) => standing('connected', { ...otherAccount, chainId }))],
      'moved',
    ],
    ['the network changes before the sign-in', [unknown, standing('unauthenticated', connectionElsewhere)], null],
  ])('the announcement matches the change when %s', async (_, sayings, code) =>
    expect((await hear(sayings)).code).toBe(code),
  );

  test('connecting is announced as such if no sign-in is required', async () => {
    expect((await hear([nobody, here], false)).code).toBe('connected');
  });

  test('an announcement stays when a dialog opens or closes', async () => {
    const open = standing('connected', sampleConnection, true);
    expect(await hear([nobody, here, open, here])).toMatchObject({
      state: 'told',
      code: 'signedIn',
      inside: false,
    });
  });

  test('an announcement of a change inside a dialog ends when that dialog closes', async () => {
    const moved = standing('connected', connectionElsewhere, true);
    const inside = [here, standing('connected', sampleConnection, true), moved];
    expect(await hear(inside)).toMatchObject({ code: 'moved', inside: true });
    expect(await hear([...inside, standing('connected', connectionElsewhere)])).toMatchObject({
      state: 'silent',
      code: null,
    });
  });

  test('an announcement ends when the status changes without a new announcement', async () => {
    expect(await hear([nobody, here, checking])).toMatchObject({ state: 'silent', code: null });
  });

  test('the count increases when an announcement is repeated', async () => {
    const moves = [here, standing('connected', connectionElsewhere), here];
    expect(await hear(moves)).toMatchObject({ code: 'moved', count: 2 });
  });
});
