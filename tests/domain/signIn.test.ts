import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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
/** Returns the first fault of a message whose `change` differs from the expectation. */
const faultWith = (change: Changed, what: Partial<ExpectedMessageFields> = {}) =>
  findFaultyFields({ ...message, ...change } as MessageFields, { ...expected, ...what })[0] ?? null;

test('a message with all expected fields has no faulty field', () => expect(faultWith({})).toBeNull());

describe('reports the faulty field: %s: %s', () => {
  test.each<[keyof MessageFields, string, Changed]>([
    ['scheme', 'of another protocol', { scheme: 'http' }],
    ['scheme', 'equal to the scheme of the page', { scheme: 'https' }],
    ['scheme', 'empty', { scheme: '' }],
    ['statement', 'with a look-alike letter', { statement: expected.statement.replace('i', 'і') }],
    ['issuedAt', 'in the future', { issuedAt: at(2 * MINUTE + 1), expirationTime: at(5 * MINUTE) }],
    ['issuedAt', 'an impossible date', { issuedAt: '2026-13-45T00:00:00Z' }],
    ['expirationTime', 'now', { issuedAt: at(-MINUTE), expirationTime: at(0) }],
    ['expirationTime', 'before it was issued', { issuedAt: at(MINUTE), expirationTime: at(-MINUTE) }],
    ['expirationTime', 'later than in 10 minutes', { expirationTime: at(MESSAGE_LIFETIME + 1) }],
    ['notBefore', 'in the future', { notBefore: at(1) }],
    ['notBefore', 'unparsable', { notBefore: 'soon' }],
    ['notBefore', 'empty', { notBefore: '' }],
    ['requestId', 'anything', { requestId: '1' }],
    ['requestId', 'empty', { requestId: '' }],
    ['resources', 'an empty list', { resources: [] }],
  ])('reports the faulty field: %s: %s', (field, _, change) => expect(faultWith(change)).toBe(field));

  test('reports the first of several faulty fields', () => {
    expect(faultWith({ nonce: '', domain: '', version: '2' })).toBe('domain');
  });
});

describe('fields that are equivalent', () => {
  test.each<[string, Changed]>([
    [
      'a clock that is 2 minutes ahead',
      { issuedAt: at(2 * MINUTE), expirationTime: at(2 * MINUTE + MESSAGE_LIFETIME) },
    ],
    ['the last valid moment', { issuedAt: at(1 - MESSAGE_LIFETIME), expirationTime: at(1) }],
    ['valid from now on', { notBefore: at(0) }],
    ['dates in another time zone', { issuedAt: '2026-10-01T14:00:00+02:00' }],
  ])('accepts an equivalent field: %s', (_, change) => expect(faultWith(change)).toBeNull());
});

describe('checking a message against an empty expectation', () => {
  test.each<[keyof MessageFields & keyof ExpectedMessageFields, unknown[]]>([
    ['domain', ['', undefined, null]],
    ['address', ['', undefined, null]],
    ['statement', ['', undefined, null]],
    ['uri', ['', undefined, null]],
    ['chainId', [undefined, null, Number.NaN, '1', 0.5, Number.POSITIVE_INFINITY]],
    ['nonce', ['', undefined, null]],
  ])('refuses every message if the expected %s is empty', (field, nothings) => {
    for (const nothing of nothings) {
      expect(faultWith({ [field]: nothing }, { [field]: nothing } as Partial<ExpectedMessageFields>)).toBe(field);
      expect(faultWith({}, { [field]: nothing } as Partial<ExpectedMessageFields>)).toBe(field);
    }
  });

  test.each(['short', 'with-hyphens-in-it', 'x'.repeat(129), 'ünï1234567'])(
    'an expected empty nonce accepts no nonce such as %s',
    (nonce) => {
      expect(faultWith({ nonce }, { nonce })).toBe('nonce');
    },
  );

  test('a date is valid only with a time of day', () => {
    expect(faultWith({}, { now: Number.NaN })).toBe('issuedAt');
  });
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
    // Another spelling of a date is the same date, so it counts as no fault.
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

describe('nonces', () => {
  test.each(['12345678', 'abcdEFGH', 'a1B2c3D4e5F6', 'x'.repeat(128)])('a nonce may be %s', (nonce) => {
    expect(isSignInNonce(nonce)).toBe(true);
  });

  test.each([
    ['too short', '1234567'],
    ['too long', 'x'.repeat(129)],
    ['a UUID', '0a1b2c3d-0000-4000-8000-000000000001'],
    ['with a line break', '12345678\n'],
    ['of two lines', '12345678\n12345678'],
    ['in Arabic digits', '١٢٣٤٥٦٧٨'],
    ['a list', ['12345678']],
  ])('a nonce may not be %s', (_, nonce) => expect(isSignInNonce(nonce)).toBe(false));

  test('a nonce consists of letters and digits', () => {
    forAll(fc.oneof(fc.string(), fc.string({ unit: 'grapheme', minLength: 8 }), fc.anything()), (text) => {
      const is = typeof text === 'string' && text.length >= 8 && text.length <= 128 && !/[^a-zA-Z0-9]/.test(text);
      expect(isSignInNonce(text)).toBe(is);
    });
  });
});

describe('signatures', () => {
  test.each(['0x00', '0x5167', `0x${'aB'.repeat(65)}`, `0x${'0'.repeat(20_000)}`, '0X5167'])(
    'a signature may be %.20s',
    (answer) => {
      expect(isSignature(answer)).toBe(true);
    },
  );

  test.each<[string, unknown]>([
    ['empty', ''],
    ['half a byte', '0x516'],
    ['anything but hex', '0xzz'],
    ['without its prefix', '5167'],
    ['with a space', ' 0x5167'],
    ['with a line break', '0x5167\n'],
    ['a list', ['0x5167']],
    ['an object whose toString() returns one', { toString: () => '0x5167' }],
  ])('a signature may not be %s', (_, answer) => expect(isSignature(answer)).toBe(false));

  test('a signature consists of whole bytes', () => {
    forAll(fc.uint8Array({ minLength: 1 }), fc.anything(), (bytes, answer) => {
      expect(isSignature(`0x${Buffer.from(bytes).toString('hex')}`)).toBe(true);
      expect(isSignature(answer)).toBe(typeof answer === 'string' && /^0x(?:[\da-f]{2})+$/i.test(answer));
    });
  });
});

test('two addresses are equal regardless of case', () => {
  expect(isSameAddress(address, address.toLowerCase())).toBe(true);
  expect(isSameAddress(address.toLowerCase(), address.toUpperCase())).toBe(true);
  expect(isSameAddress(address, other)).toBe(false);
  expect(isSameAddress(address, '')).toBe(false);
});

describe('sessions', () => {
  const chains = [ETHEREUM];
  const session = { address, chainId: 1, life: 1_000 };

  test('a session is valid for its account until it expires', () => {
    expect(isValidSession(session, address, chains)).toBe(true);
    expect(isValidSession(session, address.toLowerCase(), chains)).toBe(true);
    expect(isValidSession({ ...session, life: SESSION_LIFETIME }, address, chains)).toBe(true);
  });

  test.each<[string, object]>([
    ['of another account', { address: other }],
    ['of no account', { address: '' }],
    ['on an unsupported network', { chainId: 137 }],
    ['that has expired', { life: 0 }],
    ['that expired long ago', { life: -1 }],
    ['with a lifetime that is too long', { life: SESSION_LIFETIME + 1 }],
    ['with an infinite lifetime', { life: Number.POSITIVE_INFINITY }],
    ['without a lifetime', { life: Number.NaN }],
  ])('a session is not valid %s', (_, change) => {
    expect(isValidSession({ ...session, ...change }, address, chains)).toBe(false);
  });

  test('a missing session, or a session without a network, is not valid', () => {
    expect(isValidSession(null, address, chains)).toBe(false);
    expect(isValidSession(session, address, [])).toBe(false);
  });

  test('a different address is another account, and so is no address', () => {
    expect(isSessionOfOtherAccount(session, other)).toBe(true);
    expect(isSessionOfOtherAccount(session, address.toLowerCase())).toBe(false);
    expect(isSessionOfOtherAccount(null, address)).toBe(false);
  });
});

describe('failures of a sign-in', () => {
  test('a rejection by the visitor is not reported as a failed sign-in', () => {
    expect(failureUnlessRejected({ code: 4001 }, 'signing')).toBeNull();
    expect(failureUnlessRejected({ code: -32603 }, 'signing')).toBe('signing');
    expect(failureUnlessRejected({ code: -32603 }, 'switching')).toBe('switching');
  });
});
