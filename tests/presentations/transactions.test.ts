import { describe, expect, test } from 'vitest';
import { ETHEREUM } from '#domain/chain';
import type { Transaction } from '#domain/transaction';
import { clipboardMachine } from '#machines/clipboard';
import { outcomesMachine } from '#machines/outcomes';
import { presentClipboard } from '../../src/views/wallet/clipboard.present';
import { presentOutcomes, presentTransactions } from '../../src/views/wallet/transactions.present';
import { nthTransaction, nthTransactionHash } from '../samples/account';
import { replacePhrasesByKeys } from '../support/words';
import { expectCopyKeys, snapshotAt } from './state';

describe('the presentation of transactions', () => {
  test.each([1, 3, 11])('lists at most the newest three of %i transactions', (count) => {
    const list = Array.from({ length: count }, (_, i) => nthTransaction(count - i));
    const { rows } = presentTransactions(list, false, ETHEREUM);
    expect(rows.map(({ description }) => description)).toEqual(list.slice(0, 3).map(({ description }) => description));
  });

  test.each<Transaction['status']>(['pending', 'confirmed', 'failed'])('shows the status %s, and a link', (status) => {
    const { rows } = presentTransactions([nthTransaction(7, status)], false, ETHEREUM);
    const { line, state, link } = rows[0]!;
    expectCopyKeys([line, state, link]).toEqual([
      'transactions.line',
      `transactions.status.${status}`,
      `${ETHEREUM.explorer}/tx/${nthTransactionHash(7)}`,
    ]);
    expect(line.values).toEqual([{ name: nthTransaction(7).description, translate: 'yes' }, status]);
  });

  test.each([undefined, { ...ETHEREUM, explorer: '' }, { ...ETHEREUM, explorer: 'javascript:alert(1)' }])(
    'has no link for a chain without a valid explorer: %o',
    (chain) => {
      expect(presentTransactions([nthTransaction(1)], false, chain).rows[0]?.link).toBeNull();
    },
  );

  test.each([
    [false, { type: 'clear' }],
    [true, null],
  ])('disables Clear while the list is being cleared (clearing: %s)', (clearing, event) => {
    expectCopyKeys(presentTransactions([], clearing, ETHEREUM).clear).toEqual({ label: 'transactions.clear', event });
  });

  test('announces each result, and that the list was cleared', () => {
    const settled = [nthTransaction(2, 'failed'), nthTransaction(1, 'confirmed')];
    const heardIn = (path: string) =>
      replacePhrasesByKeys(
        presentOutcomes(snapshotAt(outcomesMachine, path, { list: [], settled })).map(({ text }) => text),
      );
    expect(heardIn('listening')).toEqual(['transactions.line', 'transactions.line']);
    expect(heardIn('cleared')).toEqual(['transactions.line', 'transactions.line', 'transactions.cleared']);
    expect(presentOutcomes(undefined)).toEqual([]);
  });

  test('tells apart the results of two transactions with one description', () => {
    const settled = [1, 2].map((nth) => ({ ...nthTransaction(nth, 'confirmed'), description: 'Supply' }));
    const told = presentOutcomes(snapshotAt(outcomesMachine, 'listening', { list: [], settled }));
    expect(new Set(told.map(({ id }) => id)).size).toBe(2);
  });
});

describe('the presentation of the clipboard', () => {
  test.each([
    ['idle', 'account.copy', null],
    ['copying', 'account.copy', null],
    ['copied', 'copied', 'copied'],
    ['refused', 'account.copy', 'refused'],
  ])('shows the result of the last copy in the state %s', (path, label, copied) => {
    const shown = presentClipboard(snapshotAt(clipboardMachine, path, { text: '0x' }), 'account.copy');
    expectCopyKeys(shown).toEqual({ label, copied, done: copied === 'copied', enabled: true });
  });

  test('shows no result before a text was copied', () => {
    expectCopyKeys(presentClipboard(undefined)).toEqual({ label: 'copy', copied: null, done: false, enabled: false });
  });
});
