import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRecord, serializeRecord } from '#domain/records';
import { type Account, createTransaction, type Transaction, type TransactionOutcome } from '#domain/transaction';
import {
  addToBook,
  clearInBook,
  listPendingTransactions,
  listTransactions,
  mergeBooks,
  parseTransactionBook,
  setNonceInBook,
  settleInBook,
  type TransactionBook,
} from '#domain/transactions';
import { forAll, forMany } from '../support/forAll.ts';

const hashOf = (n: number) => `0x${n.toString(16).padStart(64, '0')}`;
const sent = (n: number, description = `Send ${n}`) => createTransaction({ hash: hashOf(n), description });
const ended = (n: number, status: Transaction['status'] = 'confirmed'): Transaction => ({ ...sent(n), status });
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

const me: Account = { address: `0x${'Ab'.repeat(20)}`, chainId: 1 };
const elsewhere: Account = { ...me, chainId: 10 };
const other: Account = { address: `0x${'Cd'.repeat(20)}`, chainId: 1 };
const accounts = [me, elsewhere, other];

const bookOf = (...lists: [Account, ...Transaction[]][]) =>
  lists.reduce<TransactionBook>(
    (book, [account, ...list]) => list.reduce((book, one) => addToBook(book, account, one), book),
    {},
  );

const settle = (book: TransactionBook, who: Account, n: number, status: TransactionOutcome = 'confirmed') =>
  settleInBook(book, who, hashOf(n), status);

const account = fc.constantFrom(...accounts, { ...me, address: me.address.toLowerCase() });
const number = fc.integer({ min: 1, max: 30 });
const what = fc.constantFrom('add', 'add', 'add', 'confirmed', 'failed', 'clear');

interface Step {
  who: Account;
  n: number;
  what: 'add' | 'clear' | 'confirmed' | 'failed';
}
const steps = (maxLength: number, who = account, n = number) => fc.array(fc.record({ who, n, what }), { maxLength });

function take(book: TransactionBook, { who, n, what }: Step) {
  if (what === 'add') return addToBook(book, who, sent(n));
  return what === 'clear' ? clearInBook(book, who) : settleInBook(book, who, hashOf(n), what);
}

const hashes = (list: Transaction[]) => list.map(({ hash }) => hash);

/** Checks all rules for the lists in a record. One assertion for the whole record is quicker than one for each list. */
function expectFit(book: TransactionBook) {
  const faults: string[] = [];
  const need = (holds: boolean, what: string) => holds || faults.push(what);
  need(Object.getPrototypeOf(book) === Object.prototype, 'another prototype');
  need(Object.keys(book).length <= 50, 'too many accounts');
  for (const [address, chains] of Object.entries(book)) {
    need(/^0x[0-9a-f]{40}$/.test(address), `address ${address}`);
    need(Object.keys(chains).length <= 50, 'too many networks');
    for (const [id, list] of Object.entries(chains)) {
      const pending = list.filter(({ status }) => status === 'pending').length;
      need(/^[1-9]\d*$/.test(id), `network ${id}`);
      need(new Set(hashes(list)).size === list.length, 'a hash twice');
      need(pending <= 100 && list.length - pending <= 10, 'too many transactions');
      for (const one of list) {
        const again = serializeRecord(createTransaction(one));
        need(again === serializeRecord({ ...one, status: 'pending' }), `transaction ${serializeRecord(one)}`);
      }
    }
  }
  expect(faults).toEqual([]);
}

test('a new transaction is listed first, under its account and network', () => {
  const book = bookOf([me, sent(1), sent(2)]);
  expect(book).toEqual({ [me.address.toLowerCase()]: { 1: [sent(2), sent(1)] } });
  const loud = { ...me, address: me.address.toUpperCase().replace('X', 'x') };
  expect(listTransactions(book, loud)).toEqual([sent(2), sent(1)]);
  expect(listTransactions(book, elsewhere)).toEqual([]);
  expect(listTransactions(book, other)).toEqual([]);
});

test('a pending transaction gets the nonce that a node reports', () => {
  const book = bookOf([me, sent(1), sent(2)]);
  const after = setNonceInBook(book, me, hashOf(1).toUpperCase().replace('X', 'x'), 7);
  expect(listTransactions(after, me)).toEqual([sent(2), { ...sent(1), nonce: 7 }]);
  expect(setNonceInBook(after, me, hashOf(1), 7)).toBe(after);
  expect(parseRecord(serializeRecord(after), parseTransactionBook)).toEqual(after);
  // A settled transaction needs no nonce.
  expect(listTransactions(settle(after, me, 1, 'failed'), me)).toEqual([sent(2), ended(1, 'failed')]);
});

test.each<[what: string, account: Account, n: number, nonce: number]>([
  ...[Number.NaN, -1, 0.5].map((nonce): [string, Account, number, number] => [`the nonce ${nonce}`, me, 1, nonce]),
  ['a transaction of another account', other, 1, 7],
  ['a transaction that is not known', me, 3, 7],
  ['a transaction that is over', me, 2, 7],
])('an invalid or unrelated nonce is not stored: %s', (_, account, n, nonce) => {
  const book = settle(bookOf([me, sent(1), sent(2)]), me, 2);
  expect(setNonceInBook(book, account, hashOf(n), nonce)).toBe(book);
});

test('adding a transaction again leaves it unchanged', () => {
  const pending = bookOf([me, sent(1), sent(2)]);
  expect(addToBook(pending, me, sent(1, 'Something else'))).toBe(pending);
  for (const status of ['confirmed', 'failed'] as const) {
    const book = settle(pending, me, 1, status);
    expect(addToBook(book, me, sent(1))).toBe(book);
  }
});

test('a transaction is settled once, and keeps its place in the list', () => {
  const book = settleInBook(bookOf([me, sent(1), sent(2)]), me, hashOf(1).toUpperCase().replace('X', 'x'), 'failed');
  expect(listTransactions(book, me)).toEqual([sent(2), ended(1, 'failed')]);
  expect(listPendingTransactions(book, me)).toEqual([sent(2)]);
  expect(settle(book, me, 1)).toBe(book);
});

test('settling an unknown transaction changes nothing', () => {
  const book = bookOf([me, sent(1)]);
  expect(settle(book, me, 2)).toBe(book);
  for (const one of [elsewhere, other]) expect(settle(book, one, 1)).toBe(book);
});

const eleven = range(1, 11).reduce((book, n) => settle(book, me, n), bookOf([me, ...range(1, 11).map((n) => sent(n))]));

test('an eleventh settled transaction removes the oldest', () =>
  expect(hashes(listTransactions(eleven, me))).toEqual(range(2, 11).map(hashOf).reverse()));

test('pending transactions stay listed, however many there are', () => {
  const book = range(20, 60).reduce((book, n) => addToBook(book, me, sent(n)), eleven);
  expect([listPendingTransactions, listTransactions].map((read) => read(book, me).length)).toEqual([41, 51]);
});

test('a transaction that is old when it settles stays in the list', () => {
  let book = bookOf([me, ...range(1, 12).map((n) => sent(n))]);
  for (const n of range(2, 12)) book = settle(book, me, n);
  book = settle(book, me, 1, 'failed');
  expect(hashes(listTransactions(book, me))).toEqual([...range(4, 12).map(hashOf).reverse(), hashOf(1)]);
});

test('a transaction that was settled before it was added counts towards the limit', () => {
  const book = bookOf([me, ...range(1, 11).map((n) => ended(n))]);
  expect(hashes(listTransactions(book, me))).toEqual(range(2, 11).map(hashOf).reverse());
});

test('clearing removes all transactions of one account on one network', () => {
  const rest = clearInBook(bookOf([me, sent(1), ended(2)], [elsewhere, sent(3)], [other, sent(4)]), me);
  expect(accounts.map((one) => listTransactions(rest, one))).toEqual([[], [sent(3)], [sent(4)]]);
  expect(clearInBook(rest, me)).toBe(rest);
  expect(clearInBook({}, me)).toEqual({});
});

test('no operation on transactions changes its argument or the list of another account', () => {
  forAll(steps(81), (all) => {
    const book = all.slice(0, -1).reduce(take, {});
    const copy = structuredClone(book);
    const next = all.slice(-1).reduce(take, book);
    expectFit(next);
    expect(book).toEqual(copy);
    const listsIn = (book: TransactionBook) => accounts.map((one) => serializeRecord(listTransactions(book, one)));
    const after = listsIn(next);
    expect(listsIn(book).filter((text, i) => text !== after[i]).length).toBeLessThanOrEqual(1);
    expect(serializeRecord(parseRecord(serializeRecord(next), parseTransactionBook))).toBe(serializeRecord(next));
  });
});

const both = bookOf([me, sent(1)], [other, sent(2)]);

const mine = (ours: TransactionBook, theirs: TransactionBook) => listTransactions(mergeBooks(ours, theirs), me);

test('no transaction is lost when two tabs write at the same time', () => {
  const ours = addToBook(both, me, sent(3));
  const theirs = addToBook(settle(both, other, 2, 'failed'), me, sent(4));
  expect(hashes(mine(ours, theirs))).toEqual([3, 4, 1].map(hashOf));
  expect(listTransactions(mergeBooks(ours, theirs), other)).toEqual([ended(2, 'failed')]);
  expect(mine(bookOf([me, sent(1)]), bookOf([elsewhere, sent(2)]))).toEqual([sent(1)]);
});

test('a result that only one tab has stored reaches the merged list, however old', () => {
  expect(mine(settle(both, me, 1), addToBook(both, me, sent(3)))).toEqual([sent(3), ended(1)]);
  const ten = range(2, 11).map((n) => ended(n));
  const book = bookOf([me, sent(1), ...ten]);
  const merged = mine(settle(book, me, 1), addToBook(book, me, sent(12)));
  expect(merged).toEqual([sent(12), ...ten.slice(1).reverse(), ended(1)]);
});

test('clearing in one tab clears the merged list', () => {
  const cleared = clearInBook(both, me);
  expect(mine(both, cleared)).toEqual([]);
  expect(mine(cleared, addToBook(cleared, me, sent(3)))).toEqual([sent(3)]);
});

test('the merged list keeps the ten newest results, and never shows the eleventh again', () => {
  const sentAll = bookOf([me, ...range(1, 11).map((n) => sent(n))]);
  const book = range(1, 10).reduce((book, n) => settle(book, me, n), sentAll);
  const merged = mine(book, settle(book, me, 11, 'failed'));
  expect(hashes(merged)).toEqual(range(2, 11).map(hashOf).reverse());
});

test("two tabs have equal lists after each has merged the other's record", () => {
  forAll(steps(20), steps(8), steps(8), (before, here, there) => {
    const start = before.reduce(take, {});
    const [ours, theirs] = [here.reduce(take, start), there.reduce(take, start)];
    const book = mergeBooks(ours, theirs);
    expectFit(book);
    // Merging again changes nothing, so neither tab writes again.
    for (const one of [ours, theirs, book]) expect(serializeRecord(mergeBooks(one, book))).toBe(serializeRecord(book));
    for (const account of accounts.filter((one) => listTransactions(theirs, one).length))
      for (const tab of [ours, theirs]) {
        const pending = hashes(listPendingTransactions(tab, account));
        expect(hashes(listTransactions(book, account))).toEqual(expect.arrayContaining(pending));
      }
  });
});

const addressOf = (n: number) => `0x${n.toString(16).padStart(40, '0')}`;
const strangers = range(1, 60).map((n): Account => ({ address: addressOf(n), chainId: n }));
const networks = range(1, 60).map((chainId): Account => ({ ...me, chainId }));
/** Returns a record with the greatest number of accounts, networks and transactions, each reduced by `less`. */
const full = (less: number) =>
  bookOf(
    ...[...strangers.slice(0, 48 - less), ...networks.slice(0, 50 - less)].map((one): [Account, Transaction] => [
      one,
      sent(1),
    ]),
    [other, ...range(1, 100 - less).map((n) => sent(n))],
  );
const someone = fc.oneof(fc.constant(other), fc.constantFrom(...strangers), fc.constantFrom(...networks));
const late = steps(8, someone, fc.integer({ min: 90, max: 120 }));

test('a new transaction replaces the oldest one when storage is full', () => {
  const book = addToBook(full(0), other, sent(101));
  expect(hashes(listTransactions(book, other))).toEqual(range(2, 101).map(hashOf).reverse());
  const next = addToBook(book, strangers[59]!, sent(1));
  expect(Object.keys(next)).toHaveLength(50);
  expect(listTransactions(next, strangers[59]!)).toEqual([sent(1)]);
  expect(listTransactions(next, strangers[0]!)).toEqual([]);
  // The record can't tell which network is the oldest, because JavaScript sorts object keys that are numbers.
  const last = addToBook(full(0), networks[59]!, sent(1));
  expect(Object.keys(last[me.address.toLowerCase()] ?? {})).toHaveLength(50);
  expect(listTransactions(last, networks[59]!)).toEqual([sent(1)]);
});

test("two tabs with full storage have equal lists after merging each other's record", () => {
  forAll(fc.constantFrom(...[0, 1].map(full)), late, late, (start, here, there) => {
    const [ours, theirs] = [here.reduce(take, start), there.reduce(take, start)];
    const book = mergeBooks(ours, theirs);
    for (const one of [ours, theirs, book]) {
      expectFit(one);
      expect(serializeRecord(parseTransactionBook(one))).toBe(serializeRecord(one));
      expect(serializeRecord(mergeBooks(one, book))).toBe(serializeRecord(book));
    }
  });
});

const few = fc.constantFrom(undefined, null, 0, -1, 0.5, Number.NaN, true, '', 'x', [], {}, [[]], 1n);
const junk = fc.oneof(few, few, fc.anything({ withBigInt: true, withNullPrototype: true, maxDepth: 2, maxKeys: 3 }));
const mostly = <T>(good: fc.Arbitrary<T>) => fc.oneof(good, good, good, good, junk);
const transaction = fc.record(
  {
    hash: mostly(number.map(hashOf)),
    description: mostly(fc.constantFrom('Send', ' Supply\n1 SOL ', '\u202e')),
    status: fc.constantFrom('pending', 'confirmed', 'failed', 'lost', null),
    confirmations: mostly(fc.integer({ min: 1, max: 9 })),
  },
  { requiredKeys: ['hash', 'description', 'status'] },
);
const list = mostly(fc.array(mostly(transaction), { maxLength: 30, size: 'large' }));
const id = fc.constantFrom('1', '10', '01', '0', '-1', '1.5', '1e3', '', '__proto__', 'constructor', '9'.repeat(20));
const known = accounts.map(({ address }) => address.toLowerCase());
const address = fc.constantFrom(...known, me.address, '__proto__', 'constructor', 'toString', '', 'someone');
const anything = mostly(fc.dictionary(address, mostly(fc.dictionary(id, list, { minKeys: 1, maxKeys: 4 }))));

test('any of 1,000 random values is read as a valid list', () => {
  let full = 0;
  forMany(1_000, anything, (value) => {
    const book = parseTransactionBook(value);
    expectFit(book);
    expect(serializeRecord(parseTransactionBook(book))).toBe(serializeRecord(book));
    if (accounts.some((one) => listTransactions(book, one).length)) full += 1;
    const next = accounts.reduce((book, one) => settle(addToBook(book, one, sent(99)), one, 99, 'failed'), book);
    expectFit(next);
    for (const one of accounts) expect(listTransactions(next, one)[0]).toEqual(ended(99, 'failed'));
  });
  // Checks that enough of the random records contain transactions.
  expect(full).toBeGreaterThan(100);
});

test('an invalid record is read as an empty one, and an invalid entry is dropped', () => {
  for (const value of [undefined, null, 0, true, '', 'rubbish', [], [[]], {}, { version: 1 }])
    expect(parseTransactionBook(value)).toEqual({});
  const address = me.address.toLowerCase();
  const list = [sent(2), null, { ...sent(3), hash: '0x' }, ended(1), sent(2, 'Again')];
  expect(parseTransactionBook({ [address]: { 1: list, x: [] }, y: 1 })).toEqual({
    [address]: { 1: [sent(2), ended(1)] },
  });
});

test('reading a record never changes a prototype', () => {
  const value = JSON.parse('{"__proto__":{"1":[{}]},"constructor":{"prototype":{"x":1}}}');
  expect(parseTransactionBook(value)).toEqual({});
  expect(({} as Record<string, unknown>)[1]).toBeUndefined();
  const hostile = { address: '__proto__', chainId: 1 };
  expect(listTransactions({}, hostile)).toEqual([]);
  addToBook({}, hostile, sent(1));
  expect(({} as Record<string, unknown>)[1]).toBeUndefined();
});

test('a record is read with at most 50 accounts, 50 networks and 110 transactions', () => {
  const addresses = range(1, 99).map((n) => `0x${n.toString(16).padStart(40, '0')}`);
  const lists = Object.fromEntries(range(1, 99).map((id) => [id, []]));
  const book = parseTransactionBook(Object.fromEntries(addresses.map((address) => [address, lists])));
  expect(Object.keys(book)).toEqual(addresses.slice(0, 50));
  expect(Object.keys(book[addresses[0]!]!)).toHaveLength(50);
  const many = { [me.address.toLowerCase()]: { 1: range(1, 300).map((n) => (n % 2 ? sent(n) : ended(n))) } };
  expect(listPendingTransactions(parseTransactionBook(many), me)).toHaveLength(100);
  expect(listTransactions(parseTransactionBook(many), me)).toHaveLength(110);
});

test('the account that was used last is the last to be removed', () => {
  const book = addToBook(bookOf([me, sent(1)], [other, sent(2)]), me, sent(3));
  expect(Object.keys(book)).toEqual([me, other].map(({ address }) => address.toLowerCase()));
});
