import { expect, test } from 'vitest';
import type { Wallet } from '#domain/wallet';
import { restoreMachine } from '#machines/restore';
import { testLive } from '../engine/live';
import { type EventOrDelay, perform } from '../engine/perform';
import { createDoneEvent, createErrorEvent } from '../engine/words';
import { restoreSamples } from '../samples/connection';
import { sampleConnection } from '../samples/connections';
import { installedWallet, scannedWallet } from '../samples/wallets';

const account = { address: sampleConnection.address, chainId: sampleConnection.chainId };
const recordOf = ({ id, connector }: Wallet) => ({ id, connector });
const announced = (wallet: Wallet) => ({ type: 'wallets.announced', wallet });

const asked = createDoneEvent('reopenConnector');
const offline = createErrorEvent('reopenConnector', new Error('offline'));

testLive(restoreMachine, restoreSamples, ({ given }) => ({
  waiting: ({ context: { record, wallet } }) => {
    expect(wallet).toBeNull();
    expect(given('watchAnnouncements')).toEqual({ record });
  },
  asking: ({ context: { wallet } }) => expect(given('reopenConnector')).toEqual({ wallet }),
  remembered: ({ context }) => expect(context.record.account).toEqual(account),
  'remembered.waking': ({ context: { wallet } }) => expect(given('reopenConnector')).toEqual({ wallet }),
  locked: ({ context: { wallet } }) => expect(given('watchAccounts')).toEqual({ wallet }),
  gone: ({ context: { record, wallet } }) =>
    expect(wallet ? wallet.connector === 'walletConnect' : record.abandoned).toBe(true),
}));

/** Inputs: the record, and the wallet if it has announced itself. */
const here = { record: recordOf(installedWallet), wallet: null };
const abandoned = { record: { ...here.record, abandoned: true as const }, wallet: null };
const locked = { record: here.record, wallet: installedWallet };
const remote = { record: recordOf(scannedWallet), wallet: null };
const remembered = { record: { ...remote.record, account }, wallet: null };
const found = [announced(installedWallet)];
const phone = [announced(scannedWallet)];
const silent = [...phone, 'wake', offline];
const idle = { remembered: 'idle' };

type RestoreScenario = [what: string, input: object, events: EventOrDelay[], state: unknown, told: string];

test.each<RestoreScenario>([
  ['in this browser is missing after 5 s', here, [5_000], { waiting: 'missing' }, 'locked'],
  ['in this browser is asked when it appears after 5 s', here, [5_000, ...found], 'asking', 'locked found'],
  ['in this browser is not missing before 5 s', here, [4_999], { waiting: 'fresh' }, ''],
  ['that was not connected for 30 days is removed if it is missing', abandoned, [5_000], 'gone', 'gone'],
  [
    'that was not connected for 30 days stays if it is installed',
    abandoned,
    [...found, asked, 5_000],
    'locked',
    'found locked',
  ],
  ['in this browser is asked once it announces itself', here, [...found, 4_999], 'asking', 'found'],
  ['in this browser has 5 s to answer', here, [...found, 5_000], 'locked', 'found locked'],
  ['that names no account is locked', here, [...found, asked], 'locked', 'found locked'],
  ['that answers with an error is locked', here, [...found, offline], 'locked', 'found locked'],
  ['that is locked is not asked when a dialog opens', locked, ['wake'], 'locked', ''],
  ['that is locked is asked once it has accounts', locked, ['wake', 'accounts.named'], 'asking', ''],
  ['that is locked is asked when the visitor returns', locked, ['visitor.returned'], 'asking', ''],
  [
    'on a phone is shown, and not asked on the next visit',
    remembered,
    [...phone, 'visitor.returned'],
    idle,
    'found remembered',
  ],
  [
    'on a phone is asked when a dialog opens',
    remembered,
    [...phone, 'wake'],
    { remembered: 'waking' },
    'found remembered',
  ],
  ['on a phone is removed without a session', remembered, [...phone, 'wake', asked], 'gone', 'found remembered gone'],
  ['on a phone that is offline is locked', remembered, silent, 'locked', 'found remembered locked'],
  ['on a phone has 20 s to answer', remembered, [...phone, 'wake', 20_000], 'locked', 'found remembered locked'],
  [
    'on a phone is not asked again by itself',
    remembered,
    [...silent, 'visitor.returned'],
    'locked',
    'found remembered locked',
  ],
  [
    'on a phone is asked again by the next dialog',
    remembered,
    [...silent, 'wake'],
    'asking',
    'found remembered locked',
  ],
  ['on a phone is locked without an account', remote, phone, 'locked', 'found locked'],
  ['on a phone without account and session is removed', remote, [...phone, 'wake', asked], 'gone', 'found locked gone'],
  [
    'on a phone is asked once it has accounts',
    { ...remembered, wallet: scannedWallet },
    ['accounts.named'],
    'asking',
    '',
  ],
])('the page restores, locks or removes a stored wallet: a wallet %s', async (_, input, events, state, told) => {
  const { actor, play, snapshot } = perform(restoreMachine, { input: input as typeof here });
  const emitted: string[] = [];
  actor.on('*', ({ type }) => emitted.push(type.replace('wallet.', '')));
  await play(events);
  expect([snapshot().value, emitted.join(' ')]).toEqual([state, told]);
});
