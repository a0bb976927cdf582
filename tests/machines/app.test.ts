import { afterAll, describe, expect, test } from 'vitest';
import { alphaMachine } from '#machines/alpha';
import { appMachine } from '#machines/app';
import { comparisonMachine } from '#machines/comparison';
import { walksOf } from '../model';
import { coverageOf, perform } from '../perform';
import { appWorld, usual } from '../worlds';

describe('app', () => {
  const coverage = coverageOf(appMachine);
  afterAll(() => console.info(String(coverage)));

  for (const { title, input, follow } of walksOf(appMachine, appWorld))
    test(title, async () => {
      const { stop, given, ...life } = perform(appMachine, { input, inspect: coverage.inspect });
      await follow({ ...life, states: { '*': ({ status }) => expect(status).toBe('active') } });
      expect(given('alpha')).toEqual(usual);
      expect(given('comparison')).toEqual({ initial: 50 });
      expect(given('door')).toBeUndefined();
      stop();
    });

  test('takes every transition', () => expect(coverage.missing()).toEqual([]));
});

test('the parts of the page are at work side by side', () => {
  const input = { allocation: usual, compared: 50 };
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
