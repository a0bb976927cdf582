import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hideValues, type RecordedStep } from '../../src/workbench/recorder/mask';

const stepWith = (event: RecordedStep['event'], context: unknown): RecordedStep => {
  return { actor: 'x:0', machine: { id: 'shop', events: ['pay'] }, event, state: 'open', context, times: 1 };
};
const mask = (event: RecordedStep['event'], context: unknown) => hideValues([stepWith(event, context)]).steps[0]!;

test('masking hides texts, large numbers and bytes, and keeps undefined and equality', () => {
  expect(mask({ type: 'pay' }, { a: undefined, b: [undefined, { c: undefined }] }).context).toStrictEqual({
    a: undefined,
    b: [undefined, { c: undefined }],
  });
  const card = { holder: 'Amina', number: 4_242_424_242, again: 'amina', isNew: true, items: 2 };
  expect(mask({ type: 'pay' }, { card, bytes: new Uint8Array([1, 2]), none: null })).toMatchObject({
    event: { type: 'pay' },
    context: {
      card: { holder: '$string 1', number: '$number 2', again: '$string 1', isNew: true, items: 2 },
      bytes: '$object 0',
      none: null,
    },
  });
});

test('masking hides unknown event types, and keys that may be data', () => {
  const { event, context } = mask({ type: 'amina@example.com' }, { byMail: { 'amina@example.com': 1 } });
  expect(JSON.stringify([event, context])).not.toContain('amina');
  expect(mask({ type: 'xstate.done.actor.pay' }, {}).event).toEqual({ type: 'xstate.done.actor.pay' });
});

test('masking continues when a getter throws', () => {
  const broken = {
    get secret() {
      throw new Error('Amina');
    },
  };
  expect(mask({ type: 'pay' }, broken)).toMatchObject({ event: { type: 'pay' }, context: {} });
});

test('masking shows no text of a context', () => {
  const secret = fc.string({ minLength: 3 }).map((text) => `amina ${text}`);
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof({ depthSize: 'small' }, secret, fc.array(tie('tree')), fc.dictionary(fc.string(), tie('tree'))),
  }));
  fc.assert(fc.property(tree, (it) => !JSON.stringify(mask({ type: 'pay' }, { it })).includes('amina')));
});
