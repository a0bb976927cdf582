import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CROSSING_RATIO, drawNestedStarsPath, drawSquarePath, drawStarPath } from '#domain/star';
import { forAll } from '../support/forAll.ts';

const cornersOf = (path: string) => {
  const numbers = path.match(/-?(\d+\.?\d*|\.\d+)/g)?.map(Number) ?? [];
  let x = 0;
  let y = 0;
  return Array.from({ length: numbers.length / 2 }, (_, i) => {
    x += numbers[2 * i]!;
    y += numbers[2 * i + 1]!;
    return { x, y };
  });
};

test('a star has eight outer points on its radius, and eight inner corners', () => {
  forAll(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: -360, max: 360 }), (radius, turn) => {
    const reach = cornersOf(drawStarPath(radius, { turn })).map(({ x, y }) => Math.hypot(x, y));
    expect(reach).toHaveLength(16);
    reach.forEach((distance, i) => {
      expect(Math.abs(distance - (i % 2 ? radius * CROSSING_RATIO : radius))).toBeLessThan(radius > 50 ? 0.08 : 0.01);
    });
  });
  expect(cornersOf(drawStarPath(10, { x: 5, y: -7 }))[0]).toEqual({ x: 15, y: -7 });
});

test('the SVG path of a shape is one closed line with short numbers', () => {
  expect(drawSquarePath(10, 0)).toBe('M10 0l-10 10-10-10 10-10z');
  expect(drawSquarePath(10, 45)).toBe('M7.07 7.07l-14.14 0 0-14.14 14.14 0z');
  expect(drawStarPath(28)).not.toMatch(/e|NaN|\d{4}|-0\b/);
  expect(drawStarPath(96, { x: 96, y: 96 }).split('l')[1]).toBe(drawStarPath(96, { x: 888, y: 380 }).split('l')[1]);
});

test('the points of each nested star touch the inner corners of the star around it', () => {
  const [outer, inner, ...others] = drawNestedStarsPath(100, 2).split('z').filter(Boolean);
  expect(others).toEqual([]);
  const [corner] = cornersOf(outer!).slice(1);
  const [point] = cornersOf(inner!);
  expect(Math.abs(point!.x - corner!.x)).toBeLessThan(0.11);
  expect(Math.abs(point!.y - corner!.y)).toBeLessThan(0.11);
});

test('half a star has the upper corners, from left to right', () => {
  for (const turn of [0, 22.5]) {
    const whole = cornersOf(drawStarPath(40, { turn })).filter(({ y }) => y < 0.1);
    const half = cornersOf(drawStarPath(40, { turn, half: true }));
    expect(half).toHaveLength(9);
    expect(drawStarPath(40, { turn, half: true })).not.toContain('z');
    for (const { x, y } of half) expect(whole.some((one) => Math.hypot(one.x - x, one.y - y) < 0.05)).toBe(true);
    expect(half[0]!.x).toBeLessThan(0);
    expect(half[8]!.x).toBeGreaterThan(0);
  }
});
