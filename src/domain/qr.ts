/** An encoded QR code: the dark modules and the kind of each, by rows from the top. */
export interface QrModules {
  data: boolean[][];
  types: number[][];
}

/** Kinds of modules, with the numbers of the encoder (uqr). */
const FINDER = 2;
const ALIGNMENT = 4;

/**
 * The width of the central hole, as a share of the code. Error correction level M repairs it from version 5 on. Pairing
 * codes have versions 8 to 14. There, the hole uses at most three quarters of what that level can repair.
 */
const HOLE = 0.246;
export const SMALLEST_QR_VERSION_WITH_HOLE = 5;

type Corner = [x: number, y: number];

/**
 * Draws a QR code in a box of `size` modules. With `holed`, the centre stays free for a picture. `runs` is the SVG path
 * of the centre lines of dark modules, row by row. Finder patterns (7 modules wide) and alignment patterns (5) are
 * given by their upper left corners.
 */
export function drawQrModules({ data, types }: QrModules, holed: boolean) {
  const size = data.length;
  const hole = holed ? (size * HOLE) / 2 : 0;
  const away = (i: number) => Math.abs(i + 0.5 - size / 2);
  const covered = (x: number, y: number) => Math.max(away(x), away(y)) < hole;
  const aligns = (x: number, y: number) => types[y]?.[x] === ALIGNMENT;

  const alignments: Corner[] = [];
  const runs = data.map((row, y) => {
    const loose = row.map((dark, x) => {
      // Alignment patterns never touch, so a module with pattern corners at both sides is the centre of one.
      if (aligns(x, y) && aligns(x - 2, y - 2) && aligns(x + 2, y + 2) && !covered(x, y))
        alignments.push([x - 2, y - 2]);
      return dark && types[y]?.[x] !== FINDER && !aligns(x, y) && !covered(x, y) ? '1' : '0';
    });
    return Array.from(
      loose.join('').matchAll(/1+/g),
      ({ index, 0: run }) => `M${index + 0.5} ${y + 0.5}h${run.length - 1}`,
    );
  });
  const finders: Corner[] = [
    [0, 0],
    [size - 7, 0],
    [0, size - 7],
  ];
  return { size, runs: runs.flat().join(''), finders, alignments };
}
