import { expect, test } from 'vitest';
import type { VisitorStatus } from '#domain/news';
import { newsMachine } from '#machines/news';
import { testLive } from '../engine/live';
import { otherAccount, sampleConnection, unsupportedNetworkConnection } from '../samples/connections';
import { newsSamples } from '../samples/session';
import { checkScenario, type MachineScenario } from './scenarios';

testLive(newsMachine, newsSamples, () => ({
  silent: ({ context }) => expect(context.code).toBeNull(),
  told: ({ context }) => {
    expect(context.code).not.toBeNull();
    expect(context.inside && !context.last.open).toBe(false);
  },
}));

const standing = (status: string, connection: VisitorStatus['connection'] = null, open = false) => ({
  type: 'session.changed',
  now: { status, connection, open },
});

const here = standing('connected', sampleConnection);
const inDialog = standing('connected', sampleConnection, true);
const elsewhere = standing('connected', unsupportedNetworkConnection);
const other = standing('connected', otherAccount);
const otherElsewhere = standing('connected', { ...otherAccount, chainId: 137 });
const nobody = standing('disconnected');
const checking = standing('checkingSession', sampleConnection);
const unknown = standing('unauthenticated', sampleConnection);
const movedInside = [here, inDialog, standing('connected', unsupportedNetworkConnection, true)];

test.each<MachineScenario>([
  ['a visitor returns without a wallet', [nobody], 'silent', { code: null }],
  ['a visitor returns signed in', [checking, here], 'silent', { code: null }],
  ['a visitor returns and has to sign in', [checking, unknown], 'silent', { code: null }],
  ['a visitor connects and is signed in', [nobody, checking, here], 'told', { code: 'signedIn' }],
  ['a visitor signs in', [checking, unknown, here], 'told', { code: 'signedIn' }],
  ['the session check succeeds again', [checking, here, checking, here], 'silent', { code: null }],
  ['the session ends', [checking, here, unknown], 'told', { code: 'signedOut' }],
  ['the visitor is being signed out', [checking, here, standing('signingOut', otherAccount)], 'silent', { code: null }],
  ['another account has to sign in', [checking, here, standing('signingOut'), unknown], 'told', { code: 'signedOut' }],
  ['the wallet disconnects', [checking, here, nobody], 'told', { code: 'disconnected' }],
  [
    'the visitor cancels the sign-in',
    [unknown, standing('disconnecting', sampleConnection), nobody],
    'told',
    { code: 'disconnected' },
  ],
  ['the wallet changes its network', [checking, here, elsewhere], 'told', { code: 'moved', count: 1 }],
  ['the wallet changes its network again', [here, elsewhere, here], 'told', { code: 'moved', count: 2 }],
  ['the wallet changes its account', [checking, here, other], 'silent', { code: null }],
  ['the wallet changes its account and its network', [here, otherElsewhere], 'silent', { code: null }],
  ['another account changes its network', [here, other, otherElsewhere], 'told', { code: 'moved' }],
  [
    'the network changes before the sign-in',
    [unknown, standing('unauthenticated', unsupportedNetworkConnection)],
    'silent',
    { code: null },
  ],
  ['a dialog opens and closes', [nobody, here, inDialog, here], 'told', { code: 'signedIn', inside: false }],
  ['the network changes in a dialog', movedInside, 'told', { code: 'moved', inside: true }],
  ['the dialog closes after a change of network', [...movedInside, elsewhere], 'silent', { code: null }],
  ['the status changes without news', [nobody, here, checking], 'silent', { code: null }],
])('the page announces news, or stays silent, when %s', checkScenario(newsMachine, { input: { mustSignIn: true } }));

test('a connection is announced as "connected" if no sign-in is required', () =>
  checkScenario(newsMachine, { input: { mustSignIn: false } })('', [nobody, here], 'told', { code: 'connected' }));
