import { type ActorRefFrom, fromCallback, fromPromise } from 'xstate';
import { watchList } from '#adapters/network/outcomes';
import type { Account, Outcome, Transaction } from '#domain/transaction';
import { outcomesMachine } from '#machines/outcomes';
import { transactionMachine, type Watched } from '#machines/transaction';
import { transactionsMachine } from '#machines/transactions';
import { sender } from '../samples/connections';

type Change = { type: 'transactions.changed'; account: Account; list: Transaction[] };

/** Announces the results of `transactions`. */
export const outcomesOf = (transactions: ActorRefFrom<typeof transactionsMachine>) =>
  outcomesMachine.provide({ actors: { watchList: watchList(() => transactions) } });

/** For dialogs in which no transaction matters. */
export const quietOutcomes = outcomesMachine.provide({ actors: { watchList: fromCallback(() => {}) } });

/** Props of the list of transactions. The test takes the place of storage, and the network never answers. */
export function scriptedTransactions() {
  let tell: (change: Change) => void = () => {};
  const list = (...list: Transaction[]) => tell({ type: 'transactions.changed', account: sender, list });
  const transactions = transactionsMachine.provide({
    actors: {
      watchTransactions: fromCallback(({ sendBack }) => {
        tell = sendBack;
      }),
      clearTransactions: fromPromise<void>(async () => list()),
      transaction: transactionMachine.provide({
        actors: {
          awaitReceipt: fromPromise<Outcome, Watched>(() => new Promise(() => {})),
          watchReturn: fromCallback(() => {}),
        },
      }),
    },
  });
  return { transactions, list };
}
