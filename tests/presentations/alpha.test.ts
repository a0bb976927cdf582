import { expect, test } from 'vitest';
import { alphaMachine } from '#machines/alpha';
import { presentAlpha } from '../../src/views/landing/alpha.present';
import { sampleAllocation, tightAllocation } from '../samples/page';
import { expectCopyKeys, snapshotAt } from './state';

type Context = Parameters<typeof presentAlpha>[0]['context'];

const fresh: Context = { allocation: sampleAllocation, amount: 20_000, typed: null, limit: null, stepped: false };
const shownAt = (path: string, context: Partial<Context> = {}) =>
  presentAlpha(snapshotAt(alphaMachine, path, { ...fresh, ...context }));

test.each([
  ['closed', false, false, null],
  ['open', true, false, null],
  ['requesting', false, true, null],
  ['requested.opened', false, false, 'opened'],
  ['requested.unopened', false, false, 'unopened'],
])('shows the alpha modal, or its notice, in the state %s', (path, isOpen, busy, told) => {
  const shown = shownAt(path);
  expect([shown.isOpen, shown.busy]).toEqual([isOpen, busy]);
  expectCopyKeys(shown.notice).toEqual(
    told && { heard: [null, `alpha.requested.${told}.text`], link: `alpha.requested.${told}.link` },
  );
});

test.each<[string, Partial<Context>, request: string, event: string | null, after: string]>([
  ['an amount within the allocation', {}, 'alpha.request', 'request', 'alpha.after'],
  ['more than the rest of it', { amount: 88_000 }, 'alpha.exceeds', null, 'alpha.smaller'],
  ['more than a small rest', { allocation: tightAllocation, amount: 30_001 }, 'alpha.exceeds', null, 'alpha.smaller'],
])('enables the alpha request for %s, or shows why it is blocked', (_, context, label, type, after) => {
  const shown = shownAt('open', context);
  expectCopyKeys([shown.request, shown.after]).toEqual([{ label, event: type && { type } }, after]);
  expect(shown.blocked).toBe(type === null);
});

test.each<[Partial<Context>, (string | null | false)[]]>([
  [{}, [false, false]],
  [{ stepped: true }, ['alpha.stepped', false]],
  [{ stepped: true, limit: 'max' }, ['alpha.limit.max', false]],
  [{ limit: 'min' }, ['alpha.limit.min', false]],
  [{ amount: 88_000 }, [false, 'alpha.exceeds']],
  [{ amount: 88_000, stepped: true }, ['alpha.stepped', 'alpha.exceeds']],
])('announces how the amount has changed: %j', (context, heard) => {
  expectCopyKeys(shownAt('open', context).heard).toEqual(heard);
  expect(shownAt('closed', context).heard).toEqual([]);
});

test('shows the same amount in the field, the slider and the remaining allocation', () => {
  const { text, slider, sliderText, left, taken, yours } = shownAt('open', { amount: 90_000, typed: '90000' });
  expect([text, slider, sliderText.values, left]).toEqual(['90000', 50_000, [50_000], 0]);
  expect([taken.values, yours.values]).toEqual([[sampleAllocation.allocated], [90_000, sampleAllocation.total]]);
  const settled = shownAt('open', { stepped: true });
  expect([settled.text, settled.heard[0]]).toEqual(['20,000', expect.objectContaining({ values: [20_000, 67_975] })]);
});

test('fills the slider if minimum and maximum are equal', () => {
  const only = { ...sampleAllocation, max: sampleAllocation.min };
  expect(shownAt('open', { allocation: only, amount: only.min }).shares.share).toBe(1);
});

test('says in the notice that the amount was clamped', () => {
  const { notice, clamped } = shownAt('requested.opened', { limit: 'max' });
  expectCopyKeys([clamped, notice?.heard[0]]).toEqual(['alpha.limit.max', 'alpha.limit.max']);
});
