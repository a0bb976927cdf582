import { afterAll, describe, expect, test } from 'vitest';
import { accountMachine } from '#machines/account';
import { walksOf } from '../model';
import { coverageOf, perform } from '../perform';
import { accountWorld } from '../worlds';

describe('account', () => {
  const coverage = coverageOf(accountMachine);
  afterAll(() => console.info(String(coverage)));

  for (const { title, follow } of walksOf(accountMachine, accountWorld))
    test(title, async () => {
      const { stop, given, ...life } = perform(accountMachine, { inspect: coverage.inspect });
      await follow({
        ...life,
        states: {
          idle: ({ output }) => expect(output).toBeUndefined(),
          closed: ({ output }) => expect(output).toEqual({ leave: false }),
          left: ({ output }) => expect(output).toEqual({ leave: true }),
        },
      });
      stop();
    });

  test('takes every transition', () => expect(coverage.missing()).toEqual([]));
});
