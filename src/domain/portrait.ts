import { drawStarPath } from './star.ts';

/** The file with all generated pictures of the landing page. Inline ones would enlarge its HTML by a sixth. */
export const PORTRAITS_PATH = '/portraits.svg';

/** Colours of a generated picture: background, star, core. */
const GLAZES = [
  ['#0B6B4F', '#F2E6C4', '#B8892B'],
  ['#14463A', '#D9B35B', '#FBFAF7'],
  ['#1F4E79', '#EADFC6', '#D9B35B'],
  ['#B4532F', '#F6E7CF', '#14463A'],
  ['#D9B35B', '#14463A', '#FBFAF7'],
  ['#EFE6CF', '#0B6B4F', '#B4532F'],
  ['#DCE7E2', '#1F4E79', '#D9B35B'],
  ['#22352E', '#8FC7AE', '#F2E6C4'],
] as const;

/** Continues an FNV-1a hash `h` over the bytes of `text`. */
function hashText(text: string, h = 2166136261) {
  for (const byte of new TextEncoder().encode(text)) h = Math.imul(h ^ byte, 16777619);
  return h;
}

/** The final mix of MurmurHash, so that similar names get different pictures. */
function mixHash(h: number) {
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) & 255;
}

function bytesOf(seed: string) {
  if (/^0x[0-9a-f]{40}$/i.test(seed))
    return Array.from({ length: 20 }, (_, i) => Number.parseInt(seed.slice(2 + 2 * i, 4 + 2 * i), 16));
  const begun = hashText(seed);
  return Array.from({ length: 20 }, (_, i) => mixHash(hashText(String(i), begun)));
}

/** Draws an address or a handle in the viewBox -32 -32 64 64. The inner star has the colour of the `ground`. */
function drawPortrait(seed: string) {
  const bytes = bytesOf(seed);
  const byte = (i: number) => bytes[i] ?? 0;
  const share = (i: number) => byte(i) / 255;
  const [ground, figure, core] = GLAZES[byte(13) % GLAZES.length] ?? GLAZES[0];
  const turn = byte(1) % 2 ? 22.5 : 0;
  const ratio = 0.52 + 0.3 * share(2);
  return {
    ground,
    figure,
    core,
    star: drawStarPath(28, { ratio, turn }),
    inner: drawStarPath(28 * (0.42 + 0.2 * share(3)), {
      ratio: 0.55 + 0.3 * share(4),
      turn: byte(5) % 2 ? turn : turn + 22.5,
    }),
    dot: 2.5 + 3.5 * share(6),
  };
}

/** Caches pictures, because the list of wallets shows dozens of them. */
const known = new Map<string, ReturnType<typeof drawPortrait>>();

export function portraitOf(seed: string) {
  const portrait = known.get(seed) ?? drawPortrait(seed);
  known.set(seed, portrait);
  return portrait;
}
