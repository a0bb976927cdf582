import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sanitizeAnnouncement } from '#domain/announcement';
import { forAll } from '../support/forAll.ts';

const icon = 'data:image/svg+xml;base64,PHN2Zy8+';
const fox = { uuid: '350670db-19fa-4704-a166-e52e178b59d2', rdns: 'com.example.fox', name: 'Fox', icon };
const cleaned = (change: object) => sanitizeAnnouncement({ info: { ...fox, ...change }, provider: {} });

test('a valid announcement is kept unchanged', () => expect(cleaned({})).toEqual(fox));

const uuids = [undefined, '', 'u'.repeat(101), ['uuid']].map((uuid) => ({ info: { ...fox, uuid } }));
const rdnses = [undefined, ' ', 'com example', 'com.exämple', 'com.example/"onerror=', `com.${'x'.repeat(97)}`];
test.each([
  ...[undefined, null, 'io.metamask', {}, { info: null }, { info: [] }],
  ...[...uuids, ...rdnses.map((rdns) => ({ info: { ...fox, rdns } }))],
])('drops the invalid announcement %j', (detail) => expect(sanitizeAnnouncement(detail)).toBeNull());

test('getters that throw or return changing values cause no error', () => {
  const never = () => {
    throw new Error('never');
  };
  for (const key of ['uuid', 'rdns', 'name', 'icon'])
    expect(sanitizeAnnouncement({ info: Object.defineProperty({ ...fox }, key, { get: never }) })).toBeNull();
  expect(sanitizeAnnouncement(new Proxy({}, { get: never }))).toBeNull();
  let asked = 0;
  const info = Object.defineProperty({ ...fox }, 'rdns', { get: () => (asked++ ? '<b>' : 'com.example.fox') });
  expect(sanitizeAnnouncement({ info })?.rdns).toBe('com.example.fox');
});

test.each<[name: unknown, becomes: string]>([
  ['  Fox  ', 'Fox'],
  ['Fox \t of\u00a0fire', 'Fox of fire'],
  ['Fo\u0000x\u001b\u007f\u0085', 'Fox'],
  ['\u202eFox\u202c\u2066\u2069\u200e\u200f\u061c', 'Fox'],
  ['F\u200bo\u200cx\u200d\u2060\u2065\ufeff\u00ad\u3164', 'Fox'],
  ['Fox\u2028\u2029', 'Fox'],
  ['Fox\ud83e', 'Fox'],
  ['Füchsin', 'Füchsin'],
  ['狐 🦊', '狐 🦊'],
  ['<b>Fox</b>', '<b>Fox</b>'],
  // The rdns replaces an invalid name.
  ...[undefined, 7, '', ' \n ', '\u200b\u3164\u2800'].map((name): [unknown, string] => [name, fox.rdns]),
])('the announced name %j is cleaned, and becomes %j', (name, becomes) =>
  expect(cleaned({ name })?.name).toBe(becomes),
);

test('a name is cut at 40 characters, but never within a grapheme', () => {
  expect(cleaned({ name: 'x'.repeat(60) })?.name).toBe('x'.repeat(40));
  expect(cleaned({ name: `${'x'.repeat(39)}🦊🦊` })?.name).toBe('x'.repeat(39));
  expect(cleaned({ name: `${'x'.repeat(39)}e\u0301` })?.name).toBe('x'.repeat(39));
  expect(cleaned({ name: `Fox ${'\u0301'.repeat(1e5)}` })?.name).toBe('Fox');
  expect(cleaned({ name: '', rdns: 'x'.repeat(60) })?.name).toBe('x'.repeat(40));
});

test.each(['svg+xml,x', 'png;base64,x', 'jpeg;base64,x', 'webp;base64,x', 'gif;base64,x', 'SVG+XML;utf8,x'])(
  'an icon may be data:image/%s, with white space around it',
  (rest) => expect(cleaned({ icon: `\ndata:image/${rest}\n` })?.icon).toBe(`data:image/${rest}`),
);

test('an icon with any other URL is dropped', () => {
  const urls = ['https://example.com/fox.png', 'javascript:alert(1)', 'data:text/html,<b>', 'data:image/bmp;base64,x'];
  for (const icon of [undefined, '', ...urls, 'data:image/pngx,', ['data:image/png,x']])
    expect(cleaned({ icon })?.icon, String(icon)).toBeNull();
});

test('an icon may have at most 64 KiB', () => {
  const large = 'data:image/png,'.padEnd(65_536, 'x');
  expect(cleaned({ icon: large })?.icon).toBe(large);
  expect(cleaned({ icon: `${large}x` })?.icon).toBeNull();
});

test('no announcement makes the parser throw, and all parts that it keeps are valid', () => {
  const anything = fc.anything({ withBoxedValues: true, withNullPrototype: true, withBigInt: true, maxDepth: 2 });
  const info = fc.record(
    {
      uuid: fc.oneof(fc.uuid(), anything),
      rdns: fc.oneof(fc.domain(), fc.constant('io.metamask'), anything),
      name: fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), anything),
      icon: fc.oneof(fc.constant(icon), fc.webUrl(), anything),
    },
    { requiredKeys: [] },
  );
  forAll(fc.oneof(fc.record({ info }), anything), (detail) => {
    const kept = sanitizeAnnouncement(detail);
    if (!kept) return;
    expect(kept.rdns).toMatch(/^[a-z0-9.-]{1,100}$/i);
    expect(kept.name.length).toBeGreaterThan(0);
    expect(kept.name.length).toBeLessThanOrEqual(40);
    expect(kept.name).not.toMatch(/[\p{C}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u);
    expect(kept.icon ?? 'data:image/').toMatch(/^data:image\//);
  });
});
