import ids from 'apg-js/src/apg-lib/identifiers.js';
import parser from 'apg-js/src/apg-lib/parser.js';
import utilities from 'apg-js/src/apg-lib/utilities.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import apg, { charsToString, stringToChars } from '#build/apg';
import { forMany } from '../support/forAll.ts';

/* Compares the small replacement of the ABNF library apg-js with the original. */

const real = utilities as { stringToChars: typeof stringToChars; charsToString: typeof charsToString };
/** Returns the result of a call. All errors count as equal. */
function outcome<T>(ask: () => T) {
  try {
    return { value: ask() };
  } catch {
    return 'error';
  }
}

/** Generates any text, with unpaired surrogates. */
const units = fc
  .array(fc.oneof(fc.nat(0x7f), fc.integer({ min: 0xd7ff, max: 0xe000 }), fc.nat(0xffff)))
  .map((codes) => String.fromCharCode(...codes));
const characters = fc.string({ unit: 'binary' });
const pictures = fc.string({ unit: 'grapheme' });

test("the replacement of siwe's parser library exports all that siwe imports", () => {
  expect(apg).toEqual({ ids, parser, utils: { charsToString, stringToChars } });
});

describe('converting texts with the replaced parser library', () => {
  test('a text converts to the same characters as with the original library', () => {
    forMany(2_000, fc.oneof(characters, pictures), (text) => {
      const points = stringToChars(text);
      expect(points).toEqual(real.stringToChars(text));
      expect(charsToString(points)).toBe(text);
    });
  });

  test('both libraries refuse unpaired surrogates', () => {
    forMany(2_000, units, (text) => {
      expect(outcome(() => stringToChars(text))).toEqual(outcome(() => real.stringToChars(text)));
    });
  });

  test('a text with an unpaired surrogate throws an error with a message', () => {
    expect(() => stringToChars('\ud83d')).toThrow('The text has half a character in it.');
  });
});

describe('substrings with the replaced parser library', () => {
  const points = fc.oneof(characters, pictures).map((text) => real.stringToChars(text));
  const place = fc.oneof(fc.integer({ min: -5, max: 20 }), fc.double(), fc.constant(undefined));

  test('a substring is the same, from any start and of any length', () => {
    forMany(2_000, points, place, place, (points, start, length) => {
      expect(charsToString(points, start, length)).toBe(real.charsToString(points, start, length));
    });
  });

  test('changing one converted text leaves the others unchanged', () => {
    const points = stringToChars('a😀b');
    charsToString(points, 1, 1);
    expect(points).toEqual(stringToChars('a😀b'));
  });
});
