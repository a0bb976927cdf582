import fc from 'fast-check';
import { expect, test } from 'vitest';
import { portraitOf } from '#domain/portrait';

const address = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 40, maxLength: 40 });

test('a portrait is the same every time', () => {
  fc.assert(
    fc.property(fc.string(), (seed) => {
      expect(portraitOf(seed)).toEqual(portraitOf(seed));
    }),
  );
});

test('an address looks the same in any case', () => {
  fc.assert(
    fc.property(address, (digits) => {
      expect(portraitOf(`0x${digits.toUpperCase()}`)).toEqual(portraitOf(`0x${digits}`));
    }),
  );
});

test('is drawn within its box, in colours of its own', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        address.map((digits) => `0x${digits}`),
        fc.string(),
      ),
      (seed) => {
        const { ground, figure, core, star, inner, dot } = portraitOf(seed);
        for (const colour of [ground, figure, core]) expect(colour).toMatch(/^#[0-9A-F]{6}$/);
        expect(new Set([ground, figure, core]).size).toBe(3);
        for (const number of `${star} ${inner}`.match(/-?(\d+\.?\d*|\.\d+)/g) ?? [])
          expect(Math.abs(Number(number))).toBeLessThanOrEqual(28);
        expect(dot >= 2.5 && dot <= 6).toBe(true);
      },
    ),
  );
});

test('names that differ in one letter look different', () => {
  const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'].map(
    (name) => `@supporter_${name}`,
  );
  const pictures = [...names, '@supporter_onf', '@supporter_One'].map((name) => JSON.stringify(portraitOf(name)));
  expect(new Set(pictures).size).toBe(names.length + 2);
});

test('the empty name has a portrait, too', () => expect(portraitOf('').star).toMatch(/^M.+Z$/));
