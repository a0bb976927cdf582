import fc from 'fast-check';
import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { drawQrModules, type QrModules, SMALLEST_QR_VERSION_WITH_HOLE } from '#domain/qr';
import { forMany } from '../support/forAll.ts';

const versions = Array.from({ length: 40 }, (_, i) => i + 1);
const codes = versions.map((version) => encode('a', { ecc: 'M', border: 0, minVersion: version, maxVersion: version }));
const codeOf = (version: number) => codes[version - 1]!;
const holedVersions = versions.filter((version) => version >= SMALLEST_QR_VERSION_WITH_HOLE);

/** Returns which modules the drawn paths make dark. */
function drawn(modules: QrModules, holed: boolean) {
  const { size, runs, finders, alignments } = drawQrModules(modules, holed);
  const dark = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const fill = (x: number, y: number) => {
    if (dark[y]?.[x] !== false) throw new Error(`${x} ${y} is drawn twice, or out of the box.`);
    dark[y]![x] = true;
  };
  for (const [, x, y, length] of runs.matchAll(/M([\d.]+) ([\d.]+)h(\d+)/g))
    for (let i = 0; i <= Number(length); i++) fill(Number(x) - 0.5 + i, Number(y) - 0.5);
  const rings: [typeof finders, number][] = [
    [finders, 7],
    [alignments, 5],
  ];
  for (const [corners, width] of rings)
    for (const [left, top] of corners)
      for (let y = 0; y < width; y++)
        for (let x = 0; x < width; x++) {
          const depth = Math.min(x, y, width - 1 - x, width - 1 - y);
          if (depth !== 1) fill(left + x, top + y);
        }
  return dark;
}

/** Joins each row into a text, because texts compare faster. */
const shown = (rows: boolean[][]) => rows.join('\n');

test('the SVG path draws exactly the modules of the QR code', () => {
  forMany(30, fc.string({ maxLength: 300 }), (text) => {
    const code = encode(text, { ecc: 'M', border: 0 });
    expect(shown(drawn(code, false))).toBe(shown(code.data));
  });
  for (const version of versions) expect(shown(drawn(codeOf(version), false))).toBe(shown(codeOf(version).data));
});

test('adjacent modules of a QR code are drawn by one path segment', () => {
  const row = (text: string) => Array.from(text, (letter) => letter === '#');
  const data = ['##.#.', '.....', '#####'].map(row);
  const types = data.map((row) => row.map(() => 0));
  expect(drawQrModules({ data, types }, false).runs).toBe('M0.5 0.5h1M3.5 0.5h0M0.5 2.5h4');
});

test('every alignment pattern of a QR code is drawn as a ring', () => {
  expect(drawQrModules(codeOf(1), false).alignments).toEqual([]);
  expect(drawQrModules(codeOf(2), false).alignments).toEqual([[16, 16]]);
  expect(drawQrModules(codeOf(10), false).alignments).toHaveLength(6);
  expect(drawQrModules(codeOf(10), true).alignments, 'without the one under the picture').toHaveLength(5);
});

/** Correction codewords of each block and the number of blocks at level M, by version (ISO/IEC 18004, table 9). */
const CORRECTING =
  '10 16 26 18 24 16 18 22 22 26 30 22 22 24 24 28 28 26 26 26 26 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28'
    .split(' ')
    .map(Number);
const BLOCKS =
  '1 1 1 2 2 4 4 4 5 5 5 8 9 9 10 10 11 13 14 16 17 17 18 20 21 23 25 26 28 29 31 33 35 37 38 40 43 45 47 49'
    .split(' ')
    .map(Number);

/**
 * Yields each data module with the index of its codeword. Codewords run in pairs of columns from the right, upwards and
 * downwards in turn.
 */
function* codewords({ types }: QrModules): Generator<{ x: number; y: number; codeword: number }> {
  const size = types.length;
  let bits = 0;
  let upward = true;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2, upward = !upward)
    for (let i = 0; i < size; i++)
      for (const x of [right, right - 1]) {
        const y = upward ? size - 1 - i : i;
        if (types[y]![x] === 0) yield { x, y, codeword: bits++ >> 3 };
      }
}

/** Returns how much of the correction capacity of level M the hole uses, in the block with the greatest damage. */
function loss(version: number) {
  const code = codeOf(version);
  const black = code.data.map((row) => row.map(() => true));
  const shown = drawn({ ...code, data: black }, true);
  const all = Array.from(codewords(code));
  const total = Math.floor(all.length / 8);
  const blocks = BLOCKS[version - 1]!;
  const correcting = CORRECTING[version - 1]!;
  // Blocks are interleaved. The last blocks have one more data codeword.
  const even = (Math.floor(total / blocks) - correcting) * blocks;
  const data = total - correcting * blocks;
  const blockOf = (i: number) =>
    i < even ? i % blocks : i < data ? blocks - (data - even) + (i - even) : (i - data) % blocks;
  const hit = new Set(
    all.filter(({ x, y, codeword }) => codeword < total && !shown[y]![x]).map((module) => module.codeword),
  );
  const hits = Array<number>(blocks).fill(0);
  for (const codeword of hit) hits[blockOf(codeword)]! += 1;
  return Math.max(...hits) / Math.floor(correcting / 2);
}

test.each(holedVersions)('in QR version %d, error correction makes up for the gap under the icon', (version) => {
  const { data, types, size } = codeOf(version);
  const holed = drawn({ data, types }, true);
  const near = (i: number) => Math.abs(i + 0.5 - size / 2) < size * 0.13;
  // An alignment pattern is drawn completely, or not at all if the hole covers its centre.
  const around = (dark: boolean, x: number, y: number) => dark && !(near(x) && near(y)) && types[y]![x] !== 4;
  const cut = (rows: boolean[][]) => rows.map((row, y) => row.map((dark, x) => around(dark, x, y)));
  expect(shown(cut(holed))).toBe(shown(cut(data)));
  // The icon is 72 px wide in a code of 340 px.
  const middle = Math.floor(size / 2);
  expect((2 * holed[middle]!.indexOf(true, middle) - size) / size).toBeGreaterThan(72 / 340);
  expect(loss(version)).toBeLessThanOrEqual(version <= 30 ? 0.75 : 1);
});

test('below the smallest version with a gap, error correction would not suffice', () =>
  expect(loss(SMALLEST_QR_VERSION_WITH_HOLE - 1)).toBeGreaterThan(1));
