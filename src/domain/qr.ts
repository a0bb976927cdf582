/** A QR code as it was encoded: which modules are dark, and what each is for. Rows from the top. */
export interface Modules {
  data: boolean[][];
  types: number[][];
}

/** What a module is for, in the numbers of the encoder (uqr). */
const FINDER = 2;
const ALIGNMENT = 4;

/**
 * How wide the hole in the middle is, as a share of the code. No wider: from version 5 on, the codewords that it
 * touches are never more than level M can mend, and in the codes of wallets (versions 8 to 14) at most three quarters.
 */
const HOLE = 0.246;

/** The smallest version of a code that can do without its middle. */
export const SMALLEST_HOLED = 5;

/** How a QR code is drawn, in a box of `size` modules a side. */
export interface Ink {
  size: number;
  /** SVG path: middle lines of the runs of dark modules, row by row. */
  runs: string;
  /** Upper left corners of the three squares of 7 modules that a reader finds the code by. */
  finders: [x: number, y: number][];
  /** Upper left corners of the squares of 5 modules that it straightens the code by. */
  alignments: [x: number, y: number][];
}

/** What of a code is drawn, and where; `holed` leaves the middle free for a picture. */
export function inkOf({ data, types }: Modules, holed: boolean): Ink {
  const size = data.length;
  const hole = holed ? (size * HOLE) / 2 : 0;
  const away = (i: number) => Math.abs(i + 0.5 - size / 2);
  const covered = (x: number, y: number) => Math.max(away(x), away(y)) < hole;
  const aligns = (x: number, y: number) => types[y]?.[x] === ALIGNMENT;

  const alignments: Ink['alignments'] = [];
  const runs = data.map((row, y) => {
    const loose = row.map((dark, x) => {
      // These squares never touch, so only a middle has both corners.
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
