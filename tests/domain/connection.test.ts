import { expect, test } from 'vitest';
import {
  accountOfWallet,
  connectionOf,
  isConnectionChanged,
  isRemoteWallet,
  isSameAccount,
  isSameStoredWallet,
  markIfAbandoned,
  planConnectorClosing,
} from '#domain/connection';
import { connectorKeyOfWallet, createOpenConnector, otherInstalledWallet } from '../samples/connection';
import { installedWallet, scannedWallet } from '../samples/wallets';

const account = { address: '0x52908400098527886E0F7030069857D2E4169EE7', chainId: 1 };

test('a stored connection expires after 30 days without its wallet in this browser', () => {
  const day = 86_400_000;
  const record = { id: 'io.fox', connector: 'injected' as const, connectedAt: 0 };
  expect(markIfAbandoned(record, 30 * day)).toBe(record);
  expect(markIfAbandoned(record, 30 * day + 1)).toEqual({ ...record, abandoned: true });
  for (const one of [null, { ...record, connector: 'walletConnect' as const }, { ...record, connectedAt: 99 * day }])
    expect(markIfAbandoned(one, 40 * day)).toBe(one);
});

test('a wallet is remote if it is reached through a relay', () => {
  expect([installedWallet, scannedWallet, null].map(isRemoteWallet)).toEqual([false, true, false]);
  expect(isRemoteWallet({ connector: 'coinbase' })).toBe(true);
});

test('a connection has changed if its account, network or wallet differs', () => {
  const before = connectionOf(installedWallet, account);
  const lower = { ...before, address: before.address.toLowerCase() };
  expect([before, lower].map((next) => isConnectionChanged(before, next))).toEqual([false, false]);
  const others = [{ address: installedWallet.id }, { chainId: 2 }, { wallet: otherInstalledWallet }];
  for (const other of others) expect(isConnectionChanged(before, { ...before, ...other })).toBe(true);
  expect(isConnectionChanged(null, before)).toBe(true);
});

test('accountOfWallet() returns the account of the open connector, or null', () => {
  const open = [createOpenConnector(otherInstalledWallet, null), createOpenConnector(installedWallet, account)];
  const accounts = [installedWallet, otherInstalledWallet, scannedWallet, null].map((one) =>
    accountOfWallet(open, one),
  );
  expect(accounts).toEqual([account, null, undefined, undefined]);
});

test('planConnectorClosing() closes each open connector except the chosen one', () => {
  const open = [
    createOpenConnector(otherInstalledWallet, account),
    createOpenConnector(installedWallet, account),
    createOpenConnector(scannedWallet, null),
  ];
  const closed = (...wallets: (typeof installedWallet)[]) =>
    wallets.map((wallet) => ({ type: 'connector.close', reach: connectorKeyOfWallet(wallet) }));
  expect(planConnectorClosing(open, installedWallet)).toEqual(closed(otherInstalledWallet, scannedWallet));
  expect(planConnectorClosing(open, null)).toEqual(closed(otherInstalledWallet, installedWallet, scannedWallet));
});

test('planConnectorClosing() clears the chosen connector if it reports no account', () => {
  const strays = planConnectorClosing([createOpenConnector(installedWallet, null)], installedWallet);
  expect(strays).toEqual([{ type: 'connector.clear', reach: connectorKeyOfWallet(installedWallet) }]);
});

test('two accounts are the same if their addresses and networks are equal', () => {
  const others = [{}, { chainId: 137 }, { address: '0x' }].map((change) => ({ ...account, ...change }));
  expect(others.map((other) => isSameAccount(account, other))).toEqual([true, false, false]);
  expect([isSameAccount(null, account), isSameAccount(undefined, null)]).toEqual([false, true]);
});

test('two stored connections are equal if wallet and connector are the same', () => {
  const record = { id: 'fox', connector: 'injected' as const };
  const others = [{ ...record }, { ...record, id: 'owl' }, { ...record, connector: 'walletConnect' as const }, null];
  expect(others.map((other) => isSameStoredWallet(record, other))).toEqual([true, false, false, false]);
  expect(isSameStoredWallet(null, null)).toBe(true);
});
