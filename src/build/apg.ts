import ids from 'apg-js/src/apg-lib/identifiers.js';
import parser from 'apg-js/src/apg-lib/parser.js';

/*
 * Replaces `apg-js/src/apg-lib/node-exports`, from which siwe's parser imports these three functions. The rest of that
 * library (traces, statistics, HTML, Node's Buffer) would be two thirds of the code that loads for signing in.
 */

/** Whether a code point is half of a surrogate pair, and so not a character. */
const isAlone = (point: number) => point >= 0xd800 && point <= 0xdfff;

/** @throws {RangeError} for an unpaired surrogate */
export function stringToChars(text: string): number[] {
  const points = Array.from(text, (character) => character.codePointAt(0)!);
  if (points.some(isAlone)) throw new RangeError('The text has half a character in it.');
  return points;
}

/** Without `length`, the text ends with the last code point. */
export const charsToString = (points: number[], start = 0, length = points.length) =>
  points
    .slice(Math.max(start, 0), Math.max(start, 0) + Math.max(length, 0))
    .map((point) => String.fromCodePoint(point))
    .join('');

export default { ids, parser, utils: { charsToString, stringToChars } };
