import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSameAddress } from '#domain/address';
import { ETHEREUM } from '#domain/chain';
import {
  type ExpectedMessageFields,
  failureUnlessRejected,
  findFaultyFields,
  isSessionOfOtherAccount,
  isSignature,
  isSignInNonce,
  isValidSession,
  MESSAGE_LIFETIME,
  type MessageFields,
  SESSION_LIFETIME,
} from '#domain/signIn';
import { forAll, forMany } from '../support/forAll.ts';

const MINUTE = 60_000;
const now = Date.parse('2026-10-01T12:00:00.000Z');
const at = (ms: number) => new Date(now + ms).toISOString();
const address = '0x52908400098527886E0F7030069857D2E4169EE7';
const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';

const expected: ExpectedMessageFields = {
  domain: 'example.com',
  uri: 'https://example.com',
  statement: 'Sign in to show that this account is yours.',
  address,
  chainId: 1,
  nonce: 'a1B2c3D4e5F6',
  now,
};

const { now: _, ...said } = expected;
const message: MessageFields = { ...said, version: '1', issuedAt: at(0), expirationTime: at(MESSAGE_LIFETIME) };

type Changed = Partial<Record<keyof MessageFields, unknown>>;
const faultWith = (change: Changed, what: Partial<Record<keyof ExpectedMessageFields, unknown>> = {}) =>
  findFaultyFields({ ...message, ...change } as MessageFields, { ...expected, ...what } as ExpectedMessageFields)[0] ??
  null;

test('a message with all expected fields has no faulty field', () => expect(faultWith({})).toBeNull());

test.each<[keyof MessageFields, string, Changed]>([
  ['scheme', 'of another protocol', { scheme: 'http' }],
  ['scheme', 'equal to the scheme of the page', { scheme: 'https' }],
  ['scheme', 'empty', { scheme: '' }],
  ['statement', 'with a look-alike letter', { statement: expected.statement.replace('i', 'і') }],
  ['issuedAt', 'an impossible date', { issuedAt: '2026-13-45T00:00:00Z' }],
  ['notBefore', 'unparsable', { notBefore: 'soon' }],
  ['notBefore', 'empty', { notBefore: '' }],
  ['requestId', 'anything', { requestId: '1' }],
  ['requestId', 'empty', { requestId: '' }],
  ['resources', 'an empty list', { resources: [] }],
  ['domain', 'wrong, as the first of several', { nonce: '', domain: '', version: '2' }],
])('reports the faulty field "%s" of a message: %s', (field, _, change) => expect(faultWith(change)).toBe(field));

test.each<[issued: number, expires: number, from: number, fault: keyof MessageFields | null]>([
  [2 * MINUTE, 2 * MINUTE + MESSAGE_LIFETIME, 0, null],
  [2 * MINUTE + 1, 5 * MINUTE, 0, 'issuedAt'],
  [1 - MESSAGE_LIFETIME, 1, 0, null],
  [-MINUTE, 0, 0, 'expirationTime'],
  [MINUTE, -MINUTE, 0, 'expirationTime'],
  [0, MESSAGE_LIFETIME + 1, 0, 'expirationTime'],
  [0, MINUTE, 1, 'notBefore'],
])('a message issued at %d ms, expiring at %d, valid from %d has the faulty field %s', (issued, expires, from, fault) =>
  expect(faultWith({ issuedAt: at(issued), expirationTime: at(expires), notBefore: at(from) })).toBe(fault),
);

test('accepts a date of a message in another time zone', () =>
  expect(faultWith({ issuedAt: '2026-10-01T14:00:00+02:00' })).toBeNull());

test.each<[keyof MessageFields & keyof ExpectedMessageFields, unknown[]]>([
  ...(['domain', 'address', 'statement', 'uri', 'nonce'] as const).map((field): [typeof field, unknown[]] => [
    field,
    ['', undefined, null],
  ]),
  ['chainId', [undefined, null, Number.NaN, '1', 0.5, Number.POSITIVE_INFINITY]],
  ['nonce', ['short', 'with-hyphens-in-it', 'x'.repeat(129), 'ünï1234567']],
])('refuses every message if the expected field "%s" is one of %j', (field, nothings) => {
  for (const nothing of nothings) {
    expect(faultWith({ [field]: nothing }, { [field]: nothing })).toBe(field);
    expect(faultWith({}, { [field]: nothing })).toBe(field);
  }
});

test('refuses a message if the current time is not a number', () => {
  expect(faultWith({}, { now: Number.NaN })).toBe('issuedAt');
});

test('any change of any field of a message is reported', () => {
  const edits = fc.constantFrom<(text: string) => unknown>(
    (text) => text.toLowerCase(),
    (text) => text.toUpperCase(),
    (text) => text.slice(0, -1),
    (text) => `${text}/`,
    (text) => `a.${text}`,
    (text) => `${text}.evil.example`,
    String,
    Number,
  );
  const values = fc.oneof(fc.string(), fc.constantFrom('', undefined, null), fc.integer());
  const changes = fc.oneof(values, edits);
  forMany(2_000, fc.constantFrom(...(Object.keys(message) as (keyof MessageFields)[])), changes, (field, change) => {
    const value = typeof change === 'function' ? change(String(message[field])) : change;
    // In fields for dates, skips values that are dates, because the changed date may still be valid.
    const dated = field === 'issuedAt' || field === 'expirationTime';
    fc.pre(value !== message[field] && !(dated && !Number.isNaN(Date.parse(String(value)))));
    expect(faultWith({ [field]: value })).toBe(field);
  });
});

test('a message is valid from 2 minutes before its issue date, for at most 10 minutes', () => {
  const ms = fc.integer({ min: -15 * MINUTE, max: 15 * MINUTE });
  forMany(2_000, ms, ms, ms, (issued, expires, from) => {
    const fault = faultWith({ issuedAt: at(issued), expirationTime: at(expires), notBefore: at(from) });
    const good = issued <= 2 * MINUTE && expires > 0 && expires - issued <= MESSAGE_LIFETIME && from <= 0;
    expect(fault === null).toBe(good);
  });
});

test.each<[valid: boolean, nonces: unknown[]]>([
  [true, ['12345678', 'abcdEFGH', 'a1B2c3D4e5F6', 'x'.repeat(128)]],
  [false, ['1234567', 'x'.repeat(129), '0a1b2c3d-0000-4000-8000-000000000001', '12345678\n', '12345678\n12345678']],
  [false, ['١٢٣٤٥٦٧٨', ['12345678'], undefined, 12_345_678]],
])('isSignInNonce() requires 8 to 128 letters and digits, and here returns %j', (valid, nonces) => {
  for (const nonce of nonces) expect(isSignInNonce(nonce), String(nonce)).toBe(valid);
});

test.each<[valid: boolean, signatures: unknown[]]>([
  [true, ['0x', '0x00', '0x5167', `0x${'aB'.repeat(65)}`, `0x${'0'.repeat(20_000)}`, '0X5167']],
  [false, ['', '0x516', '0xzz', '5167', ' 0x5167', '0x5167\n', ['0x5167'], { toString: () => '0x5167' }]],
])('isSignature() requires whole bytes in hex, and here returns %j', (valid, signatures) => {
  for (const signature of signatures) expect(isSignature(signature), String(signature)).toBe(valid);
});

test('random values are nonces or signatures only if they match the patterns', () => {
  const texts = fc.oneof(fc.string(), fc.string({ unit: 'grapheme', minLength: 8 }), fc.anything());
  forAll(texts, (text) => {
    const is = (form: RegExp) => typeof text === 'string' && form.test(text);
    expect(isSignInNonce(text)).toBe(is(/^[a-zA-Z0-9]{8,128}$/) && !is(/\n/));
    expect(isSignature(text)).toBe(is(/^0x(?:[\da-f]{2})*$/i));
  });
});

test('two addresses are equal regardless of case', () => {
  const others = [address, address.toLowerCase(), address.toUpperCase(), other, ''];
  expect(others.map((one) => isSameAddress(address, one))).toEqual([true, true, true, false, false]);
});

const chains = [ETHEREUM];
const session = { address, chainId: 1, life: 1_000 };

test.each<[isValid: boolean, what: string, change: object]>([
  [true, 'of the account', {}],
  [true, 'of the account in other letters', { address: address.toLowerCase() }],
  [true, 'with the longest lifetime', { life: SESSION_LIFETIME }],
  [false, 'of another account', { address: other }],
  [false, 'of no account', { address: '' }],
  [false, 'on an unsupported network', { chainId: 137 }],
  [false, 'that has expired', { life: 0 }],
  [false, 'that expired long ago', { life: -1 }],
  [false, 'with a lifetime that is too long', { life: SESSION_LIFETIME + 1 }],
  [false, 'with an infinite lifetime', { life: Number.POSITIVE_INFINITY }],
  [false, 'without a lifetime', { life: Number.NaN }],
])('isValidSession() returns %s for a session %s', (isValid, _, change) => {
  expect(isValidSession({ ...session, ...change }, address, chains)).toBe(isValid);
  expect(isValidSession({ ...session, ...change }, address, [])).toBe(false);
  expect(isValidSession(null, address, chains)).toBe(false);
});

test('a session belongs to another account if its address differs, ignoring case', () => {
  expect(isSessionOfOtherAccount(session, other)).toBe(true);
  expect(isSessionOfOtherAccount(session, address.toLowerCase())).toBe(false);
  expect(isSessionOfOtherAccount(null, address)).toBe(false);
});

test('a rejection by the visitor is not reported as a failed sign-in', () => {
  expect(failureUnlessRejected({ code: 4001 }, 'signing')).toBeNull();
  for (const step of ['signing', 'switching'] as const)
    expect(failureUnlessRejected({ code: -32603 }, step)).toBe(step);
});
