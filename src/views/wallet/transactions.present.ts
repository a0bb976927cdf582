import type { SnapshotFrom } from 'xstate';
import { type Chain, createExplorerLink } from '#domain/chain';
import type { Transaction } from '#domain/transaction';
import type { outcomesMachine } from '#machines/outcomes';
import { controlOf, phraseOf } from '../phrase';

const RECENT = 3;

const lineOf = ({ description, status }: Transaction) =>
  phraseOf('transactions.line', { name: description, translate: 'yes' }, status);

/** Returns the newest transactions, with their pages on the explorer of `chain`, which is undefined if unsupported. */
export const presentTransactions = (list: Transaction[], clearing: boolean, chain: Chain | undefined) => ({
  rows: list.slice(0, RECENT).map((transaction) => ({
    ...transaction,
    line: lineOf(transaction),
    state: phraseOf(`transactions.status.${transaction.status}`),
    link: (chain && createExplorerLink(chain, 'tx', transaction.hash)) ?? null,
  })),
  clear: controlOf(clearing ? null : 'clear', 'transactions.clear'),
});

export const presentOutcomes = (snapshot: SnapshotFrom<typeof outcomesMachine> | undefined) => [
  ...(snapshot?.context.settled ?? []).map((one) => ({ id: `${one.hash} ${one.status}`, text: lineOf(one) })),
  ...(snapshot?.matches('cleared') ? [{ id: 'cleared', text: phraseOf('transactions.cleared') }] : []),
];
