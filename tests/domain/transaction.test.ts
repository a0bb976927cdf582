import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createTransaction,
  isHash,
  parseStoredTransaction,
  requireAccount,
  type SentTransaction,
} from '#domain/transaction';
import { forMany } from '../support/forAll.ts';

const hash = `0x${'ab'.repeat(32)}`;
const sent = { hash, description: 'Send 1 ETH' };
const made = (change: object) => createTransaction({ ...sent, ...change });
const errorOf = (name: string, message: string) => expect.objectContaining({ name, message });
const anything = fc.anything({ withBigInt: true, withNullPrototype: true, maxDepth: 2 });

test('a new transaction is pending, and needs one confirmation by default', () => {
  expect(createTransaction(sent)).toEqual({ ...sent, status: 'pending', confirmations: 1 });
  expect(made({ confirmations: 3 }).confirmations).toBe(3);
  expect(made({ hash: `0x${'AB'.repeat(32)}` }).hash).toBe(hash);
});

const invalid = [undefined, null, 7, '', '0x', hash.slice(2), hash.slice(0, -1), `${hash}0`, ` ${hash}`, `${hash}\n`];
test.each(invalid)('the hash %j throws "Invalid transaction hash"', (hash) => {
  expect(isHash(hash)).toBe(false);
  expect(() => made({ hash })).toThrow(errorOf('InvalidHashError', 'Invalid transaction hash'));
});

const invisible = ['', ' \n\t ', '\u202e\u200b\u2800', '\u200d\u200c\ufe0f', `a${'\u0301'.repeat(1_000)}`];
test.each([undefined, null, 7, {}, ...invisible])('the description %j throws NoDescriptionError', (description) =>
  expect(() => made({ description })).toThrow(errorOf('NoDescriptionError', 'Transaction must have a description')),
);

test.each([null, 0, -1, 1.5, '1', Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 1n])(
  '%s confirmations throw "Transaction confirmations must be a positive integer"',
  (confirmations) =>
    expect(() => made({ confirmations })).toThrow(
      errorOf('ConfirmationsError', 'Transaction confirmations must be a positive integer'),
    ),
);

test('a transaction without any valid field throws "Invalid transaction hash"', () =>
  expect(() => made({ hash: '', description: '', confirmations: 0 })).toThrow('Invalid transaction hash'));

test.each([
  ['  Send 1 ETH ', 'Send 1 ETH'],
  ['Send\n1\t ETH', 'Send 1 ETH'],
  ['Send \u200b 1', 'Send 1'],
  ['\u202eHTE 1\u202c \u2066dneS\u2069\u200e', 'HTE 1 dneS'],
  ['Send\ud83e', 'Send'],
  ['<b>Send</b>', '<b>Send</b>'],
  ['می\u200cفرستد', 'می\u200cفرستد'],
  ['👨‍👩‍👧 ❤️', '👨‍👩‍👧 ❤️'],
  ['x'.repeat(101), 'x'.repeat(100)],
  [`${'x'.repeat(99)} y`, 'x'.repeat(99)],
  [`${'x'.repeat(99)}🦊`, 'x'.repeat(99)],
  [`${'x'.repeat(99)}e\u0301`, 'x'.repeat(99)],
])('createTransaction() turns the description %j into %j', (description, becomes) =>
  expect(made({ description }).description).toBe(becomes),
);

test.each([
  ...['pending', 'confirmed', 'failed'].map((status) => ({ status, confirmations: 2 })),
  ...[0, 7].map((nonce) => ({ status: 'pending', nonce })),
])('a stored transaction is read with its fields: %j', (fields) =>
  expect(parseStoredTransaction({ ...sent, ...fields, more: 1 })).toEqual({ ...sent, confirmations: 1, ...fields }),
);

test.each([-1, 1.5, '7', null, 2 ** 53])('an invalid nonce of a stored transaction is dropped: %s', (nonce) =>
  expect(parseStoredTransaction({ ...sent, status: 'pending', nonce })).not.toHaveProperty('nonce'),
);

test.each([undefined, null, 'pending', [], {}, sent, { ...sent, status: 'lost' }, { ...sent, status: ['failed'] }])(
  'parseStoredTransaction() returns null for %j',
  (value) => expect(parseStoredTransaction(value)).toBeNull(),
);

test('reading a stored transaction never throws, and its description is clean', () => {
  const letters = fc.constantFrom(' ', 'a', '\u200d', '\u0301', '\u202e', '\ud83d', '\ude00', '🦊');
  const words = fc.oneof(...['binary' as const, letters].map((unit) => fc.string({ unit, maxLength: 200 })));
  const value = fc.record(
    {
      hash: fc.oneof(fc.constant(hash), anything),
      description: fc.oneof(words, words, anything),
      status: fc.oneof(fc.constantFrom('pending', 'confirmed', 'failed'), anything),
      confirmations: fc.oneof(fc.integer(), anything),
    },
    { requiredKeys: [] },
  );
  forMany(400, fc.oneof(value, value, anything), (value) => {
    const read = parseStoredTransaction(value);
    if (!read) return;
    expect({ ...createTransaction(read as SentTransaction), status: read.status }).toEqual(read);
    expect(read.description).toMatch(/^.{1,100}$/s);
    expect(read.description).not.toMatch(/[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|^\s|\s\s|\s$/u);
  });
});

const address = '0x52908400098527886E0F7030069857D2E4169EE7';

test('requireAccount() returns a given address and chain id', () =>
  expect(requireAccount({ address, chainId: 1 })).toEqual({ address, chainId: 1 }));

const incomplete = [null, {}, { address }, { chainId: 1 }];
const without = [null, '', '__proto__'].map((address) => ({ address, chainId: 1 }));
const elsewhere = [null, 0, 1.5, Number.NaN].map((chainId) => ({ address, chainId }));
test.each([...incomplete, ...without, ...elsewhere])('requireAccount() throws for %j', (connection) =>
  expect(() => requireAccount(connection)).toThrow(errorOf('NoAccountError', 'No address or chain ID found')),
);
