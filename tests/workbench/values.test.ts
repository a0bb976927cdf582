import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assign, createActor, createMachine } from 'xstate';
import { createBench } from '../../src/workbench/recorder/bench';
import { formatJson, isDeepEqual, reuseUnchangedParts, toPlainJson } from '../../src/workbench/recorder/plain';
import { decodeTagged, encodeTagged } from '../../src/workbench/recorder/tagged';

function nest(levels: number) {
  let inner: object = {};
  for (let i = 0; i < levels; i++) inner = { inner };
  return inner;
}

function circle() {
  const ring: Record<string, unknown> = { name: 'ring' };
  ring.ring = ring;
  return ring;
}

const thrower = {
  get bad(): never {
    throw new Error('no');
  },
};

function revoked() {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

/** Values that JSON cannot contain, each with the text that the workbench must show. */
const ODD: [name: string, value: unknown, sign: string][] = [
  ['3,000 levels', nest(3_000), '"…"'],
  ['a circle', circle(), '(circular)'],
  ['a map', new Map([['a', 1]]), '{"Map(1)":[["a",1]]}'],
  ['a set', new Set([1, 2]), '{"Set(2)":[1,2]}'],
  ['a bigint', 12n, '"12n"'],
  ['a date', new Date(0), '1970-01-01'],
  ['no date', new Date(Number.NaN), 'Invalid Date'],
  ['no number', Number.NaN, 'NaN'],
  ['a getter that throws', thrower, '(throws Error: no)'],
  ['a proxy that is revoked', revoked(), "(can't be read"],
  ['an element', { nodeType: 1, nodeName: 'DIV', id: 'x' }, '<div id=\\"x\\">'],
  ['bytes', new Uint8Array([1, 2]), '{"Uint8Array(2)":[1,2]}'],
  ['a symbol', Symbol('x'), 'Symbol(x)'],
  ['nothing', { a: undefined, b: [undefined] }, '{"a":undefined,"b":[undefined]}'],
  ['a function', function go() {}, '(function go)'],
  ['an error', new Error('no power'), 'Error: no power'],
  ['a field called __proto__', JSON.parse('{"__proto__":{"a":1}}'), '{"__proto__":{"a":1}}'],
  ['an object without a prototype', Object.create(null), '{}'],
];

test.each(ODD)('the workbench shows a context value that is %s, also while values are hidden', (_, value, sign) => {
  expect(formatJson({ value })).toContain(sign.slice(1, -1));
  expect(isDeepEqual({ value }, { value })).toBe(true);
  const machine = createMachine({
    id: 'm',
    context: { value: undefined as unknown },
    on: { set: { actions: assign({ value: () => value }) } },
  });
  const bench = createBench();
  const actor = createActor(machine, { inspect: bench.recorder.inspect }).start();
  actor.send({ type: 'set' });
  const entry = bench.recorder.read().entries.at(-1)!;
  for (const masked of [true, false]) {
    expect(bench.tellChanges(entry, masked).map(({ key }) => key)).toEqual(['value']);
    expect(bench.tell(entry, masked)).toBeDefined();
  }
  expect(formatJson(bench.tellChanges(entry, false))).toContain(sign.slice(1, -1));
  expect(bench.trace()).toContain('"steps"');
  actor.stop();
});

test('isDeepEqual() reports a change when the contents of a Map or Set change', () => {
  expect(isDeepEqual(new Map([['a', 1]]), new Map([['a', 2]]))).toBe(false);
  expect(isDeepEqual(new Set([1]), new Set([2]))).toBe(false);
  expect(isDeepEqual(new Date(0), new Date(1))).toBe(false);
  expect(isDeepEqual(new Map(), {})).toBe(false);
  expect(isDeepEqual(circle(), circle())).toBe(true);
});

test('successive steps share all unchanged objects of the context', () => {
  const before = toPlainJson({ list: [{ a: 1 }, { a: 2 }], other: { b: 1 } }) as { list: object[]; other: object };
  const after = reuseUnchangedParts(
    before,
    toPlainJson({ list: [{ a: 1 }, { a: 3 }], other: { b: 1 } }),
  ) as typeof before;
  expect(after).toEqual({ list: [{ a: 1 }, { a: 3 }], other: { b: 1 } });
  expect(after.other).toBe(before.other);
  expect(after.list[0]).toBe(before.list[0]);
  expect(reuseUnchangedParts(before, toPlainJson(before))).toBe(before);
});

test('a step with a context of 1 MB is recorded within 50 ms', () => {
  const rows = Array.from({ length: 10_000 }, (_, i) => ({
    id: i,
    name: `row ${i}`,
    tags: ['a', 'b'],
    note: 'x'.repeat(40),
  }));
  const machine = createMachine({
    id: 'm',
    context: { rows, count: 0 },
    on: { add: { actions: assign({ count: ({ context }) => context.count + 1 }) } },
  });
  const bench = createBench();
  const actor = createActor(machine, { inspect: bench.recorder.inspect }).start();
  for (let i = 0; i < 20; i++) actor.send({ type: 'add' });
  const entry = bench.recorder.read().entries.at(-1)!;
  const began = performance.now();
  for (let i = 0; i < 20; i++) {
    bench.tellEvent(entry, true);
    expect(bench.tellChanges(entry, true)).toEqual([{ key: 'count', before: 19, after: 20 }]);
  }
  expect((performance.now() - began) / 20).toBeLessThan(50);
  actor.stop();
});

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
  const actor = createActor(createMachine({ id: 'm' }), { id: 'till' });
  const values = [circle(), thrower, revoked(), actor, function go() {}, Symbol('x'), new Uint8Array(9), /x/];
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
  let wide: object = {};
  for (let i = 0; i < 45; i++) wide = { a: wide, b: wide };
  expect(JSON.stringify(pass(nest(3_000)))).toContain('…');
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
