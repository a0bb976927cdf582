import { shortenAddress } from './address';

/** How long the browser caches an ENS name, in ms. */
export const ENS_NAME_CACHE_LIFETIME = 180 * 60_000;
const LONGEST = 24;
/** The longest emoji that names may contain has 15 code units. Anything longer is a letter with too many accents. */
const LONGEST_GRAPHEME = 16;

/** Shortens a name to 24 graphemes and `…`. Cuts before a grapheme with too many accents, even if only `''` is left. */
export function shortenName(name: string): string {
  // Segments only the beginning, because a name may be of any length.
  const start = name.slice(0, LONGEST * LONGEST_GRAPHEME + 1);
  let end = 0;
  let count = 0;
  for (const { index, segment } of new Intl.Segmenter().segment(start)) {
    if (count++ === LONGEST || segment.length > LONGEST_GRAPHEME) return end ? `${name.slice(0, end)}…` : '';
    end = index + segment.length;
  }
  return name.slice(0, end);
}

export const chooseDisplayName = ({ address, name }: { address: string; name: string | null }) =>
  shortenName(name ?? '') || shortenAddress(address);
