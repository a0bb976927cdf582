import { describe, expect, test } from 'vitest';
import { alphaMachine } from '#machines/alpha';
import { testLive } from '../engine/live';
import { type EventOrDelay, perform } from '../engine/perform';
import { createDoneEvent, createErrorEvent } from '../engine/words';
import { alphaWorld, sampleAllocation } from '../samples/alpha';

testLive(alphaMachine, alphaWorld, ({ given, input }) => {
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

describe('the alpha machine', () => {
  const [open, close, leave, request, dismiss] = ['open', 'close', 'leave', 'request', 'dismiss'].map((type) => ({
    type,
  }));
  const write = (text: string) => ({ type: 'write', text });
  const slide = (amount: number) => ({ type: 'slide', amount });
  const step = (by: number) => ({ type: 'step', by });
  const isOpened = [write('90000'), request!, createDoneEvent('openRequest')];
  const isUnopened = [
    write('90000'),
    request!,
    createErrorEvent('openRequest', new TypeError('window.open is not a function')),
  ];
  const [opened, unopened] = [{ requested: 'opened' }, { requested: 'unopened' }];
  const most = { amount: 50_000, limit: 'max' };
  const cleared = { typed: null, limit: null, stepped: false };

  test.each<[what: string, events: EventOrDelay[], state: unknown, context?: object]>([
    ['ignores what is no number', ['20000', 'abc', '', '12abc', 'NaN'].map(write), 'open', { amount: 20_000 }],
    ['keeps an amount beyond a limit while it is typed', [write('90000')], 'open', { amount: 90_000 }],
    ['lowers it to 50000 when the field is left', [write('90000'), leave!], 'open', { ...most, typed: null }],
    ['raises it to 10000', [write('5'), leave!], 'open', { amount: 10_000, typed: null, limit: 'min' }],
    ['announces a limit once', [write('90000'), leave!, write('20000')], 'open', { limit: null }],
    ['requests exactly the typed amount', [write('$25,000'), request!], 'requesting', { amount: 25_000 }],
    ['clamps a small amount in the same press', [write('5'), request!], 'requesting', { amount: 10_000, limit: 'min' }],
    ['clamps a large amount in the same press', [write('90000'), request!], 'requesting', { ...most, typed: null }],
    ['stays open if the visitor reopens it before a tab opens', [request!, open!, 5_000], 'open', { amount: 10_000 }],
    ['waits 5 s for a tab', [request!, 4_999], 'requesting'],
    ['offers the link again after 5 s', [request!, 5_000], unopened],
    ['takes an amount of the slider', [write('90000'), leave!, slide(25_000)], 'open', { amount: 25_000, ...cleared }],
    ['clamps an amount of the slider', [slide(60_000)], 'open', { amount: 50_000, limit: null }],
    ['takes a step', [step(1_000)], 'open', { amount: 11_000, limit: null, stepped: true }],
    ['announces the limit of a step', [step(-1_000)], 'open', { amount: 10_000, limit: 'min', stepped: true }],
    ['clamps when it closes', [write('90000'), close!], 'closed', { amount: 50_000, typed: null }],
    ['announces that when it opens again', [write('90000'), close!, open!], 'open', most],
    ['tells that a tab has opened', [...isOpened, 3_600_000], opened, most],
    ['tells that no tab has opened', [...isUnopened, 3_600_000], unopened, most],
    ['hides that on request', [...isOpened, dismiss!], 'closed', { amount: 50_000, limit: null }],
    ['hides on request that no tab has opened', [...isUnopened, dismiss!], 'closed', { amount: 50_000, limit: null }],
    ['hides that when it opens again', [...isOpened, open!], 'open', { amount: 50_000, limit: null }],
  ])('the alpha modal %s', async (_, events, state, context = {}) => {
    const { play, snapshot } = perform(alphaMachine, { input: sampleAllocation });
    await play([open!, ...events]);
    expect(snapshot()).toMatchObject({ value: state, context });
  });

  test.each([
    ['30001', 'open', { amount: 30_001 }],
    ['30000', 'requesting', { amount: 30_000 }],
    ['90000', 'open', { amount: 90_000, typed: '90000' }],
  ])('a request for %s of the remaining 30000 leads to the state %s', async (text, state, context) => {
    const { play, snapshot } = perform(alphaMachine, { input: { ...sampleAllocation, allocated: 70_000 } });
    await play([open!, write(text), request!]);
    expect(snapshot()).toMatchObject({ value: state, context });
  });
});
