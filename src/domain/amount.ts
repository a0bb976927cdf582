/** The decimal mark of a language. The other one of the two marks groups thousands. */
export type DecimalMark = '.' | ',';

interface Reading {
  /** The decimal mark of the page's language. It matters only for texts such as `25.000`: 25, or 25 thousand. */
  decimal?: DecimalMark;
  /** Whether the field takes whole numbers, so that three digits after a mark are thousands in every language. */
  whole?: boolean;
}

/** The code points of the digit 0 in Arabic-Indic and Persian. */
const ZEROS = [0x0660, 0x06f0];
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;
/** Characters that parsing ignores: spaces, apostrophes, the currency, and the direction marks of pasted text. */
const IGNORED = /[\s'\u2019$\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|USDC/gi;
const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;
/** A number with grouped thousands, such as `25,000` or `1.234.567`. */
const GROUPED = /^[-+]?\d{1,3}([.,]\d{3})+$/;
/** A number with one mark that may group thousands: `25.000`, but not `0.250`. */
const MAY_GROUP = /^[-+]?[1-9]\d{0,2}[.,]\d{3}$/;

const digit = (char: string) => {
  const code = char.charCodeAt(0);
  const zero = ZEROS.find((zero) => code >= zero && code < zero + 10) ?? code;
  return String(code - zero);
};

/** Returns `text` without thousands separators, and with a decimal point. Null if its marks contradict each other. */
function withoutGroups(text: string, { decimal = '.', whole = false }: Reading) {
  const marks = text.match(/[.,]/g) ?? [];
  const last = marks.at(-1);
  if (!last) return text;
  const ungrouped = (part: string) => (GROUPED.test(part) ? part.replace(/[.,]/g, '') : null);
  if (new Set(marks).size > 1) {
    const end = text.lastIndexOf(last);
    const before = ungrouped(text.slice(0, end));
    return text.indexOf(last) < end || before === null ? null : `${before}.${text.slice(end + 1)}`;
  }
  if (marks.length > 1) return ungrouped(text);
  return MAY_GROUP.test(text) && (whole || last !== decimal) ? ungrouped(text) : text.replace(last, '.');
}

/** Parses an amount as people type it: `25,000`, `$25 000`, `٢٥٠٠٠`, `1.234,56`. Null if it is no finite number. */
export function parseAmount(text: string, reading: Reading = {}): number | null {
  const { decimal = '.' } = reading;
  const plain = text
    .replace(DIGITS, digit)
    .replace(IGNORED, '')
    .replace('\u2212', '-')
    .replaceAll('\u066b', decimal)
    .replace(/[\u066c\u060c]/g, decimal === ',' ? '.' : ',');
  const number = withoutGroups(plain, reading);
  const amount = number !== null && NUMBER.test(number) ? Number(number) : Number.NaN;
  return Number.isFinite(amount) ? amount : null;
}

export const clamp = (amount: number, min: number, max: number) => Math.min(max, Math.max(min, amount));
