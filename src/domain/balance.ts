import { BalanceError } from './errors';

/** The number of whole units from which a balance has one decimal and a suffix: `12.3k`. */
const LONG_FORM_LIMIT = 10_000n;
const SUFFIXES: [size: bigint, suffix: string][] = [
  [10n ** 12n, 't'],
  [10n ** 9n, 'b'],
  [10n ** 6n, 'm'],
  [10n ** 3n, 'k'],
];
const MOST_DECIMALS = 36;
const LARGEST = 2n ** 256n - 1n;

/** Formats `amount` units, of which `size` make a whole, with at most `places` decimals, rounded down and grouped. */
function formatDecimal(amount: bigint, size: bigint, places: number) {
  const digits = String((amount * 10n ** BigInt(places)) / size).padStart(places + 1, '0');
  const rest = digits.slice(-places).replace(/0+$/, '');
  // Groups the digits as text, because the amount may exceed the safe integers.
  const whole = digits.slice(0, -places).replace(/\B(?=(\d{3})+$)/g, ',');
  return rest ? `${whole}.${rest}` : whole;
}

/**
 * Formats `amount` smallest units, and never rounds up: `<0.0001`, `1.2345`, `1,234.56`, `12.3k`, `12,345.6t`.
 *
 * @throws {BalanceError} for an amount that is negative or beyond uint256, and for decimals above 36
 */
export function formatBalance(amount: bigint, decimals: number): string {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > MOST_DECIMALS)
    throw new BalanceError('The decimals of a currency must be a whole number from 0 to 36.');
  if (amount < 0n || amount > LARGEST)
    throw new BalanceError('The balance is not a whole number of the smallest unit.');
  const one = 10n ** BigInt(decimals);
  const whole = amount / one;

  if (whole >= LONG_FORM_LIMIT) {
    const [size, suffix] = SUFFIXES.find(([size]) => whole >= size)!;
    return `${formatDecimal(whole, size, 1)}${suffix}`;
  }
  // Shows at most 4 decimals, and at most 6 digits in all.
  const shown = formatDecimal(amount, one, Math.min(4, 6 - String(whole).length));
  return shown === '0' && amount > 0n ? '<0.0001' : shown;
}
