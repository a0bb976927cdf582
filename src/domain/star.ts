/**
 * The eightfold star (khatam): two squares, one turned by 45°. All ornament of the page is this one
 * figure, nested: the star inside touches the inner corners of the one around it.
 */

/** The crossings of the two squares, as a share of the outer radius. */
export const CROSSING = Math.cos(Math.PI / 4) / Math.cos(Math.PI / 8);

interface StarOptions {
  /** Inner radius as a share of the outer one. Default: where two squares cross. */
  ratio?: number;
  /** Degrees. */
  turn?: number;
  x?: number;
  y?: number;
  /** Draws the upper half alone, as an open line. Needs a turn by a multiple of 22.5°. */
  half?: boolean;
}

/**
 * Draws a line through `points`, closed unless it is to stay `open`. Each is told from the one before: stars of one size differ in their start alone, and compress.
 * Large figures need one decimal, small ones two.
 */
const path = (radius: number, points: [number, number][], open = false) => {
  const scale = radius > 50 ? 10 : 100;
  const rounded = (value: number) => Math.round(value * scale);
  // Both ends are rounded, so that differences do not add up.
  const way = (a: number, b: number) => String((rounded(b) - rounded(a)) / scale || 0).replace(/^(-?)0\./, '$1.');
  const steps = points.map(([x, y], i) => {
    const [fromX, fromY] = points[i - 1] ?? [0, 0];
    return `${way(fromX, x)} ${way(fromY, y)}`;
  });
  return `M${steps[0]}l${steps.slice(1).join(' ')}${open ? '' : 'z'}`.replaceAll(' -', '-');
};

/** SVG path of a star with eight points at `radius`. */
export function star(radius: number, { ratio = CROSSING, turn = 0, x = 0, y = 0, half = false }: StarOptions = {}) {
  const first = half ? (180 - turn) / 22.5 : 0;
  return path(
    radius,
    Array.from({ length: half ? 9 : 16 }, (_, i) => {
      const angle = ((turn + (first + i) * 22.5) * Math.PI) / 180;
      const reach = (first + i) % 2 ? radius * ratio : radius;
      return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)];
    }),
    half,
  );
}

/** SVG path of `count` stars, each inside the one before; the first has `radius`. */
export const nest = (radius: number, count: number, { turn = 0, ...at }: StarOptions = {}) =>
  Array.from({ length: count }, (_, i) => star(radius * CROSSING ** i, { ...at, turn: turn + (i % 2) * 22.5 })).join(
    '',
  );

/** SVG path of a square with its corners at `radius`, standing on a side (45°) or on a corner (0°). */
export const square = (radius: number, turn: 0 | 45) =>
  path(
    radius,
    Array.from({ length: 4 }, (_, i) => {
      const angle = ((turn + i * 90) * Math.PI) / 180;
      return [radius * Math.cos(angle), radius * Math.sin(angle)];
    }),
  );
