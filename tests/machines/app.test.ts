import { expect, test } from 'vitest';
import { alphaMachine } from '#machines/alpha';
import { appMachine } from '#machines/app';
import { comparisonMachine } from '#machines/comparison';
import { testLive } from '../engine/live';
import { perform } from '../engine/perform';
import { appSamples, sampleAllocation } from '../samples/page';

testLive(appMachine, appSamples, ({ given }) => ({
  '*': ({ status }) => {
    expect(status).toBe('active');
    expect(given('alpha')).toEqual(sampleAllocation);
    expect(given('comparison')).toEqual({ initial: 50, decimal: '.' });
    expect(given('walletLoader')).toBeUndefined();
  },
}));

test('the machines of the page run in parallel', () => {
  const input = { allocation: sampleAllocation, compared: 50, decimal: '.' } as const;
  const { actor, stop } = perform(appMachine, {
    input,
    actors: { alpha: alphaMachine, comparison: comparisonMachine },
  });
  const { alpha, comparison } = actor.getSnapshot().children;
  comparison?.send({ type: 'write', text: '1000' });
  expect(alpha?.getSnapshot().value).toBe('closed');
  expect(comparison?.getSnapshot().context.amount).toBe(1000);
  stop();
});
