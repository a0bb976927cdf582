import fc from 'fast-check';
import { expect, test } from 'vitest';
import { portraitOf } from '#domain/portrait';

const address = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 40, maxLength: 40 });

test('a portrait is the same every time: whoever is known by it stays so', () => {
  expect(portraitOf('@supporter_one')).toMatchInlineSnapshot(`
    {
      "core": "#FBFAF7",
      "dot": 3.9686274509803923,
      "figure": "#D9B35B",
      "ground": "#14463A",
      "inner": "M14.74 6.11L6.99 6.99L6.11 14.74L0 9.88L-6.11 14.74L-6.99 6.99L-14.74 6.11L-9.88 0L-14.74-6.11L-6.99-6.99L-6.11-14.74L0-9.88L6.11-14.74L6.99-6.99L14.74-6.11L9.88 0Z",
      "star": "M28 0L20.15 8.35L19.8 19.8L8.35 20.15L0 28L-8.35 20.15L-19.8 19.8L-20.15 8.35L-28 0L-20.15-8.35L-19.8-19.8L-8.35-20.15L0-28L8.35-20.15L19.8-19.8L20.15-8.35Z",
    }
  `);
  expect(portraitOf('0x52908400098527886E0F7030069857D2E4169EE7')).toMatchInlineSnapshot(`
    {
      "core": "#B8892B",
      "dot": 3.0352941176470587,
      "figure": "#F2E6C4",
      "ground": "#0B6B4F",
      "inner": "M11.76 0L6.09 2.52L8.32 8.32L2.52 6.09L0 11.76L-2.52 6.09L-8.32 8.32L-6.09 2.52L-11.76 0L-6.09-2.52L-8.32-8.32L-2.52-6.09L0-11.76L2.52-6.09L8.32-8.32L6.09-2.52Z",
      "star": "M28 0L17.47 7.24L19.8 19.8L7.24 17.47L0 28L-7.24 17.47L-19.8 19.8L-17.47 7.24L-28 0L-17.47-7.24L-19.8-19.8L-7.24-17.47L0-28L7.24-17.47L19.8-19.8L17.47-7.24Z",
    }
  `);
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
