/**
 * The eight-pointed star (khatam): two squares, one turned by 45°. All ornaments of the page are such stars, nested:
 * the inner star touches the inner corners of the outer one.
 */

/** The distance from the centre at which the two squares cross, as a share of the outer radius. */
export const CROSSING_RATIO = Math.cos(Math.PI / 4) / Math.cos(Math.PI / 8);

/** The radius of most drawings. Their sizes differ by `viewBox`, so that equal numbers compress well. */
export const STAR_RADIUS = 96;

interface StarOptions {
  /** The inner radius as a share of the outer one. By default, the inner corners are the crossings of the squares. */
  ratio?: number;
  /** In degrees. */
  turn?: number;
  x?: number;
  y?: number;
  /** Draws only the upper half, as an open line. Needs a turn by a multiple of 22.5°. */
  half?: boolean;
}

/** Draws a line through `points`, closed unless `open`. Relative coordinates make stars of one size compress well. */
const path = (radius: number, points: [number, number][], open = false) => {
  const scale = radius > 50 ? 10 : 100;
  const rounded = (value: number) => Math.round(value * scale);
  // Rounds both ends, so that rounding errors do not add up.
  const way = (a: number, b: number) => String((rounded(b) - rounded(a)) / scale || 0).replace(/^(-?)0\./, '$1.');
  const steps = points.map(([x, y], i) => {
    const [fromX, fromY] = points[i - 1] ?? [0, 0];
    return `${way(fromX, x)} ${way(fromY, y)}`;
  });
  return `M${steps[0]}l${steps.slice(1).join(' ')}${open ? '' : 'z'}`.replaceAll(' -', '-');
};

const pointAt = (degrees: number, radius: number, x = 0, y = 0): [number, number] => {
  const angle = (degrees * Math.PI) / 180;
  return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
};

export function drawStarPath(
  radius: number,
  { ratio = CROSSING_RATIO, turn = 0, x = 0, y = 0, half = false }: StarOptions = {},
) {
  const first = half ? (180 - turn) / 22.5 : 0;
  const corners = Array.from({ length: half ? 9 : 16 }, (_, i) =>
    pointAt(turn + (first + i) * 22.5, (first + i) % 2 ? radius * ratio : radius, x, y),
  );
  return path(radius, corners, half);
}

export const drawNestedStarsPath = (radius: number, count: number, { turn = 0, ...at }: StarOptions = {}) =>
  Array.from({ length: count }, (_, i) =>
    drawStarPath(radius * CROSSING_RATIO ** i, { ...at, turn: turn + (i % 2) * 22.5 }),
  ).join('');

/** Returns the SVG path of a square with its corners at `radius`, standing on a side (45°) or on a corner (0°). */
export const drawSquarePath = (radius: number, turn: 0 | 45) =>
  path(
    radius,
    [0, 90, 180, 270].map((degrees) => pointAt(turn + degrees, radius)),
  );
