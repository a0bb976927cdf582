/** In characters. */
const LARGEST = 64 * 1024;

/** Gateways for pictures that have no host of their own. */
const GATEWAYS: [RegExp, string][] = [
  [/^ipfs:\/\/(?:ipfs\/)?/i, 'https://ipfs.io/ipfs/'],
  [/^ipns:\/\//i, 'https://ipfs.io/ipns/'],
  [/^ar:\/\//i, 'https://arweave.net/'],
];

/**
 * Returns the address of the picture that a name's `avatar` record (ENSIP-12) means, for `<img>` only, or null.
 * Pictures of tokens (`eip155:`) are left out: they would take requests to hosts that anyone may name.
 */
export function avatarIn(record: unknown): string | null {
  const text = typeof record === 'string' ? record.trim() : '';
  if (!text || text.length > LARGEST) return null;
  if (/^data:image\/(svg\+xml|png|jpeg|webp|gif)[;,]/i.test(text)) return text;
  const [from, to] = GATEWAYS.find(([scheme]) => scheme.test(text)) ?? [];
  const address = from && to ? to + text.replace(from, '') : text;
  // The browser would read a relative address as one of this site.
  const url = URL.canParse(address) ? new URL(address) : null;
  return url?.protocol === 'https:' ? url.href : null;
}
