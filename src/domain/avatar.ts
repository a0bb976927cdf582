const LARGEST = 64 * 1024;
const GATEWAYS: [RegExp, string][] = [
  [/^ipfs:\/\/(?:ipfs\/)?/i, 'https://ipfs.io/ipfs/'],
  [/^ipns:\/\//i, 'https://ipfs.io/ipns/'],
  [/^ar:\/\//i, 'https://arweave.net/'],
];

/** Returns the URL in an ENS name's `avatar` (ENSIP-12). Null for an NFT, because anyone may choose its host. */
export function parseAvatarRecord(record: unknown): string | null {
  const text = typeof record === 'string' ? record.trim() : '';
  if (!text || text.length > LARGEST) return null;
  if (/^data:image\/(svg\+xml|png|jpeg|webp|gif)[;,]/i.test(text)) return text;
  const [from, to] = GATEWAYS.find(([scheme]) => scheme.test(text)) ?? [];
  const address = from && to ? to + text.replace(from, '') : text;
  // Rejects a relative URL, which browsers would resolve to this site.
  const url = URL.canParse(address) ? new URL(address) : null;
  return url?.protocol === 'https:' ? url.href : null;
}
