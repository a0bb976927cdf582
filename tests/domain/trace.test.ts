import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AnyStateMachine, initialTransition } from 'xstate';
import { createTrace, listAllowedWords, type RawStep } from '#domain/trace';
import { listStateNodes } from '../engine/words';
import { rejectionError, sampleConnection } from '../samples/connections';
import { worlds } from '../samples/worlds';
import { forMany } from '../support/forAll';
import { allMachines } from '../support/machines';

const machine = { id: 'walletLoader', events: ['dialog.request', 'xstate.done.actor.loadWallet'] };
const step = (event: object, more: Partial<RawStep> = {}): RawStep => ({
  actor: 'x:1',
  machine,
  event: { type: 'dialog.request', ...event },
  state: 'open',
  context: {},
  times: 1,
  ...more,
});
const traceEvents = (...events: object[]) => {
  const steps = events.map((event) => step(event));
  return createTrace(steps, 0, listAllowedWords(), 'b').steps.map(({ event }) => event);
};

/** Returns a String object whose text only `toString` reveals, because its `valueOf` returns the object. */
const disguised = (it: string) => {
  const text = Object.assign(Object(it), { valueOf: () => text, toString: () => it });
  return text;
};

const hex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((all) => Buffer.from(all).toString('hex'));
const secret = fc.oneof(
  ...[20, 32, 65].flatMap((bytes) => [hex(bytes), hex(bytes).map((digits) => `0x${digits}`)]),
  hex(20).map((digits) => `0x${digits.toUpperCase()}`),
  fc.stringMatching(/^[a-zA-Z0-9]{17}$/),
  fc.stringMatching(/^[a-z]{3,9}\.eth$/),
  hex(32).map((digits) => `wc:${digits}@2?relay-protocol=irn&symKey=${digits}`),
  fc.webUrl(),
  fc.stringMatching(/^typed [a-z]{4,9}$/),
  fc.stringMatching(/^[1-9][0-9]{7,30}$/),
);
const said = listAllowedWords().trim().split(' ');
const fields = fc.constantFrom(...said.filter((word) => !word.includes('=')));

/**
 * Generates values that contain the text `it`: in known and unknown fields, lists and errors, as text or field name.
 * Other generated values are large numbers.
 */
const hiding = (it: string) => {
  const leaf = fc.constantFrom<unknown>(
    it,
    `${it} `,
    Object(it),
    disguised(it),
    Object.setPrototypeOf(disguised(it), null),
    BigInt(it.length ** 40),
    Number.MAX_SAFE_INTEGER,
    () => it,
    { [it]: it },
    { toJSON: () => ({ text: it }) },
  );
  const { payload } = fc.letrec<{ payload: unknown }>((tie) => ({
    payload: fc.oneof(
      { depthSize: 'small' },
      leaf,
      fc.array(tie('payload'), { minLength: 1, maxLength: 3 }),
      fc.tuple(fields, tie('payload')).map(([key, one]) => ({ [key]: one })),
      fc.tuple(fields, tie('payload')).map(([key, one]) => ({ [it]: one, [key]: one })),
      tie('payload').map((cause) => Object.assign(new Error(it, { cause }), { name: it, code: it, data: cause })),
    ),
  }));
  return payload;
};

test('a trace has no address, hash, signature, nonce, URI, name or typed text', () => {
  const cases = secret.chain((it) => fc.tuple(fc.constant(it), fields, hiding(it), hiding(it)));
  forMany(2_000, cases, ([it, field, one, other]) => {
    const event = { [field]: one, type: 'dialog.request' };
    const named = { type: it, ...{ output: other } };
    const steps = [step(event, { context: { [field]: other } }), step({}, { event: named, actor: 'x:2' })];
    const text = JSON.stringify(createTrace(steps, 0, listAllowedWords(), 'b'));
    expect(text.toLowerCase()).not.toContain(it.toLowerCase());
    expect(text).not.toMatch(/[0-9a-f]{16}/i);
  });
});

test('a trace has event types, small numbers, booleans and allowed words', () => {
  const event = { type: 'dialog.request', phone: true, dialog: 'sign-in', id: 32_603, left: -5 };
  const others = { type: 'dialog.request', output: 'loaded', uri: null, name: '' };
  expect(traceEvents(event, others)).toEqual([event, others]);
});

test('a trace hides bytes in every form in which wallets return them', () => {
  const bytes = Array.from({ length: 65 }, (_, i) => (i * 37) % 256);
  const forms = [
    bytes,
    new Uint8Array(bytes),
    Uint16Array.from(bytes),
    Buffer.from(bytes),
    Buffer.from(bytes).toJSON(),
    { ...new Uint8Array(bytes) },
    new DataView(new Uint8Array(bytes).buffer),
    new Uint8Array(bytes).buffer,
    new Map([[0, bytes]]),
    bytes.map(Object),
    bytes.map((byte) => byte.toString(16)),
    Object('amina.eth'),
    [...'amina.eth'],
    Object.assign({}, 'amina.eth'),
  ];
  for (const output of forms) {
    const text = JSON.stringify(traceEvents({ output, signature: output }));
    expect(text.replaceAll(/"\d+":/g, '')).not.toMatch(/\d\d/);
    expect(text).not.toMatch(/amina|"a"|\$string [2-9]/);
  }
});

test('a trace hides numbers in fields that may not have them, and large ones in all', () => {
  expect(traceEvents({ output: 137, address: 7, chainId: 137 }, { id: 11_155_111, left: 1.5, life: 8e7 })).toEqual([
    { type: 'dialog.request', output: '$number 1', address: '$number 2', chainId: 137 },
    { type: 'dialog.request', id: '$number 3', left: '$number 4', life: '$number 5' },
  ]);
});

test('a trace shows an allowed word only in the field for which it is allowed', () => {
  expect(traceEvents({ dialog: 'loaded', text: 'sign-in', type: 'retry' })).toEqual([
    { type: '$string 1', dialog: '$string 2', text: '$string 3' },
  ]);
});

test('equal values have the same placeholder in all steps of a trace, in any case', () => {
  const { address } = sampleConnection;
  const [one, other] = traceEvents(
    { address, name: 'Amina' },
    { address: address.toLowerCase(), name: 'Bilal', id: 'amina' },
  );
  expect(one).toEqual({ type: 'dialog.request', address: '$hex 1', name: '$string 2' });
  expect(other).toEqual({ type: 'dialog.request', address: '$hex 1', name: '$string 3', id: '$string 2' });
});

test('a trace contains name, code and cause of errors', () => {
  const error = new TypeError('amina.eth', { cause: rejectionError });
  expect(traceEvents({ error })).toEqual([
    { type: 'dialog.request', error: { name: 'TypeError', cause: { name: 'Error', code: 4001 } } },
  ]);
});

test('a value that throws when it is read leaves the rest of a trace readable', () => {
  const cycle: Record<string, unknown> = {};
  cycle.output = cycle;
  const trap = {
    get output() {
      throw new Error('amina.eth');
    },
  };
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  expect(
    traceEvents(cycle, { output: trap }, { output: 0n }, { output: revoked.proxy }, { output: Symbol('amina.eth') }),
  ).toEqual(Array(5).fill({ type: 'dialog.request' }));
});

test('a trace contains the initial context once for each actor', () => {
  const steps = [step({}), step({}), step({}, { actor: 'x:2', context: { tries: 1, typed: 'x' } })];
  const { steps: all, ...rest } = createTrace(steps, 7, listAllowedWords(), 'index.js');
  expect(rest).toEqual({ trace: 2, build: 'index.js', dropped: 7 });
  expect(all.map(({ context }) => context)).toEqual([{}, undefined, { tries: 1, typed: '$string 1' }]);
});

test('a trace contains only event types if no list of allowed words is given', () => {
  expect(createTrace([step({ phone: true })], 0, ' event type', 'b').steps).toEqual([
    expect.objectContaining({ event: { type: 'dialog.request' } }),
  ]);
});

function fieldsIn(it: unknown): string[] {
  // A trace contains a value with `toJSON` as a single word.
  if (typeof it !== 'object' || it === null || it instanceof Error || 'toJSON' in it) return [];
  return Object.entries(it).flatMap(([key, one]) => [...(Array.isArray(it) ? [] : [key]), ...fieldsIn(one)]);
}

function numbersIn(it: unknown, field = ''): string[] {
  if (typeof it === 'number') return [field];
  if (typeof it !== 'object' || it === null || 'toJSON' in it) return [];
  return Object.entries(it).flatMap(([key, one]) => numbersIn(one, key));
}

test.each(allMachines)(
  'a trace can show every field in events and context of the machine $name',
  ({ name, machine }) => {
    const { samples = [], inputs = [undefined] } = worlds[name]!;
    const contexts = inputs.map((input) => initialTransition(machine as AnyStateMachine, input)[0].context);
    const carried = [samples, inputs, contexts];
    // Machines only pass on these fields of install instructions, so traces need not contain them.
    const passed = ['steps', 'step', 'title', 'learnMoreUrl'];
    const needed = new Set(fieldsIn(carried).filter((field) => !passed.includes(field)));
    const hidden = [...needed].filter((field) => !said.includes(field));
    expect(hidden, 'FIELDS in src/domain/trace.ts lacks these.').toEqual([]);
    const unlisted = numbersIn(carried).filter((field) => !said.includes(`${field}=#`));
    expect(unlisted, 'NUMBERS in src/domain/trace.ts lacks these.').toEqual([]);
    // Traces contain the names of states unchanged, so a name must be a single word.
    expect(listStateNodes(machine.root).filter(({ key }) => !/^[\w]+$/.test(key))).toEqual([]);
  },
);
