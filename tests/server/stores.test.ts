import { describe, expect, test } from 'vitest';
import { openStores, storeKinds } from './stores.ts';

const SESSION = { cookie: 'fingerprint', address: '0x52908400098527886E0F7030069857D2E4169EE7', chainId: 1 };

describe.each(storeKinds)('the store of two servers in $name', (kind) => {
  const stores = openStores(kind, 2);
  let count = 0;
  /** Adds a browser to the store through the first server. */
  const added = async () => {
    const browser = `browser${count++}`;
    await stores[0]!.addBrowser(browser, 'nonce');
    return browser;
  };

  test('returns a nonce to only one of many simultaneous requests', async () => {
    const browser = await added();
    expect(await stores[1]!.replaceNonce(browser, 'other')).toBe(true);
    const asked = Array.from({ length: 20 }, (_, i) => stores[i % 2]!.takeNonce(browser));
    expect((await Promise.all(asked)).filter(Boolean)).toEqual(['other']);
    expect(await stores[1]!.takeNonce(browser)).toBeNull();
  });

  test('gives the session of one server to the other, also after a new nonce', async () => {
    const browser = await added();
    expect(await stores[0]!.findSession(browser)).toBeNull();
    expect(await stores[0]!.storeSession(browser, SESSION)).toBe(true);
    await stores[0]!.replaceNonce(browser, 'other');
    expect(await stores[1]!.findSession(browser)).toEqual(SESSION);
    const later = { ...SESSION, cookie: 'later', chainId: 137 };
    expect(await stores[1]!.storeSession(browser, later)).toBe(true);
    expect(await stores[0]!.findSession(browser)).toEqual(later);
  });

  test('stores no nonce or session for a browser that was removed', async () => {
    const browser = await added();
    await stores[1]!.removeBrowser(browser);
    expect(await stores[0]!.replaceNonce(browser, 'other')).toBe(false);
    expect(await stores[0]!.storeSession(browser, SESSION)).toBe(false);
    expect(await stores[0]!.findSession(browser)).toBeNull();
    expect(await stores[0]!.takeNonce(browser)).toBeNull();
    await stores[0]!.removeBrowser(browser);
  });

  test('rejects requests after it was closed', async () => {
    const store = stores.pop()!;
    await store.close();
    await expect(store.takeNonce('browser')).rejects.toThrow('can’t be used');
  });
});
