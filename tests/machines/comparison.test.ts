import { expect, test } from 'vitest';
import { comparisonMachine } from '#machines/comparison';
import { testLive } from '../engine/live';
import { type EventOrDelay, perform } from '../engine/perform';
import { comparisonWorld } from '../samples/comparison';

const write = (text: string) => ({ type: 'write', text });
const leave = { type: 'leave' };

testLive(comparisonMachine, comparisonWorld, ({ input }) => ({
  '*': ({ context: { amount } }) => expect(amount).toBeGreaterThanOrEqual(0),
  idle: ({ context }) => expect(context).toEqual({ amount: input.initial, decimal: '.', typed: null }),
  typing: ({ context: { typed } }) => expect(typed).not.toBeNull(),
  answered: ({ status }) => expect(status).toBe('active'),
}));

test.each<[what: string, events: EventOrDelay[], state: string, context: object]>([
  ['starts at 50', [], 'idle', { amount: 50 }],
  ['turns a negative amount into 0', [write('-5')], 'typing', { amount: 0 }],
  ['keeps its figures for no number', [write('1000'), write('1000x')], 'typing', { amount: 1000, typed: '1000x' }],
  ['waits for a pause in typing', [write('1'), 600, write('12'), 699], 'typing', { amount: 12 }],
  ['announces its figures after a pause', [write('12'), 700], 'answered', { amount: 12, typed: '12' }],
  [
    'announces them at once when the field is left',
    [write('$1,000'), leave],
    'answered',
    { amount: 1000, typed: null },
  ],
  [
    'formats the amount after the announcement',
    [write('$1,000'), 700, leave],
    'answered',
    { amount: 1000, typed: null },
  ],
])('the comparison %s', async (_, events, state, context) => {
  const { play, snapshot } = perform(comparisonMachine, { input: { initial: 50, decimal: '.' } });
  await play(events);
  expect(snapshot()).toMatchObject({ value: state, context });
});
