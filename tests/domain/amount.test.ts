import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clamp, type DecimalMark, parseAmount } from '#domain/amount';
import { forAll } from '../support/forAll.ts';

test.each<[amount: number, texts: string[]]>([
  [25_000, ['25000', '25,000', '$25 000', '25’000', '25\u00a0000', '25\u202f000', '25،000', '25,000 USDC']],
  [25_000, ['٢٥٠٠٠', '۲۵۰۰۰', '\u200f25,000\u200e', '\u2066$25,000\u2069']],
  [25_000.5, ["25'000.50", '٢٥٬٠٠٠٫٥']],
  [7, ['  7 ']],
  [-5, ['-5', '\u22125']],
  [5, ['+5', '5.']],
  [0.5, ['.5']],
  [1000, ['1e3']],
  [40.23, ['40,23']],
  [0.001, ['0,001']],
  [1234.56, ['1.234,56', '1,234.56']],
  [1_234_567, ['1.234.567']],
  [1234.5, ['1234,5']],
  [0.25, ['0.250']],
  [0, ['0']],
])('parseAmount() returns %d for each of the texts %j', (amount, texts) => {
  for (const text of texts) expect(parseAmount(text)).toBe(amount);
});

test.each<[string, string[]]>([
  ['without digits', ['', ' ', 'abc', '$', '.', 'NaN', 'Infinity', '-Infinity']],
  ['with letters and other signs', ['12abc', '١abc', '5€', '0x10', '1e999', '--5']],
  ['with marks in odd places', ['1.2.3', '1,2,3', '1,234.5.6', '12,34.5', '1.5,5.5']],
])('parseAmount() returns null for a text %s', (_, texts) => {
  for (const text of texts) expect(parseAmount(text)).toBeNull();
});

test.each<[text: string, decimal: DecimalMark, amount: number]>([
  ['1,234', '.', 1234],
  ['1,234', ',', 1.234],
  ['1.234', '.', 1.234],
  ['1.234', ',', 1234],
  ['25.000', ',', 25_000],
  ['٢٥٬٠٠٠٫٥', ',', 25_000.5],
  ['25٫000', '.', 25],
])('parseAmount() reads %j with the decimal mark %j as %d', (text, decimal, amount) => {
  expect(parseAmount(text, { decimal })).toBe(amount);
});

test.each<DecimalMark>(['.', ','])('a field of whole numbers reads three digits after %j as thousands', (decimal) => {
  for (const text of ['25.000', '25,000', '25 000', "25'000", '٢٥٬٠٠٠', '۲۵٫۰۰۰', '\u200f25،000'])
    expect(parseAmount(text, { decimal, whole: true })).toBe(25_000);
  for (const text of ['40.23', '40,23', '٤٠٫٢٣']) expect(parseAmount(text, { decimal, whole: true })).toBe(40.23);
  expect(parseAmount('0,001', { decimal, whole: true })).toBe(0.001);
});

test.each<[locale: string, decimal: DecimalMark]>([
  ['en-US', '.'],
  ['tr', ','],
  ['fr', ','],
  ['de-CH', '.'],
])('reads numbers as Intl formats them in %s', (locale, decimal) => {
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });
  forAll(fc.maxSafeInteger(), (amount) => {
    expect(parseAmount(format.format(amount), { decimal })).toBe(amount);
    expect(parseAmount(format.format(amount), { decimal, whole: true })).toBe(amount);
  });
  forAll(fc.integer({ min: -1e9, max: 1e9 }), (millionths) => {
    expect(parseAmount(format.format(millionths / 1e6), { decimal })).toBe(millionths / 1e6 || 0);
  });
});

test('reads the cents of a number with the decimal mark of another language', () => {
  const cases = fc.tuple(fc.nat(99_999), fc.nat(99), fc.constantFrom('.', ',', '٫'), fc.boolean());
  forAll(cases, fc.constantFrom<DecimalMark>('.', ','), ([units, cents, mark, whole], decimal) => {
    const text = `${units}${mark}${String(cents).padStart(2, '0')}`;
    expect(parseAmount(text, { decimal, whole })).toBe(Number(`${units}.${String(cents).padStart(2, '0')}`));
  });
});

test('parseAmount() gives a finite number or null, whatever is typed', () => {
  const keys = fc.string({ unit: fc.constantFrom(..."0123456789٣۴.,-+eE $'x\u2212٫،\u200f") });
  forAll(fc.oneof(keys, fc.string()), (text) => {
    const amount = parseAmount(text);
    expect(amount === null || Number.isFinite(amount)).toBe(true);
  });
});

test('clamp() limits a number to a range, and keeps a number that is inside', () => {
  const limits = fc.tuple(fc.integer(), fc.integer()).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
  forAll(fc.integer(), limits, (amount, [min, max]) => {
    const clamped = clamp(amount, min, max);
    expect(clamped >= min && clamped <= max).toBe(true);
    expect(clamped === amount).toBe(amount >= min && amount <= max);
  });
});
