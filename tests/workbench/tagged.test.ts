import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { formatJson } from '../../src/workbench/recorder/plain';
import { decodeTagged, encodeTagged } from '../../src/workbench/recorder/tagged';

/** Sends a value as the wire does. */
const pass = (value: unknown) => decodeTagged(JSON.parse(JSON.stringify(encodeTagged(value))));

test.each<[string, unknown]>([
  ['a map', new Map<unknown, unknown>([['a', new Map([[{ b: 1 }, 2]])]])],
  ['a set', new Set([1, new Set(['x'])])],
  ['a date', new Date(1_000)],
  ['no date', new Date(Number.NaN)],
  ['a bigint', 2n ** 100n],
  ['numbers that JSON lacks', [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]],
  ['nothing', { a: undefined, b: null }],
  ['a field that looks like a tag', { $: ['Map', 1], rest: [{ $: 1 }] }],
  ['a field called __proto__', JSON.parse('{"__proto__":{"polluted":true}}')],
])('%s is encoded for a message, and decoded as an equal value', (_, value) => {
  const arrived = pass({ value }) as { value: unknown };
  expect(arrived.value).toStrictEqual(value);
  expect(formatJson(arrived)).toBe(formatJson({ value }));
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});

test('an error is decoded with its name, message and cause', () => {
  const error = pass(new TypeError('no power', { cause: new Error('no sun') })) as Error;
  expect(error).toBeInstanceOf(Error);
  expect([String(error), String(error.cause)]).toEqual(['TypeError: no power', 'Error: no sun']);
});

test('values that JSON cannot contain are replaced by their name', () => {
  const ring: Record<string, unknown> = { name: 'ring' };
  ring.ring = ring;
  const thrower = {
    get bad(): never {
      throw new Error('no');
    },
  };
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const actor = createActor(createMachine({ id: 'm' }), { id: 'till' });
  const values = [ring, thrower, proxy, actor, function go() {}, Symbol('x'), new Uint8Array(9), /x/];
  expect(pass(values)).toEqual([
    { name: 'ring', ring: '(circular)' },
    { bad: "(can't be read)" },
    "(can't be read)",
    '(actor till)',
    '(function go)',
    'Symbol(x)',
    '(Uint8Array of 9 bytes)',
    '/x/',
  ]);
});

test('encoding cuts 3,000 nested levels, and a graph with countless paths, with "…"', () => {
  let [deep, wide]: [object, object] = [{}, {}];
  for (let i = 0; i < 3_000; i++) deep = { deep };
  for (let i = 0; i < 45; i++) wide = { a: wide, b: wide };
  expect(JSON.stringify(pass(deep))).toContain('…');
  expect(JSON.stringify(pass(wide))).toContain('…');
});

test('any value can be encoded and decoded, and any message decoded', () => {
  fc.assert(
    fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true }), (value) => {
      pass(value);
    }),
    { numRuns: 200, seed: 52 },
  );
  fc.assert(
    fc.property(
      fc.tuple(fc.constantFrom('Map', 'Set', 'Date', 'bigint', 'Error', 'Object', 'x', 'Number'), fc.jsonValue()),
      ([kind, value]) => {
        decodeTagged({ $: [kind, value] });
      },
    ),
    { numRuns: 300, seed: 52 },
  );
});
