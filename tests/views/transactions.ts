import { fromCallback, fromPromise } from 'xstate';
import type { Account, Outcome, Transaction } from '#domain/transaction';
import { transactionMachine, type Watched } from '#machines/transaction';
import { transactionsMachine } from '#machines/transactions';
import { sender } from '../samples/connections';

type Change = { type: 'transactions.changed'; account: Account; list: Transaction[] };

/** Props of the list of transactions. The test stores them, and the network never answers. */
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
