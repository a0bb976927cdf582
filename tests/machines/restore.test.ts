import { expect, test } from 'vitest';
import type { StoredConnection } from '#domain/records';
import type { Wallet } from '#domain/wallet';
import { restoreMachine } from '#machines/restore';
import { testLive } from '../engine/live';
import { type EventOrDelay, perform } from '../engine/perform';
import { createDoneEvent, createErrorEvent } from '../engine/words';
import { sampleConnection } from '../samples/connections';
import { restoreWorld } from '../samples/restore';
import { installedWallet, scannedWallet } from '../samples/wallets';

const account = { address: sampleConnection.address, chainId: sampleConnection.chainId };
const recordOf = ({ id, connector }: Wallet) => ({ id, connector });
const announced = (wallet: Wallet) => ({ type: 'wallets.announced', wallet });

const asked = createDoneEvent('reopenConnector');
const offline = createErrorEvent('reopenConnector', new Error('offline'));
const wake = { type: 'wake' };
const returned = { type: 'visitor.returned' };
const accounts = { type: 'accounts.named' };

testLive(restoreMachine, restoreWorld, ({ given }) => ({
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

const here = recordOf(installedWallet);
const abandoned = { ...here, abandoned: true as const };
const remote = recordOf(scannedWallet);
const remembered = { ...remote, account };
const found = [announced(installedWallet)];
const phone = [announced(scannedWallet)];
const silent = [...phone, wake, offline];
const idle = { remembered: 'idle' };

type Row = [
  what: string,
  record: StoredConnection,
  wallet: Wallet | null,
  EventOrDelay[],
  state: unknown,
  told: string,
];

test.each<Row>([
  ['in this browser is missing after 5 s', here, null, [5_000], { waiting: 'missing' }, 'locked'],
  ['in this browser is asked when it appears after that', here, null, [5_000, ...found], 'asking', 'locked found'],
  ['in this browser is not missing before', here, null, [4_999], { waiting: 'fresh' }, ''],
  ['that was not connected for 30 days is removed if it is missing', abandoned, null, [5_000], 'gone', 'gone'],
  [
    'that was not connected for 30 days stays if it is here',
    abandoned,
    null,
    [...found, asked, 5_000],
    'locked',
    'found locked',
  ],
  ['in this browser is asked once it announces itself', here, null, [...found, 4_999], 'asking', 'found'],
  ['in this browser has 5 s to answer', here, null, [...found, 5_000], 'locked', 'found locked'],
  ['that names no account is locked', here, null, [...found, asked], 'locked', 'found locked'],
  ['that answers with an error is locked', here, null, [...found, offline], 'locked', 'found locked'],
  ['that is locked is not asked when a dialog opens', here, installedWallet, [wake], 'locked', ''],
  ['that is locked is asked once it has accounts', here, installedWallet, [wake, accounts], 'asking', ''],
  ['that is locked is asked when the visitor returns', here, installedWallet, [returned], 'asking', ''],
  [
    'on a phone is shown, and not asked on the next visit',
    remembered,
    null,
    [...phone, returned],
    idle,
    'found remembered',
  ],
  [
    'on a phone is asked when a dialog opens',
    remembered,
    null,
    [...phone, wake],
    { remembered: 'waking' },
    'found remembered',
  ],
  [
    'on a phone is removed without a session',
    remembered,
    null,
    [...phone, wake, asked],
    'gone',
    'found remembered gone',
  ],
  ['on a phone that is offline is locked', remembered, null, silent, 'locked', 'found remembered locked'],
  ['on a phone has 20 s to answer', remembered, null, [...phone, wake, 20_000], 'locked', 'found remembered locked'],
  [
    'on a phone is not asked again by itself',
    remembered,
    null,
    [...silent, returned],
    'locked',
    'found remembered locked',
  ],
  [
    'on a phone is asked again by the next dialog',
    remembered,
    null,
    [...silent, wake],
    'asking',
    'found remembered locked',
  ],
  ['on a phone is locked without an account', remote, null, phone, 'locked', 'found locked'],
  [
    'on a phone without account and session is removed',
    remote,
    null,
    [...phone, wake, asked],
    'gone',
    'found locked gone',
  ],
  ['on a phone is asked once it has accounts', remembered, scannedWallet, [accounts], 'asking', ''],
])('a stored wallet %s', async (_, record, wallet, events, state, told) => {
  const { actor, play, snapshot } = perform(restoreMachine, { input: { record, wallet } });
  const emitted: string[] = [];
  actor.on('*', ({ type }) => emitted.push(type.replace('wallet.', '')));
  await play(events);
  expect([snapshot().value, emitted.join(' ')]).toEqual([state, told]);
});
