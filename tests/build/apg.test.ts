import ids from 'apg-js/src/apg-lib/identifiers.js';
import parser from 'apg-js/src/apg-lib/parser.js';
import utilities from 'apg-js/src/apg-lib/utilities.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import apg, { charsToString, stringToChars } from '#build/apg';
import { forMany } from '../support/forAll.ts';

/* Compares the small replacement of the ABNF library apg-js with the original. */

const real = utilities as { stringToChars: typeof stringToChars; charsToString: typeof charsToString };
const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));

test("the replacement of siwe's parser library exports all that siwe imports", () => {
  expect(apg).toEqual({ ids, parser, utils: { charsToString, stringToChars } });
});

test('a text converts to the same characters as with the original, or both refuse it', () => {
  const withHalves = fc
    .array(fc.oneof(fc.nat(0x7f), fc.integer({ min: 0xd7ff, max: 0xe000 }), fc.nat(0xffff)))
    .map((codes) => String.fromCharCode(...codes));
  /** All errors count as equal. */
  const outcome = (convert: typeof stringToChars, text: string) => {
    try {
      return convert(text);
    } catch {
      return 'error';
    }
  };
  forMany(4_000, fc.oneof(texts, withHalves), (text) => {
    expect(outcome(stringToChars, text)).toEqual(outcome(real.stringToChars, text));
  });
  expect(() => stringToChars('\ud83d')).toThrow('The text has half a character in it.');
});

test('a substring is the same as with the original, from any start and of any length', () => {
  const place = fc.oneof(fc.integer({ min: -5, max: 20 }), fc.double(), fc.constant(undefined));
  forMany(2_000, texts, place, place, (text, start, length) => {
    const points = stringToChars(text);
    expect(charsToString(points, start, length)).toBe(real.charsToString(points, start, length));
  });
});
