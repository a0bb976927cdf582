import { describe, expect, test } from 'vitest';
import { alphaMachine } from '#machines/alpha';
import { testLive } from '../engine/live';
import { perform } from '../engine/perform';
import { doneEvent, errorEvent } from '../engine/words';
import { alphaWorld, usualAllocation } from '../samples/alpha';

async function opened(input = usualAllocation) {
  const { send, snapshot, ...rest } = perform(alphaMachine, { input });
  const write = (text: string) => send({ type: 'write', text });
  const amount = () => snapshot().context.amount;
  await send({ type: 'open' });
  return { ...rest, send, snapshot, write, amount };
}

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
  test('a typed value that is not a number is ignored', async () => {
    const { write, amount } = await opened();
    await write('20000');
    for (const text of ['abc', '', '12abc', 'NaN', 'Infinity']) await write(text);
    expect(amount()).toBe(20_000);
  });

  test('typing beyond a limit announces the limit once', async () => {
    const { write, send, snapshot } = await opened();
    await write('90000');
    await send({ type: 'leave' });
    await write('20000');
    expect(snapshot().context.limit).toBeNull();
  });

  test('leaving the field clamps the amount to between 10000 and 50000', async () => {
    const { write, send, amount, snapshot } = await opened();
    await write('90000');
    expect(amount()).toBe(90_000);
    await send({ type: 'leave' });
    expect(amount()).toBe(50_000);
    expect(snapshot().context).toMatchObject({ typed: null, limit: 'max' });
    await write('5');
    await send({ type: 'leave' });
    expect(amount()).toBe(10_000);
    expect(snapshot().context).toMatchObject({ typed: null, limit: 'min' });
  });

  test('a request is blocked if it would make the allocation negative', async () => {
    const { send, write, snapshot, given } = await opened({ ...usualAllocation, allocated: 70_000 });
    await write('30001');
    await send({ type: 'request' });
    expect(snapshot().value).toBe('open');
    await write('30000');
    await send({ type: 'request' });
    expect(given('openRequest')).toEqual({ amount: 30_000 });
  });

  test('the request carries exactly the typed amount, and closes the modal', async () => {
    const { send, write, given, snapshot } = await opened();
    await write('$25,000');
    await send({ type: 'request' });
    expect(given('openRequest')).toEqual({ amount: 25_000 });
    await send(errorEvent('openRequest', new Error('blocked')));
    expect(snapshot().value).toEqual({ requested: 'unopened' });
  });

  test.each([
    ['5', 10_000, 'min'],
    ['90000', 50_000, 'max'],
  ])('requesting while %s is typed clamps it and opens the link in the same press', async (text, amount, limit) => {
    const { send, write, given, snapshot } = await opened();
    await write(text);
    await send({ type: 'request' });
    expect(given('openRequest')).toEqual({ amount });
    expect(snapshot()).toMatchObject({ value: 'requesting', context: { amount, limit, typed: null } });
  });

  test('a request that exceeds the allocation after clamping stays blocked', async () => {
    const { send, write, snapshot } = await opened({ ...usualAllocation, allocated: 70_000 });
    await write('90000');
    await send({ type: 'request' });
    expect(snapshot()).toMatchObject({ value: 'open', context: { amount: 90_000, typed: '90000' } });
  });

  test('a tab that opens late does not close a modal that the visitor has reopened', async () => {
    const { send, clock, snapshot, amount } = await opened();
    await send({ type: 'request' });
    await send({ type: 'open' });
    clock.increment(5_000);
    expect([snapshot().value, amount()]).toEqual(['open', 10_000]);
  });

  test('the link becomes available again when no tab has opened within 5 s', async () => {
    const { send, clock, snapshot } = await opened();
    await send({ type: 'request' });
    clock.increment(4_999);
    expect(snapshot().value).toBe('requesting');
    clock.increment(1);
    expect(snapshot().value).toEqual({ requested: 'unopened' });
  });
});

describe('the alpha machine: single steps', () => {
  test('the slider sets an amount within the limits, and replaces typed text', async () => {
    const { send, write, snapshot } = await opened();
    await write('90000');
    await send({ type: 'leave' });
    await send({ type: 'slide', amount: 25_000 });
    expect(snapshot().context).toMatchObject({ amount: 25_000, typed: null, limit: null, stepped: false });
    await send({ type: 'slide', amount: 60_000 });
    expect(snapshot().context).toMatchObject({ amount: 50_000, limit: null });
  });

  test('a button changes the amount by its step, and announces the limits', async () => {
    const { send, snapshot } = await opened();
    await send({ type: 'step', by: 1_000 });
    expect(snapshot().context).toMatchObject({ amount: 11_000, limit: null, stepped: true });
    for (let i = 0; i < 2; i++) await send({ type: 'step', by: -1_000 });
    expect(snapshot().context).toMatchObject({ amount: 10_000, limit: 'min', stepped: true });
  });

  test('closing clamps the amount, and the next opening announces the clamped amount', async () => {
    const { send, write, snapshot } = await opened();
    await write('90000');
    await send({ type: 'close' });
    expect(snapshot()).toMatchObject({ value: 'closed', context: { amount: 50_000, typed: null } });
    await send({ type: 'open' });
    expect(snapshot()).toMatchObject({ value: 'open', context: { amount: 50_000, limit: 'max' } });
  });

  test.each([
    ['opened', doneEvent('openRequest')],
    ['unopened', errorEvent('openRequest', new TypeError('window.open is not a function'))],
  ])('the notice after %s stays until it is dismissed', async (outcome, event) => {
    const { send, write, clock, snapshot } = await opened();
    await write('90000');
    await send({ type: 'request' });
    await send(event);
    clock.increment(3_600_000);
    expect(snapshot()).toMatchObject({ value: { requested: outcome }, context: { amount: 50_000, limit: 'max' } });
    await send({ type: 'dismiss' });
    expect(snapshot()).toMatchObject({ value: 'closed', context: { amount: 50_000, limit: null } });
  });

  test('opening the modal hides the notice and the last announced limit', async () => {
    const { send, write, snapshot } = await opened();
    await write('90000');
    await send({ type: 'request' });
    await send(doneEvent('openRequest'));
    await send({ type: 'open' });
    expect(snapshot()).toMatchObject({ value: 'open', context: { amount: 50_000, limit: null } });
  });
});
