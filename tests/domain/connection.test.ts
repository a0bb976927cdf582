import { describe, expect, test } from 'vitest';
import {
  accountIn,
  connectionOf,
  isElsewhere,
  isRemote,
  isSameAccount,
  isStoredAlike,
  markAbandoned,
  strayConnectors,
} from '#domain/connection';
import { openOf, otherInstalled, reachOfWallet } from '../samples/connection';
import { installedWallet, scannedWallet } from '../samples/wallets';

const account = { address: '0x52908400098527886E0F7030069857D2E4169EE7', chainId: 1 };

test('a stored connection expires after 30 days without its wallet in this browser', () => {
  const day = 86_400_000;
  const record = { id: 'io.fox', connector: 'injected' as const, connectedAt: 0 };
  expect(markAbandoned(record, 30 * day)).toBe(record);
  expect(markAbandoned(record, 30 * day + 1)).toEqual({ ...record, abandoned: true });
  for (const one of [null, { ...record, connector: 'walletConnect' as const }, { ...record, connectedAt: 99 * day }])
    expect(markAbandoned(one, 40 * day)).toBe(one);
});

test('a wallet is remote if it is reached through a relay', () => {
  expect([installedWallet, scannedWallet, null].map(isRemote)).toEqual([false, true, false]);
  expect(isRemote({ connector: 'coinbase' })).toBe(true);
});

test('a connection has changed if its account, network or wallet differs', () => {
  const before = connectionOf(installedWallet, account);
  const lower = { ...before, address: before.address.toLowerCase() };
  expect([before, lower].map((next) => isElsewhere(before, next))).toEqual([false, false]);
  const others = [{ address: installedWallet.id }, { chainId: 2 }, { wallet: otherInstalled }];
  for (const other of others) expect(isElsewhere(before, { ...before, ...other })).toBe(true);
  expect(isElsewhere(null, before)).toBe(true);
});

describe('the account of a wallet among the open connectors', () => {
  const open = [openOf(otherInstalled, null), openOf(installedWallet, account)];

  test('an open wallet has the account that its connector reports', () => {
    expect(accountIn(open, installedWallet)).toEqual(account);
  });

  test('an open wallet without accounts has the account null', () => {
    expect(accountIn(open, otherInstalled)).toBeNull();
  });

  test('a wallet that is not open, or no wallet at all, has no account', () => {
    expect([accountIn(open, scannedWallet), accountIn(open, null)]).toEqual([undefined, undefined]);
  });
});

test('each open connector except the chosen one is closed', () => {
  const open = [openOf(otherInstalled, account), openOf(installedWallet, account), openOf(scannedWallet, null)];
  const closed = (...wallets: (typeof installedWallet)[]) =>
    wallets.map((wallet) => ({ type: 'connector.close', reach: reachOfWallet(wallet) }));
  expect(strayConnectors(open, installedWallet)).toEqual(closed(otherInstalled, scannedWallet));
  expect(strayConnectors(open, null)).toEqual(closed(otherInstalled, installedWallet, scannedWallet));
});

test('the chosen connector is cleared if it reports no account', () => {
  const strays = strayConnectors([openOf(installedWallet, null)], installedWallet);
  expect(strays).toEqual([{ type: 'connector.clear', reach: reachOfWallet(installedWallet) }]);
});

test('two accounts are the same by address and network', () => {
  expect(isSameAccount(account, { ...account })).toBe(true);
  expect(isSameAccount(account, { ...account, chainId: 137 })).toBe(false);
  expect(isSameAccount(account, { ...account, address: '0x' })).toBe(false);
  expect([isSameAccount(null, account), isSameAccount(undefined, null)]).toEqual([false, true]);
});

test('two stored connections are equal if wallet and connector are the same', () => {
  const record = { id: 'fox', connector: 'injected' as const };
  expect(isStoredAlike(record, { ...record })).toBe(true);
  expect(isStoredAlike(record, { ...record, id: 'owl' })).toBe(false);
  expect(isStoredAlike(record, { ...record, connector: 'walletConnect' })).toBe(false);
  expect([isStoredAlike(record, null), isStoredAlike(null, null)]).toEqual([false, true]);
});
