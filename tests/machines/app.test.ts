import { describe, expect, test } from 'vitest';
import { alphaMachine } from '#machines/alpha';
import { appMachine } from '#machines/app';
import { comparisonMachine } from '#machines/comparison';
import { perform } from '../engine/perform';
import { proveAll } from '../engine/tier';
import { usual } from '../samples/alpha';
import { appWorld } from '../samples/app';

describe('app', () => {
  const { coverage, walks, complete } = proveAll('live', appMachine, appWorld);

  for (const { title, input, follow } of walks)
    test(title, async () => {
      const { stop, given, ...life } = perform(appMachine, { input, coverage });
      await follow({ ...life, states: { '*': ({ status }) => expect(status).toBe('active') } });
      expect(given('alpha')).toEqual(usual);
      expect(given('comparison')).toEqual({ initial: 50 });
      expect(given('door')).toBeUndefined();
      stop();
    });

  test('takes every transition', complete);
});

test('the parts of the page run side by side', () => {
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
