import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dollars, grouped } from '#copy/numbers';
import { clamp, readAmount } from '#domain/amount';
import { forAll } from '../support/forAll.ts';

describe('readAmount', () => {
  test.each([
    ['25000', 25_000],
    ['25,000', 25_000],
    ['$25 000', 25_000],
    ["25'000.50", 25_000.5],
    ['25’000', 25_000],
    ['25\u00a0000', 25_000],
    ['25\u202f000', 25_000],
    ['٢٥٠٠٠', 25_000],
    ['٢٥٬٠٠٠٫٥', 25_000.5],
    ['۲۵۰۰۰', 25_000],
    ['  7 ', 7],
    ['-5', -5],
    ['\u22125', -5],
    ['+5', 5],
    ['.5', 0.5],
    ['5.', 5],
    ['1e3', 1000],
    ['0', 0],
  ])('reads %j as %d', (text, amount) => expect(readAmount(text)).toBe(amount));

  test.each([
    '',
    ' ',
    'abc',
    '12abc',
    '1.2.3',
    '--5',
    'NaN',
    'Infinity',
    '-Infinity',
    '0x10',
    '1e999',
    '$',
    '.',
    '5€',
    '١abc',
  ])('reads %j as no number', (text) => expect(readAmount(text)).toBeNull());

  test('reads the numbers that grouped() writes', () => {
    forAll(fc.integer({ min: -1e12, max: 1e12 }), (amount) => {
      expect(readAmount(grouped(amount))).toBe(amount);
      expect(readAmount(dollars(Math.abs(amount)))).toBe(Math.abs(amount));
    });
  });

  test('gives a finite number or null, whatever is typed', () => {
    const keys = fc.string({ unit: fc.constantFrom(..."0123456789٣۴.,-+eE $'x\u2212٫") });
    forAll(fc.oneof(keys, fc.string()), (text) => {
      const amount = readAmount(text);
      expect(amount === null || Number.isFinite(amount)).toBe(true);
    });
  });
});

test('clamp limits a number to a range, and keeps numbers inside it', () => {
  const limits = fc.tuple(fc.integer(), fc.integer()).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
  forAll(fc.integer(), limits, (amount, [min, max]) => {
    const clamped = clamp(amount, min, max);
    expect(clamped >= min && clamped <= max).toBe(true);
    expect(clamped === amount).toBe(amount >= min && amount <= max);
  });
});
