import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatBalance } from '#domain/balance';
import { BalanceError } from '#domain/errors';
import { forAll } from '../support/forAll.ts';

function units(text: string, decimals: number) {
  const [whole = '', rest = ''] = text.split('.');
  return BigInt(whole + rest.padEnd(decimals, '0'));
}

const LARGEST = 2n ** 256n - 1n;
const SIZES: Record<string, bigint> = { '': 1n, k: 10n ** 3n, m: 10n ** 6n, b: 10n ** 9n, t: 10n ** 12n };
const SHOWN = /^(<?)(0|[1-9]\d{0,2}(?:,\d{3})*)(?:\.(\d{0,3}[1-9]))?([kmbt]?)$/;

/** Parses a decimal text into a bigint fraction, without rounding. */
function said(text: string) {
  const [, less, whole = '', rest = '', suffix = ''] = SHOWN.exec(text) ?? [];
  return {
    less: less === '<',
    mantissa: BigInt(whole.replaceAll(',', '') + rest),
    scale: 10n ** BigInt(rest.length),
    size: SIZES[suffix] ?? 0n,
  };
}

/** Returns how many decimals a balance of this size may show. */
const placesOf = (whole: bigint) => (whole >= 10_000n ? 1 : Math.min(4, 6 - String(whole).length));

const decimals = fc.integer({ min: 0, max: 36 });
/** Generates equally many amounts of each length. Uniform ones would mostly be huge. */
const amount = fc
  .integer({ min: 0, max: 77 })
  .chain((digits) => fc.bigInt({ min: 0n, max: 10n ** BigInt(digits) }))
  .map((n) => (n > LARGEST ? LARGEST : n));

test.each([
  ['0', '0'],
  ['0.000000000000000001', '<0.0001'],
  ['0.000099999999999999', '<0.0001'],
  ['0.0001', '0.0001'],
  ['0.00199', '0.0019'],
  ['0.99999', '0.9999'],
  ['1', '1'],
  ['1.00001', '1'],
  ['100.05', '100.05'],
  ['123.456789', '123.456'],
  ['999.9999', '999.999'],
  ['1000', '1,000'],
  ['1234.567', '1,234.56'],
  ['9999.999999999999999999', '9,999.99'],
  ['10000', '10k'],
  ['99999', '99.9k'],
  ['999999.999999999999999999', '999.9k'],
  ['1000000', '1m'],
  ['1050000', '1m'],
  ['999999999', '999.9m'],
  ['1500000000', '1.5b'],
  ['999999999999999', '999.9t'],
  ['12345678901234567', '12,345.6t'],
])('a balance of %s is shown as %s', (text, shown) => expect(formatBalance(units(text, 18), 18)).toBe(shown));

test.each([
  [0, 9_999n, '9,999'],
  [1, 15n, '1.5'],
  [6, 1_234_567n, '1.2345'],
  [36, 1n, '<0.0001'],
  [36, 15n * 10n ** 35n, '1.5'],
])('with %d decimals, the balance %d is shown as %s', (decimals, amount, shown) =>
  expect(formatBalance(amount, decimals)).toBe(shown),
);

test('a balance may be the largest uint256', () => {
  for (const decimals of [0, 36]) expect(formatBalance(LARGEST, decimals)).toMatch(/^115,792(,\d{3})+\.\dt$/);
});

const range = 'The balance is not a whole number of the smallest unit.';
const places = 'The decimals of a currency must be a whole number from 0 to 36.';
test.each<[sentence: string, amount: bigint, decimals: number]>([
  ...[-1n, LARGEST + 1n, 10n ** 10_000n].map((amount): [string, bigint, number] => [range, amount, 18]),
  ...[-1, 37, 1.5, 1e9, Number.NaN, Number.POSITIVE_INFINITY].map((n): [string, bigint, number] => [places, 1n, n]),
])('formatBalance() throws for an invalid amount or number of decimals: %s', (sentence, amount, decimals) => {
  expect(() => formatBalance(amount, decimals)).toThrow(new BalanceError(sentence));
});

test('a balance is shown without exponent or trailing zeros, in at most 6 digits', () => {
  forAll(amount, decimals, (amount, decimals) => {
    const shown = formatBalance(amount, decimals);
    expect(shown).toMatch(SHOWN);
    if (!/[kmbt]$/.test(shown)) expect(shown.replace(/^<?0\.0*|\D/g, '').length).toBeLessThanOrEqual(6);
  });
});

test('a formatted balance is never rounded up, and is less than one digit too low', () => {
  forAll(amount, decimals, (amount, decimals) => {
    const one = 10n ** BigInt(decimals);
    const { less, mantissa, scale, size } = said(formatBalance(amount, decimals));
    const mean = mantissa * size * one;
    if (less) {
      expect(amount > 0n && amount * scale < mean).toBe(true);
      return;
    }
    expect(mean <= amount * scale).toBe(true);
    // Ten to the power of the number of decimals that may be shown, before trailing zeros are removed.
    const step = 10n ** BigInt(placesOf(amount / one));
    expect((amount * scale - mean) * step < size * one * scale).toBe(true);
  });
});
