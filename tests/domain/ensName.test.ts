import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseDisplayName, shortenName } from '#domain/ensName';
import { forAll } from '../support/forAll.ts';

const address = '0x52908400098527886E0F7030069857D2E4169EE7';
const family = '👨‍👩‍👧‍👦';
const kiss = '👩🏻‍❤️‍💋‍👩🏿';
const graphemes = (text: string) => Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

test.each([
  ['', ''],
  ['eth', 'eth'],
  ['vitalik.eth', 'vitalik.eth'],
  ['qwertyuiopasdfghjklz.eth', 'qwertyuiopasdfghjklz.eth'],
  ['qwertyuiopasdfghjklzx.eth', 'qwertyuiopasdfghjklzx.et…'],
  ['rainbowrainbowrainbow.rainbowrainbow.eth', 'rainbowrainbowrainbow.ra…'],
  [`${'x'.repeat(23)}é.eth`, `${'x'.repeat(23)}é…`],
  [`${'x'.repeat(23)}e\u0301.eth`, `${'x'.repeat(23)}e\u0301…`],
  [`${family.repeat(20)}.eth`, `${family.repeat(20)}.eth`],
  [family.repeat(25), `${family.repeat(24)}…`],
  [kiss.repeat(1_000), `${kiss.repeat(24)}…`],
  ['🇵🇸'.repeat(25), `${'🇵🇸'.repeat(24)}…`],
  ['漢'.repeat(24), '漢'.repeat(24)],
  ['漢'.repeat(25), `${'漢'.repeat(24)}…`],
])('the name %s is shown as %s', (name, shown) => expect(shortenName(name)).toBe(shown));

test('a name is cut before a letter with more than fifteen combining marks', () => {
  const heap = (marks: number) => `a${'\u0301'.repeat(marks)}`;
  expect(shortenName(`vital${heap(1_000)}.eth`)).toBe('vital…');
  expect(shortenName(heap(1e6))).toBe('');
  expect(shortenName('漢'.repeat(1e6))).toBe(`${'漢'.repeat(24)}…`);
  expect(shortenName(`${'x'.repeat(24)}${heap(16)}`)).toBe(`${'x'.repeat(24)}…`);
  const long = heap(15).repeat(24);
  expect(shortenName(long)).toBe(long);
  expect(shortenName(`${long}x`)).toBe(`${long}…`);
  expect(shortenName(`${long}\u0301`)).toBe(`${heap(15).repeat(23)}…`);
});

test('a shortened name has at most 24 whole graphemes, and is never shortened again', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc.constantFrom(family, kiss, '🇵🇸', 'e\u0301', '\u200d', '\u0600', '\ud83d', '\u0301'.repeat(9), '.eth'),
  );
  forAll(
    fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
    (name) => {
      const shown = shortenName(name);
      expect(shown.length).toBeLessThanOrEqual(24 * 16 + 1);
      expect(shortenName(shown)).toBe(shown);
      if (shown === name) return;
      const kept = graphemes(shown.replace(/…$/, ''));
      expect(kept.length).toBeLessThanOrEqual(24);
      expect(graphemes(name).slice(0, kept.length)).toEqual(kept);
    },
  );
});

test.each([
  ['vitalik.eth', 'vitalik.eth'],
  ['rainbowrainbowrainbow.rainbow.eth', 'rainbowrainbowrainbow.ra…'],
  ['', '0x52…9EE7'],
  [null, '0x52…9EE7'],
  ['\u0301'.repeat(1_000), '0x52…9EE7'],
])('an account with the name %j is called %s', (name, called) =>
  expect(chooseDisplayName({ address, name })).toBe(called),
);
