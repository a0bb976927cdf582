import ids from 'apg-js/src/apg-lib/identifiers.js';
import parser from 'apg-js/src/apg-lib/parser.js';

/*
 * Stands in for `apg-js/src/apg-lib/node-exports`, from which siwe's parser of messages takes these three. The rest of
 * that library (traces, statistics, HTML, Node's Buffer) would be two thirds of what signing in loads.
 */

/** Half of a pair alone is no character. */
const isAlone = (point: number) => point >= 0xd800 && point <= 0xdfff;

/** The code points of `text`. @throws if it has halves of characters. */
export function stringToChars(text: string): number[] {
  const points = Array.from(text, (character) => character.codePointAt(0)!);
  if (points.some(isAlone)) throw new RangeError('The text has half a character in it.');
  return points;
}

/** The text of `length` code points from `start` on; of all that follow, without a length. */
export const charsToString = (points: number[], start = 0, length = points.length) =>
  points
    .slice(Math.max(start, 0), Math.max(start, 0) + Math.max(length, 0))
    .map((point) => String.fromCodePoint(point))
    .join('');

export default { ids, parser, utils: { charsToString, stringToChars } };
