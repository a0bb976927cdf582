import { expect, test } from 'vitest';
import { comparisonMachine } from '#machines/comparison';
import { testLive } from '../engine/live';
import { comparisonSamples, createWriteEvent as write } from '../samples/page';
import { checkScenario, type MachineScenario } from './scenarios';

testLive(comparisonMachine, comparisonSamples, ({ input }) => ({
  '*': ({ context: { amount } }) => expect(amount).toBeGreaterThanOrEqual(0),
  idle: ({ context }) => expect(context).toEqual({ amount: input.initial, decimal: '.', typed: null }),
  typing: ({ context: { typed } }) => expect(typed).not.toBeNull(),
  answered: ({ status }) => expect(status).toBe('active'),
}));

const options = { input: { initial: 50, decimal: '.' as const } };

test.each<MachineScenario>([
  ['starts at 50', [], 'idle', { amount: 50 }],
  ['turns a negative amount into 0', [write('-5')], 'typing', { amount: 0 }],
  [
    'keeps its figures while the text is not a number',
    [write('1000'), write('1000x')],
    'typing',
    { amount: 1000, typed: '1000x' },
  ],
  ['waits for a pause in typing', [write('1'), 600, write('12'), 699], 'typing', { amount: 12 }],
  ['announces its figures after a pause', [write('12'), 700], 'answered', { amount: 12, typed: '12' }],
  [
    'announces its figures when the field loses focus',
    [write('$1,000'), 'leave'],
    'answered',
    { amount: 1000, typed: null },
  ],
  [
    'formats the amount when the field loses focus',
    [write('$1,000'), 700, 'leave'],
    'answered',
    { amount: 1000, typed: null },
  ],
])('the comparison follows the amount that the visitor types: it %s', checkScenario(comparisonMachine, options));
