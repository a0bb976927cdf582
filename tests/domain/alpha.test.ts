import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeRemainingAllocation, createRequestLink, exceedsAllocation, findExceededLimit } from '#domain/alpha';
import { forAll } from '../support/forAll.ts';

const allocation = { total: 100_000, allocated: 12_025, min: 10_000, max: 50_000, initial: 10_000 };

test.each([
  [-500_000, 87_975, false],
  [10_000, 77_975, false],
  [50_000, 37_975, false],
  [87_975, 0, false],
  [87_976, 0, true],
  [90_000, 0, true],
])('a request for %d USDC leaves %d of the allocation, and exceeds it: %s', (amount, left, exceeds) => {
  expect(computeRemainingAllocation(allocation, amount)).toBe(left);
  expect(exceedsAllocation(allocation, amount)).toBe(exceeds);
});

test.each([
  [9_999, 'min'],
  [10_000, null],
  [50_000, null],
  [50_001, 'max'],
])('a request for %d USDC exceeds the limit %j (null: none)', (amount, limit) =>
  expect(findExceededLimit(allocation, amount)).toBe(limit),
);

const messaging = { handle: 'example', request: 'May I borrow {amount} USDC & join?', greeting: 'Hello!' };
const textOf = (link: string) => new URL(link).searchParams.get('text');

test('the Telegram link asks for exactly the chosen amount', () => {
  const link = createRequestLink(messaging, 'en', 25_000);
  expect(link).toMatch(/^https:\/\/t\.me\/example\?text=/);
  expect(textOf(link)).toBe('May I borrow 25000 USDC & join?');
});

test('the Telegram link without an amount contains only a greeting', () =>
  expect(textOf(createRequestLink(messaging, 'en'))).toBe('Hello!'));

test("the text of the Telegram link is in the page's language if it is translated", () => {
  const greeting = { en: 'Hello!', tr: 'Merhaba!' };
  expect(textOf(createRequestLink({ ...messaging, greeting }, 'tr'))).toBe('Merhaba!');
  expect(textOf(createRequestLink({ ...messaging, greeting }, 'fr'))).toBe('Hello!');
});

test('the Telegram link encodes any characters of its text', () => {
  forAll(fc.string({ unit: 'grapheme' }), (greeting) => {
    expect(textOf(createRequestLink({ ...messaging, greeting }, 'en'))).toBe(greeting);
  });
});
