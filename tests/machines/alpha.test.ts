import { expect, test } from 'vitest';
import { alphaMachine } from '#machines/alpha';
import { testLive } from '../engine/live';
import { createDoneEvent, createErrorEvent } from '../engine/words';
import { alphaSamples, sampleAllocation, tightAllocation, createWriteEvent as write } from '../samples/page';
import { checkScenario, type MachineScenario } from './scenarios';

testLive(alphaMachine, alphaSamples, ({ given, input }) => {
  const { min, max, total, allocated } = input;
  return {
    closed: ({ context: { amount } }) => {
      expect(amount).toBeGreaterThanOrEqual(min);
      expect(amount).toBeLessThanOrEqual(max);
    },
    open: ({ context: { amount } }) => expect(Number.isInteger(amount)).toBe(true),
    requesting: ({ context: { amount } }) => {
      expect(given('openRequest')).toEqual({ amount });
      expect(amount).toBeLessThanOrEqual(Math.min(max, total - allocated));
      expect(amount).toBeGreaterThanOrEqual(min);
    },
    requested: ({ context: { amount } }) => expect(given('openRequest')).toEqual({ amount }),
  };
});

const slide = (amount: number) => ({ type: 'slide', amount });
const step = (by: number) => ({ type: 'step', by });
const isOpened = [write('90000'), 'request', createDoneEvent('openRequest')];
const failed = createErrorEvent('openRequest', new TypeError('window.open is not a function'));
const isUnopened = [write('90000'), 'request', failed];
const [opened, unopened] = [{ requested: 'opened' }, { requested: 'unopened' }];
const most = { amount: 50_000, limit: 'max' };
const cleared = { typed: null, limit: null, stepped: false };

test.each<MachineScenario>([
  ['ignores text that is not a number', ['20000', 'abc', '', '12abc', 'NaN'].map(write), 'open', { amount: 20_000 }],
  ['keeps an amount beyond a limit while it is typed', [write('90000')], 'open', { amount: 90_000 }],
  ['lowers an amount to 50000 when the field loses focus', [write('90000'), 'leave'], 'open', { ...most, typed: null }],
  [
    'raises an amount to 10000 when the field loses focus',
    [write('5'), 'leave'],
    'open',
    { amount: 10_000, typed: null, limit: 'min' },
  ],
  ['announces a limit once', [write('90000'), 'leave', write('20000')], 'open', { limit: null }],
  ['requests exactly the typed amount', [write('$25,000'), 'request'], 'requesting', { amount: 25_000 }],
  ['clamps a small amount in the same press', [write('5'), 'request'], 'requesting', { amount: 10_000, limit: 'min' }],
  ['clamps a large amount in the same press', [write('90000'), 'request'], 'requesting', { ...most, typed: null }],
  ['stays open if the visitor reopens it before a tab opens', ['request', 'open', 5_000], 'open', { amount: 10_000 }],
  ['waits 5 s for a tab', ['request', 4_999], 'requesting'],
  ['offers the link again after 5 s', ['request', 5_000], unopened],
  [
    'takes the amount from the slider',
    [write('90000'), 'leave', slide(25_000)],
    'open',
    { amount: 25_000, ...cleared },
  ],
  ['clamps the amount from the slider', [slide(60_000)], 'open', { amount: 50_000, limit: null }],
  ['changes the amount by one step', [step(1_000)], 'open', { amount: 11_000, limit: null, stepped: true }],
  ['announces a limit that a step reaches', [step(-1_000)], 'open', { amount: 10_000, limit: 'min', stepped: true }],
  ['clamps the amount when it closes', [write('90000'), 'close'], 'closed', { amount: 50_000, typed: null }],
  ['announces a clamped amount when it opens again', [write('90000'), 'close', 'open'], 'open', most],
  ['reports that a tab has opened', [...isOpened, 3_600_000], opened, most],
  ['reports that no tab has opened', [...isUnopened, 3_600_000], unopened, most],
  ['hides the report of an opened tab on request', [...isOpened, 'dismiss'], 'closed', { amount: 50_000, limit: null }],
  [
    'hides the report that no tab has opened on request',
    [...isUnopened, 'dismiss'],
    'closed',
    { amount: 50_000, limit: null },
  ],
  [
    'hides the report of an opened tab when it opens again',
    [...isOpened, 'open'],
    'open',
    { amount: 50_000, limit: null },
  ],
])('the alpha modal limits the amount, and requests it in a tab: it %s', (what, events, ...rest) =>
  checkScenario(alphaMachine, { input: sampleAllocation })(what, ['open', ...events], ...rest),
);

test.each<MachineScenario>([
  ['blocked for 30001', ['open', write('30001'), 'request'], 'open', { amount: 30_001 }],
  ['allowed for 30000', ['open', write('30000'), 'request'], 'requesting', { amount: 30_000 }],
  ['blocked for 90000', ['open', write('90000'), 'request'], 'open', { amount: 90_000, typed: '90000' }],
])('the remaining allocation limits a request: it is %s', checkScenario(alphaMachine, { input: tightAllocation }));
