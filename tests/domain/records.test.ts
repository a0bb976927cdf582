import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { storedRecords } from '#adapters/browser/records';
import { isAddress } from '#domain/address';
import {
  parseDeepLink,
  parseLatestWallet,
  parseNameRecord,
  parseRecentWallets,
  parseRecord,
  parseSignInRecord,
  parseStoredConnection,
  serializeRecord,
} from '#domain/records';
import { forMany } from '../support/forAll.ts';

const address = '0x52908400098527886E0F7030069857D2E4169EE7';
const storageWith = (text: string | null): Partial<Storage> => ({
  getItem: () => text,
  setItem: () => {},
  removeItem: () => {},
});
/** Browsers throw this if storage is forbidden. */
const forbidden = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

afterEach(() => vi.unstubAllGlobals());

/** Generates possible contents of records: invalid texts, any JSON, and records with invalid parts. */
const anything = fc.oneof(
  fc.string(),
  fc.json(),
  fc.anything().map((value) => serializeRecord(value) ?? ''),
  fc.record({ version: fc.anything(), value: fc.anything() }).map((record) => JSON.stringify(record)),
  fc
    .record({
      id: fc.anything(),
      connector: fc.constantFrom('injected', 'x', null),
      href: fc.webUrl(),
      name: fc.anything(),
    })
    .map((value) => serializeRecord(value)),
  fc
    .record(
      {
        address: fc.oneof(fc.constant(address), fc.constant(address.toLowerCase()), fc.anything()),
        chainId: fc.oneof(fc.constantFrom(1, 137, -1, 0.5, '1'), fc.anything()),
        expiresAt: fc.oneof(fc.integer(), fc.double(), fc.date(), fc.anything()),
      },
      { requiredKeys: [] },
    )
    .map((value) => serializeRecord(value)),
  fc
    .dictionary(
      fc.oneof(
        fc.constantFrom(address, address.toLowerCase(), '__proto__', 'constructor', 'toString', ''),
        fc.nat().map((n) => `0x${n.toString(16).padStart(40, '0')}`),
        fc.string(),
      ),
      fc.oneof(
        fc.record(
          {
            name: fc.oneof(fc.constantFrom('amina.eth', '', 'x'.repeat(201)), fc.string(), fc.anything()),
            expiresAt: fc.oneof(fc.integer(), fc.double(), fc.anything()),
          },
          { requiredKeys: [] },
        ),
        fc.anything(),
      ),
    )
    .map((value) => serializeRecord(value)),
);

describe('every record is read as a valid value', () => {
  const readers = {
    latest: parseLatestWallet,
    recents: parseRecentWallets,
    deepLink: parseDeepLink,
    session: parseStoredConnection,
    signIn: parseSignInRecord,
    names: parseNameRecord,
  };
  const fits: Record<keyof typeof readers, (value: never) => boolean> = {
    latest: (value: string | null) => value === null || (value.length > 0 && value.length <= 200),
    recents: (value: string[]) => value.length <= 10 && new Set(value).size === value.length && value.every(Boolean),
    deepLink: (value: { href: string; name: string } | null) =>
      value === null || (!/^(javascript|data|vbscript):/i.test(value.href) && value.name.length > 0),
    session: (value: { id: string; connector: string } | null) =>
      value === null || ['walletConnect', 'injected', 'coinbase', 'safe'].includes(value.connector),
    signIn: (value: ReturnType<typeof parseSignInRecord>) =>
      value === null ||
      (isAddress(value.address) && Number.isSafeInteger(value.chainId) && Number.isSafeInteger(value.expiresAt)),
    names: (value: ReturnType<typeof parseNameRecord>) =>
      Object.getPrototypeOf(value) === Object.prototype &&
      Object.keys(value).length <= 50 &&
      Object.entries(value).every(
        ([key, { name, expiresAt, ...more }]) =>
          isAddress(key) &&
          key === key.toLowerCase() &&
          typeof name === 'string' &&
          name.length > 0 &&
          name.length <= 200 &&
          Number.isSafeInteger(expiresAt) &&
          Object.keys(more).length === 0,
      ),
  };

  test.each(Object.keys(readers) as (keyof typeof readers)[])('reads 1,000 random values of the record: %s', (name) => {
    forMany(1_000, anything, (text) => {
      vi.stubGlobal('localStorage', storageWith(text));
      expect(fits[name](storedRecords[name].get() as never)).toBe(true);
      expect(fits[name](parseRecord(text, readers[name] as (value: unknown) => unknown) as never)).toBe(true);
    });
  });
});

describe('storing records', () => {
  /** Replaces the storage of the browser by one that holds `kept`. */
  function stubStorage(kept = new Map<string, string>()) {
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => kept.set(key, text),
      removeItem: (key: string) => kept.delete(key),
    });
    return kept;
  }

  test('a record is read as it was stored, with its version', () => {
    const kept = stubStorage();
    storedRecords.recents.set(['a', 'b']);
    expect([...kept]).toEqual([['iaborrow.recents', '{"version":1,"value":["a","b"]}']]);
    expect(storedRecords.recents.get()).toEqual(['a', 'b']);
    storedRecords.recents.clear();
    expect(storedRecords.recents.get()).toEqual([]);
  });

  test('a record of a later version counts as empty', () => {
    expect(parseRecord(JSON.stringify({ version: 2, value: ['a'] }), parseRecentWallets)).toEqual([]);
  });

  test('a corrupted record is reset when it is read', () => {
    const kept = stubStorage(new Map([['iaborrow.latest', '{"version":1,']]));
    expect(storedRecords.latest.get()).toBeNull();
    expect([...kept.values()]).toEqual(['{"version":1,"value":null}']);
    storedRecords.latest.set('rainbow');
    expect(storedRecords.latest.get()).toBe('rainbow');
  });

  test.each([
    ['denied', {}],
    ['full', storageWith(null)],
  ])('a record is kept in memory until the page closes if storage is %s', (_, storage) => {
    vi.stubGlobal('localStorage', { getItem: forbidden, removeItem: forbidden, ...storage, setItem: forbidden });
    storedRecords.recents.set(['rainbow']);
    storedRecords.session.set({ id: 'rainbow', connector: 'walletConnect' });
    expect(storedRecords.recents.get()).toEqual(['rainbow']);
    expect(storedRecords.session.get()).toEqual({ id: 'rainbow', connector: 'walletConnect' });
    storedRecords.session.clear();
    expect(storedRecords.session.get()).toBeNull();
  });

  test('the record of recent wallets lists each wallet once, and at most ten wallets', () => {
    expect(parseRecentWallets(['a', 'b', 'a', 1, '', null])).toEqual(['a', 'b']);
    expect(parseRecentWallets(Array.from({ length: 99 }, (_, i) => `${i}`))).toHaveLength(10);
  });

  test('the record of a session has account, network and expiry, and nothing else', () => {
    const kept = { address, chainId: 1, expiresAt: 1_893_456_000_000 };
    expect(parseSignInRecord(kept)).toEqual(kept);
    expect(parseSignInRecord({ ...kept, signature: '0x5167', message: 'Sign in.' })).toEqual(kept);
  });

  test.each<[keyof NonNullable<ReturnType<typeof parseSignInRecord>>, unknown[]]>([
    ['address', [undefined, '', 'someone.eth', address.slice(0, -1), [address]]],
    ['chainId', [undefined, 0.5, '1']],
    ['expiresAt', [undefined, '2030-01-01T00:00:00Z', Number.POSITIVE_INFINITY, 2 ** 53]],
  ])('a record of a session counts as empty with an invalid value of %s: %j', (field, values) => {
    for (const value of values)
      expect(parseSignInRecord({ address, chainId: 1, expiresAt: 1_893_456_000_000, [field]: value })).toBeNull();
  });
});

describe('the record of names', () => {
  const key = address.toLowerCase();
  const entry = { name: 'amina.eth', expiresAt: 1_893_456_000_000 };

  test('the record of names keeps name and expiry, and nothing else', () => {
    expect(parseNameRecord({ [key]: entry })).toEqual({ [key]: entry });
    expect(parseNameRecord({ [key]: { ...entry, avatar: 'https://example.com' } })).toEqual({ [key]: entry });
  });

  test.each([undefined, null, 0, 7, true, '', 'rubbish', [], [[]], {}, { version: 1 }, [entry]])(
    'the record of names is read as empty from %j',
    (value) => expect(parseNameRecord(value)).toEqual({}),
  );

  const keys = [address, key.slice(0, -1), 'amina.eth', '__proto__'];
  const entries = [null, 'amina.eth'];
  const names = [undefined, '', 'x'.repeat(201), ['amina.eth']].map((name) => ({ ...entry, name }));
  const expiries = [undefined, '1893456000000', 0.5, 2 ** 53].map((expiresAt) => ({ ...entry, expiresAt }));

  test.each([
    ...keys.map((key) => JSON.stringify({ [key]: entry })),
    ...[...entries, ...names, ...expiries].map((value) => JSON.stringify({ [key]: value })),
  ])('the record of names drops only the invalid entry %s', (text) => {
    const other = `0x${'1'.repeat(40)}`;
    expect(parseNameRecord({ ...JSON.parse(text), [other]: entry })).toEqual({ [other]: entry });
    expect(Object.keys(parseNameRecord(JSON.parse(text)))).toEqual([]);
  });

  test('the record of names keeps the first fifty entries', () => {
    const addresses = Array.from({ length: 99 }, (_, n) => `0x${n.toString(16).padStart(40, '0')}`);
    const read = parseNameRecord(Object.fromEntries(addresses.map((one) => [one, entry])));
    expect(Object.keys(read)).toEqual(addresses.slice(0, 50));
  });
});
