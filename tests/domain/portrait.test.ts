import fc from 'fast-check';
import { expect, test } from 'vitest';
import { portraitOf } from '#domain/portrait';
import { forAll } from '../support/forAll.ts';

const address = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 40, maxLength: 40 });

test('a generated picture depends only on its seed', () => {
  expect(portraitOf('@supporter_one')).toMatchInlineSnapshot(`
    {
      "core": "#FBFAF7",
      "dot": 3.9686274509803923,
      "figure": "#D9B35B",
      "ground": "#14463A",
      "inner": "M14.74 6.11l-7.75 .88-.88 7.75-6.11-4.86-6.11 4.86-.88-7.75-7.75-.88 4.86-6.11-4.86-6.11 7.75-.88 .88-7.75 6.11 4.86 6.11-4.86 .88 7.75 7.75 .88-4.86 6.11z",
      "star": "M28 0l-7.85 8.35-.35 11.45-11.45 .35-8.35 7.85-8.35-7.85-11.45-.35-.35-11.45-7.85-8.35 7.85-8.35 .35-11.45 11.45-.35 8.35-7.85 8.35 7.85 11.45 .35 .35 11.45z",
    }
  `);
});

test('an address has the same generated picture in any case', () => {
  forAll(address, (digits) => {
    expect(portraitOf(`0x${digits.toUpperCase()}`)).toEqual(portraitOf(`0x${digits}`));
  });
});

test('a generated picture stays within its box, and has its own colours', () => {
  forAll(
    fc.oneof(
      fc.constant(''),
      fc.string(),
      address.map((digits) => `0x${digits}`),
    ),
    (seed) => {
      const { ground, figure, core, star, inner, dot } = portraitOf(seed);
      for (const colour of [ground, figure, core]) expect(colour).toMatch(/^#[0-9A-F]{6}$/);
      expect(new Set([ground, figure, core]).size).toBe(3);
      for (const number of `${star} ${inner}`.match(/-?(\d+\.?\d*|\.\d+)/g) ?? [])
        expect(Math.abs(Number(number))).toBeLessThanOrEqual(28);
      expect(dot >= 2.5 && dot <= 6).toBe(true);
    },
  );
});

test('the pictures of two names that differ in one letter differ', () => {
  const names = ['one', 'onf', 'One', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
  const pictures = names.map((name) => JSON.stringify(portraitOf(`@supporter_${name}`)));
  expect(new Set(pictures).size).toBe(names.length);
});
