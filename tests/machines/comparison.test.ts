import { describe, expect, test } from 'vitest';
import { comparisonMachine } from '#machines/comparison';
import { testLive } from '../engine/live';
import { perform } from '../engine/perform';
import { comparisonWorld } from '../samples/comparison';

function asked() {
  const { send, snapshot, ...rest } = perform(comparisonMachine, { input: { initial: 50, decimal: '.' } });
  return { ...rest, send, snapshot, write: (text: string) => send({ type: 'write', text }) };
}

testLive(comparisonMachine, comparisonWorld, ({ input }) => ({
  '*': ({ context: { amount } }) => expect(amount).toBeGreaterThanOrEqual(0),
  idle: ({ context }) => expect(context).toEqual({ amount: input.initial, decimal: '.', typed: null }),
  typing: ({ context: { typed } }) => expect(typed).not.toBeNull(),
  answered: ({ status }) => expect(status).toBe('active'),
}));

describe('the comparison machine', () => {
  test('the comparison amount starts at 50', () => {
    expect(asked().snapshot().context.amount).toBe(50);
  });

  test('a negative amount becomes 0', async () => {
    const { write, snapshot } = asked();
    await write('-5');
    expect(snapshot().context.amount).toBe(0);
  });

  test('a text without a number leaves the figures as they are', async () => {
    const { write, snapshot } = asked();
    await write('1000');
    await write('1000x');
    expect(snapshot().context).toEqual({ amount: 1000, decimal: '.', typed: '1000x' });
  });

  test('figures are announced only after a pause in typing', async () => {
    const { write, clock, snapshot } = asked();
    await write('1');
    clock.increment(600);
    await write('12');
    clock.increment(699);
    expect(snapshot()).toMatchObject({ value: 'typing', context: { amount: 12 } });
    clock.increment(1);
    expect(snapshot()).toMatchObject({ value: 'answered', context: { amount: 12, typed: '12' } });
  });

  test('leaving the field announces the figures at once, and formats the amount', async () => {
    const { write, send, snapshot } = asked();
    await write('$1,000');
    await send({ type: 'leave' });
    expect(snapshot()).toMatchObject({ value: 'answered', context: { amount: 1000, typed: null } });
  });
});

describe('the comparison machine: after leaving the field', () => {
  test('leaving a formatted field after the announcement changes nothing', async () => {
    const { write, send, clock, snapshot } = asked();
    await write('$1,000');
    clock.increment(700);
    await send({ type: 'leave' });
    expect(snapshot()).toMatchObject({ value: 'answered', context: { amount: 1000, typed: null } });
  });
});
