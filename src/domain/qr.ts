/** A QR code as encoded: the dark modules, and the purpose of each. Rows from the top. */
export interface Modules {
  data: boolean[][];
  types: number[][];
}

/** The purposes of a module, in the numbers of the encoder (uqr). */
const FINDER = 2;
const ALIGNMENT = 4;

/**
 * The width of the hole in the middle, as a share of the code. Level M must be able to mend the codewords that the hole
 * touches, from version 5 on. In wallets' codes (versions 8 to 14) they are at most three quarters of that.
 */
const HOLE = 0.246;

/** The smallest version of a code that works without its middle. */
export const SMALLEST_HOLED = 5;

/** A QR code as drawn, in a box of `size` modules a side. */
export interface Ink {
  size: number;
  /** SVG path: middle lines of the runs of dark modules, row by row. */
  runs: string;
  /** Upper left corners of the three squares of 7 modules by which a reader finds the code. */
  finders: [x: number, y: number][];
  /** Upper left corners of the squares of 5 modules by which a reader straightens the code. */
  alignments: [x: number, y: number][];
}

/** Returns the drawn parts of a code. `holed` leaves the middle free for a picture. */
export function inkOf({ data, types }: Modules, holed: boolean): Ink {
  const size = data.length;
  const hole = holed ? (size * HOLE) / 2 : 0;
  const away = (i: number) => Math.abs(i + 0.5 - size / 2);
  const covered = (x: number, y: number) => Math.max(away(x), away(y)) < hole;
  const aligns = (x: number, y: number) => types[y]?.[x] === ALIGNMENT;

  const alignments: Ink['alignments'] = [];
  const runs = data.map((row, y) => {
    const loose = row.map((dark, x) => {
      // These squares never touch, so only the middle of one has both corners.
      if (aligns(x, y) && aligns(x - 2, y - 2) && aligns(x + 2, y + 2) && !covered(x, y))
        alignments.push([x - 2, y - 2]);
      return dark && types[y]?.[x] !== FINDER && !aligns(x, y) && !covered(x, y) ? '1' : '0';
    });
    return Array.from(
      loose.join('').matchAll(/1+/g),
      ({ index, 0: run }) => `M${index + 0.5} ${y + 0.5}h${run.length - 1}`,
    );
  });
  return {
    size,
    runs: runs.flat().join(''),
    finders: [
      [0, 0],
      [size - 7, 0],
      [0, size - 7],
    ],
    alignments,
  };
}
