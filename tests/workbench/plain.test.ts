import { describe, expect, test } from 'vitest';
import { assign, createActor, createMachine } from 'xstate';
import { createBench } from '../../src/workbench/recorder/bench';
import { formatJson, isSame, reuseUnchangedParts, toPlainJson } from '../../src/workbench/recorder/plain';

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

/** Values that JSON lacks, each with the text that must be shown. */
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

function revoked() {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

describe.each(ODD)('%s in a context', (_, value, sign) => {
  test('the value is written as JSON', () => {
    expect(formatJson({ value })).toContain(sign.slice(1, -1));
    expect(isSame({ value }, { value })).toBe(true);
  });

  test('the workbench shows a step that sets the value, with and without hidden values', () => {
    const machine = createMachine({
      id: 'm',
      context: { value: undefined as unknown },
      on: { set: { actions: assign({ value: () => value }) } },
    });
    const bench = createBench();
    const actor = createActor(machine, { inspect: bench.recorder.inspect }).start();
    actor.send({ type: 'set' });
    const entry = bench.recorder.read().entries.at(-1)!;
    for (const masked of [true, false])
      expect(bench.tellChanges(entry, masked).map(({ key }) => key)).toEqual(['value']);
    expect(formatJson(bench.tellChanges(entry, false))).toContain(sign.slice(1, -1));
    for (const masked of [true, false]) expect(bench.tell(entry, masked)).toBeDefined();
    expect(bench.trace()).toContain('"steps"');
    actor.stop();
  });
});

test('isSame() reports a change when the contents of a Map or Set change', () => {
  expect(isSame(new Map([['a', 1]]), new Map([['a', 2]]))).toBe(false);
  expect(isSame(new Set([1]), new Set([2]))).toBe(false);
  expect(isSame(new Date(0), new Date(1))).toBe(false);
  expect(isSame(new Map(), {})).toBe(false);
  expect(isSame(circle(), circle())).toBe(true);
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
