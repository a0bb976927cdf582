/** Zeros of the digits that people type: Arabic-Indic and Persian. */
const ZEROS = [0x0660, 0x06f0];
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;
/**
 * Separators that people use between digits: spaces of all kinds, commas, apostrophes, `$`, the Arabic thousands
 * separator.
 */
const GROUPING = /[\s,'\u2019$\u066c]/g;
const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;

const digit = (char: string) => {
  const code = char.charCodeAt(0);
  const zero = ZEROS.find((zero) => code >= zero && code < zero + 10) ?? code;
  return String(code - zero);
};

/**
 * Reads an amount as people type or paste it: `25,000`, `$25 000`, `٢٥٠٠٠`, `25'000.50`. Returns null if it is
 * not a finite number.
 */
export function readAmount(text: string): number | null {
  const plain = text.replace(DIGITS, digit).replace(GROUPING, '').replace('\u066b', '.').replace('\u2212', '-');
  const amount = NUMBER.test(plain) ? Number(plain) : Number.NaN;
  return Number.isFinite(amount) ? amount : null;
}

export const clamp = (amount: number, min: number, max: number) => Math.min(max, Math.max(min, amount));
