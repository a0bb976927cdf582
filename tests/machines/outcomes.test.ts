import { describe, expect, test } from 'vitest';
import type { Transaction } from '#domain/transaction';
import { outcomesMachine } from '#machines/outcomes';
import { testLive } from '../engine/live';
import { perform } from '../engine/perform';
import { outcomesWorld } from '../samples/outcomes';
import { nthTransaction } from '../samples/transactions';

const changed = (list: Transaction[], clearing = false) => ({ type: 'list.changed', list, clearing }) as const;

testLive(outcomesMachine, outcomesWorld, ({ actor }) => ({
  '*': ({ context: { list, settled } }) => {
    expect(list).toEqual(expect.arrayContaining(settled));
    expect(settled.filter(({ status }) => status === 'pending')).toEqual([]);
    expect(Object.keys(actor.getSnapshot().children)).toEqual(['followTransactions']);
  },
  listening: ({ children }) => expect(children.followTransactions).toBeDefined(),
  cleared: ({ context }) => expect(context).toEqual({ list: [], settled: [] }),
}));

/** Returns the state and the announced results after each list. */
async function heardOf(...events: ReturnType<typeof changed>[]) {
  const { send, snapshot } = perform(outcomesMachine);
  for (const event of events) await send(event);
  const { value, context } = snapshot();
  return [value, context.settled];
}

describe('rules of the outcomes machine', () => {
  test('the first list of transactions announces nothing', async () => {
    expect(await heardOf(changed([nthTransaction(2), nthTransaction(1, 'failed')]))).toEqual(['listening', []]);
  });

  test.each(['confirmed', 'failed'] as const)(
    'a result stays announced while other transactions change: %s',
    async (status) => {
      const [first, second] = [nthTransaction(1, status), nthTransaction(2, 'confirmed')];
      const lists = [
        [nthTransaction(2), nthTransaction(1)],
        [nthTransaction(2), first],
        [second, first],
        [nthTransaction(3), second, first],
      ];
      expect(await heardOf(...lists.map((list) => changed(list)))).toEqual(['listening', [second, first]]);
    },
  );

  test('clearing the list is announced until the next transaction', async () => {
    const cleared = [changed([nthTransaction(1)]), changed([nthTransaction(1)], true), changed([], true)];
    expect(await heardOf(...cleared)).toEqual(['cleared', []]);
    expect(await heardOf(...cleared, changed([]))).toEqual(['cleared', []]);
    expect(await heardOf(...cleared, changed([nthTransaction(2)]))).toEqual(['listening', []]);
    expect(await heardOf(...cleared, changed([nthTransaction(2)]), changed([nthTransaction(2, 'failed')]))).toEqual([
      'listening',
      [nthTransaction(2, 'failed')],
    ]);
  });
});
