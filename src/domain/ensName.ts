import { shortened } from './address';

/** In graphemes. Spec, section 5. */
const LONGEST = 24;
/** The longest emoji that names may hold has 15 code units. Anything longer is a letter under a heap of accents. */
const LONGEST_GRAPHEME = 16;

/**
 * Returns a name as it is shown: whole up to 24 graphemes, else the first 24 and an ellipsis (spec, section 5). It ends
 * before an unreadable grapheme. A name that begins with one gives `''`.
 */
export function shortenedName(name: string): string {
  // The visible part, and enough to know that there is more: a name may be of any length.
  const start = name.slice(0, LONGEST * LONGEST_GRAPHEME + 1);
  let end = 0;
  let count = 0;
  for (const { index, segment } of new Intl.Segmenter().segment(start)) {
    if (count++ === LONGEST || segment.length > LONGEST_GRAPHEME) return end ? `${name.slice(0, end)}…` : '';
    end = index + segment.length;
  }
  return name.slice(0, end);
}

/** Returns the label of an account: its name if it has one, else its address. */
export const displayName = ({ address, name }: { address: string; name: string | null }) =>
  shortenedName(name ?? '') || shortened(address);
