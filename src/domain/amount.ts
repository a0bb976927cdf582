/** The mark between whole number and fraction in a language. The other of the two marks groups thousands. */
export type DecimalMark = '.' | ',';

interface Reading {
  /** The decimal mark of the page's language. It decides only about a mark with three digits after it: `25.000`. */
  decimal?: DecimalMark;
  /** Whether the field takes whole numbers, so that three digits after a mark are thousands in every language. */
  whole?: boolean;
}

/** Zeros of the digits that people type: Arabic-Indic and Persian. */
const ZEROS = [0x0660, 0x06f0];
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;
/** Spaces of all kinds, apostrophes, the currency, and the marks of text direction that come with pasted text. */
const IGNORED = /[\s'\u2019$\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|USDC/gi;
const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;
/** Thousands, grouped by one mark. */
const GROUPED = /^[-+]?\d{1,3}([.,]\d{3})+$/;
/** A single mark that may group: one to three digits before it, of which the first is not 0, and three after it. */
const MAY_GROUP = /^[-+]?[1-9]\d{0,2}[.,]\d{3}$/;

const digit = (char: string) => {
  const code = char.charCodeAt(0);
  const zero = ZEROS.find((zero) => code >= zero && code < zero + 10) ?? code;
  return String(code - zero);
};

/** Returns `text` without marks between thousands, and with a decimal point. Null if the marks make no sense. */
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

/** Reads an amount as people type it: `25,000`, `$25 000`, `٢٥٠٠٠`, `1.234,56`. Null without a finite number. */
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
