import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exceededLimitOf, exceedsAllocation, remainingAllocation, requestLink } from '#domain/alpha';
import { forAll } from '../support/forAll.ts';

const allocation = { total: 100_000, allocated: 12_025, min: 10_000, max: 50_000, initial: 10_000 };

describe('the allocation of the alpha', () => {
  test.each([
    [10_000, 77_975],
    [50_000, 37_975],
    [87_975, 0],
    [90_000, 0],
  ])('a request for %d leaves %d', (amount, left) => expect(remainingAllocation(allocation, amount)).toBe(left));

  test('only a request for more than is left exceeds the allocation', () => {
    expect(exceedsAllocation(allocation, 87_975)).toBe(false);
    expect(exceedsAllocation(allocation, 87_976)).toBe(true);
  });

  test('the rest is never negative, and 0 if the allocation is exceeded', () => {
    forAll(fc.integer({ min: -1e6, max: 1e6 }), (amount) => {
      expect(remainingAllocation(allocation, amount)).toBeGreaterThanOrEqual(0);
      if (exceedsAllocation(allocation, amount)) expect(remainingAllocation(allocation, amount)).toBe(0);
    });
  });

  test.each([
    [9_999, 'min'],
    [10_000, null],
    [50_000, null],
    [50_001, 'max'],
  ])('whether a single request for %d exceeds the limit: %s', (amount, limit) =>
    expect(exceededLimitOf(allocation, amount)).toBe(limit),
  );

  test('a negative amount does not increase the allocation', () => {
    expect(remainingAllocation(allocation, -500_000)).toBe(87_975);
  });
});

describe('the messaging link', () => {
  const messaging = { handle: 'example', request: 'May I borrow {amount} USDC & join?', greeting: 'Hello!' };
  const textOf = (link: string) => new URL(link).searchParams.get('text');

  test('the link requests exactly the amount', () => {
    const link = requestLink(messaging, 'en', 25_000);
    expect(link).toMatch(/^https:\/\/t\.me\/example\?text=/);
    expect(textOf(link)).toBe('May I borrow 25000 USDC & join?');
  });

  test('the link without an amount contains only a greeting', () =>
    expect(textOf(requestLink(messaging, 'en'))).toBe('Hello!'));

  test('the link speaks the language of the page, if the operator does', () => {
    const greeting = { en: 'Hello!', tr: 'Merhaba!' };
    expect(textOf(requestLink({ ...messaging, greeting }, 'tr'))).toBe('Merhaba!');
    expect(textOf(requestLink({ ...messaging, greeting }, 'fr'))).toBe('Hello!');
  });

  test('the link encodes any text', () => {
    forAll(fc.string({ unit: 'grapheme' }), (greeting) => {
      expect(textOf(requestLink({ ...messaging, greeting }, 'en'))).toBe(greeting);
    });
  });
});
