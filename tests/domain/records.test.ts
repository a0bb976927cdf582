import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { storedRecords } from '#adapters/browser/records';
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
import { HOSTILE_RECORDS } from '../support/nasty.ts';

const address = '0x52908400098527886E0F7030069857D2E4169EE7';
afterEach(() => vi.unstubAllGlobals());

const readers = {
  latest: parseLatestWallet,
  recents: parseRecentWallets,
  deepLink: parseDeepLink,
  session: parseStoredConnection,
  signIn: parseSignInRecord,
  names: parseNameRecord,
};
type Name = keyof typeof readers;
const recordNames = Object.keys(readers) as Name[];
const read = (text: string | null, name: Name) =>
  parseRecord<unknown>(text, readers[name] as (value: unknown) => unknown);

const part = fc.oneof(
  fc.constantFrom(address, address.toLowerCase(), 'injected', 'x', '', 'x'.repeat(201), '__proto__', 1, -1, 0.5, '1'),
  fc.webUrl(),
  fc.anything(),
);
const parts = ['id', 'connector', 'account', 'href', 'name', 'address', 'chainId', 'expiresAt'];
const fields = fc.record(Object.fromEntries(parts.map((name) => [name, part])), { requiredKeys: [] });
const fieldName = fc.oneof(fc.constantFrom(address, address.toLowerCase(), '__proto__', '1'), fc.webUrl(), fc.string());
const value = fc.oneof(part, fields, fc.array(part), fc.dictionary(fieldName, fc.oneof(fields, part)));
const texts = fc.oneof(fc.string(), fc.json(), value.map(serializeRecord));

test.each(recordNames)('any text is read as a valid record of %s, which storing does not change', (name) => {
  forMany(1_000, texts, (text) => {
    const found = read(text, name);
    expect(read(serializeRecord(found), name)).toEqual(found);
  });
});

/** The results for malformed records that are not read as empty. */
const valid: Record<string, unknown> = {
  'session, a wallet that is none': { id: '__proto__', connector: 'injected', name: 'y' },
  'recents, a list of anything': ['__proto__', 'constructor', '\u202e\u0000', 'example.wallet'],
};

test.each(recordNames)('each malformed record of %s is read as an empty one', (name) => {
  for (const [what, text] of Object.entries(HOSTILE_RECORDS))
    expect(read(text, name), what).toEqual(valid[`${name}, ${what}`] ?? read(null, name));
});

const session = { id: 'fox', connector: 'injected' };
const signIn = { address, chainId: 1, expiresAt: 1_893_456_000_000 };
const link = { href: 'https://fox.example/wc', name: 'Fox' };
test.each<[name: Name, values: object[], invalid: object]>([
  [
    'session',
    ['walletConnect', 'injected', 'coinbase', 'safe'].map((connector) => ({ ...session, connector })),
    { id: [undefined, '', 'x'.repeat(201)], connector: [undefined, 'x', ['injected'], 'constructor'] },
  ],
  [
    'deepLink',
    [link, { ...link, href: 'fox://wc' }],
    { href: [undefined, 'fox', 'javascript:alert(1)', 'DATA:,x', 'vbscript:x', [link.href]], name: [undefined, ''] },
  ],
  [
    'signIn',
    [signIn],
    {
      address: [undefined, '', 'someone.eth', address.slice(0, -1), [address]],
      chainId: [undefined, 0.5, '1'],
      expiresAt: [undefined, '2030-01-01T00:00:00Z', Number.POSITIVE_INFINITY, 2 ** 53],
    },
  ],
])('the record of %s keeps known fields, and is empty if one is invalid', (name, values, invalid) => {
  const reader = readers[name] as (value: unknown) => unknown;
  for (const value of values) expect(reader({ ...value, signature: '0x5167' })).toEqual(value);
  for (const [field, parts] of Object.entries(invalid))
    for (const part of parts) expect(reader({ ...values[0], [field]: part }), `${field} ${part}`).toBeNull();
});

test('the latest wallet is a text of at most 200 characters', () => {
  expect(['fox', 'x'.repeat(200)].map(parseLatestWallet)).toEqual(['fox', 'x'.repeat(200)]);
  expect(['', 'x'.repeat(201), 7, ['fox']].map(parseLatestWallet)).toEqual([null, null, null, null]);
});

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

test('a corrupted record is reset when it is read', () => {
  const kept = stubStorage(new Map([['iaborrow.latest', '{"version":1,']]));
  expect(storedRecords.latest.get()).toBeNull();
  expect([...kept.values()]).toEqual(['{"version":1,"value":null}']);
  storedRecords.latest.set('rainbow');
  expect(storedRecords.latest.get()).toBe('rainbow');
});

test('the record of recent wallets lists each wallet once, and at most ten wallets', () => {
  expect(parseRecentWallets(['a', 'b', 'a', 1, '', null])).toEqual(['a', 'b']);
  expect(parseRecentWallets(Array.from({ length: 99 }, (_, i) => `${i}`))).toHaveLength(10);
});

const key = address.toLowerCase();
const entry = { name: 'amina.eth', expiresAt: 1_893_456_000_000 };

test('the record of names keeps name and expiry, and nothing else', () => {
  expect(parseNameRecord({ [key]: entry })).toEqual({ [key]: entry });
  expect(parseNameRecord({ [key]: { ...entry, avatar: 'https://example.com' } })).toEqual({ [key]: entry });
});

test('the record of names is read as empty from any other value', () => {
  for (const value of [undefined, null, 0, 7, true, '', 'rubbish', [], [[]], {}, { version: 1 }, [entry]])
    expect(parseNameRecord(value)).toEqual({});
});

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
