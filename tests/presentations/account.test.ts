import { expect, test } from 'vitest';
import { ETHEREUM } from '#domain/chain';
import { type Profile, UNREAD_PROFILE } from '#domain/profile';
import { accountMachine } from '#machines/account';
import { presentAccount } from '../../src/views/wallet/account.present';
import { sampleConnection } from '../samples/connections';
import { expectCopyKeys, snapshotAt } from './state';

const { address } = sampleConnection;
const place = { connection: sampleConnection, chains: [ETHEREUM] };

const shownWith = (balance: Profile['balance'], chainId = 1) =>
  presentAccount(
    snapshotAt(accountMachine, 'shown', { address, chainId, profile: { ...UNREAD_PROFILE, balance } }),
    place,
  );

test('offers to change the network, and links to the explorer', () => {
  const { networks, explorer } = shownWith({ is: 'loading' });
  expectCopyKeys(networks).toEqual({ label: 'account.network', event: { type: 'networks' } });
  expect([explorer, networks.label.values]).toEqual([`${ETHEREUM.explorer}/address/${address}`, [ETHEREUM]]);
});

test('shows no network and no explorer link on an unsupported network', () => {
  const { explorer, networks } = shownWith({ is: 'loading' }, 137);
  expect([explorer, networks.label.values]).toEqual([null, [null]]);
});

test.each([
  ['loading', null],
  ['absent', null],
  ['failed', 'account.unread'],
] as const)('announces the balance only if it could not be read (balance: %s)', (is, key) => {
  expectCopyKeys(shownWith({ is }).unread).toBe(key);
});

test.each(['copied', 'refused'] as const)('announces the result of copying: the address was %s', (copied) => {
  expectCopyKeys(presentAccount(null, { ...place, copied }).copying).toBe(`account.copySaid.${copied}`);
});

test('shows the connected address before the dialog first opens', () => {
  const shown = presentAccount(null, place);
  expect([shown.address, shown.profile, shown.copying]).toEqual([address, UNREAD_PROFILE, null]);
});
