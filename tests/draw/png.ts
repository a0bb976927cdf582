import { crc32, deflateSync } from 'node:zlib';

const COLOURS = 256;

function chunk(name: string, data: Buffer) {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

/** Squared distance of two colours, 0xRRGGBB. */
function distance(a: number, b: number) {
  const by = (shift: number) => ((a >> shift) & 255) - ((b >> shift) & 255);
  return by(16) ** 2 + by(8) ** 2 + by(0) ** 2;
}

/** The most frequent colours, and for each colour the place of the nearest of them. */
function paletteOf(pixels: Uint32Array) {
  const counts = new Map<number, number>();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const frequent = [...counts.keys()].sort((a, b) => counts.get(b)! - counts.get(a)!);
  const palette = frequent.slice(0, COLOURS);
  const places = new Map(palette.map((colour, place) => [colour, place]));
  for (const colour of frequent.slice(COLOURS)) {
    const distances = palette.map((one) => distance(one, colour));
    places.set(colour, distances.indexOf(Math.min(...distances)));
  }
  return { palette, places };
}

/**
 * A PNG of 256 colours, for drawings: they have few, and blends of these. `rgba` is `width` px wide and
 * opaque, four bytes a px.
 */
export function encode(rgba: Uint8Array, width: number) {
  const height = rgba.length / 4 / width;
  const pixels = Uint32Array.from(
    { length: width * height },
    (_, i) => (rgba[4 * i]! << 16) | (rgba[4 * i + 1]! << 8) | rgba[4 * i + 2]!,
  );
  const { palette, places } = paletteOf(pixels);

  // Every line begins with the number of its filter: none, which suits palettes.
  const lines = Buffer.alloc(height * (width + 1));
  pixels.forEach((pixel, i) => {
    lines[i + Math.floor(i / width) + 1] = places.get(pixel)!;
  });

  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8); // bits a px, and that they name a colour of the palette
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
