import { afterEach, expect, test, vi } from 'vitest';
import { createWalletConnectStorage } from '#adapters/wallets/walletConnectStorage';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Returns an IndexedDB request that succeeds with `result`, or fails with `error`, in a microtask. */
function requestOf(result: unknown, error?: Error) {
  const request = { result, error } as Record<string, unknown> & { onsuccess?: () => void; onerror?: () => void };
  queueMicrotask(() => (error ? request.onerror : request.onsuccess)?.());
  return request;
}

const fails = (name: string) => () => {
  throw new DOMException('No.', name);
};

/** A database with the entries of earlier visits. */
function openDatabase(entries: Map<string, string>, put?: () => never) {
  const store = {
    put: put ?? ((text: string, key: string) => requestOf(entries.set(key, text))),
    delete: (key: string) => requestOf(entries.delete(key)),
    get: (key: string) => requestOf(entries.get(key)),
    getAllKeys: () => requestOf([...entries.keys()]),
  };
  return requestOf({ transaction: () => ({ objectStore: () => store }) });
}

const databases: [string, () => unknown, string[]][] = [
  ['works', () => openDatabase(new Map([['old', '1']])), ['old', 'new']],
  ['is full', () => openDatabase(new Map([['old', '1']]), fails('QuotaExceededError')), ['old', 'new']],
  ['is forbidden', fails('SecurityError'), ['new']],
  ['fails', () => requestOf(undefined, new Error('No.')), ['new']],
  ['never opens', () => ({}), ['new']],
];

test.each(databases)("WalletConnect's storage keeps new entries if IndexedDB %s", async (_, open, keys) => {
  vi.useFakeTimers();
  vi.stubGlobal('indexedDB', { open });
  const storage = createWalletConnectStorage();
  /** Advances the clock past the time limit for opening the database, and resolves like `promise`. */
  const settled = async <T>(promise: Promise<T>) => {
    await vi.advanceTimersByTimeAsync(2_000);
    return promise;
  };
  await settled(storage.setItem('new', { a: 1 }));
  expect(await settled(storage.getItem('new'))).toEqual({ a: 1 });
  expect(await settled(storage.getKeys())).toEqual(keys);
  expect(await settled(storage.getEntries())).toHaveLength(keys.length);
  await settled(storage.removeItem('new'));
  expect(await settled(storage.getItem('new'))).toBeUndefined();
});
