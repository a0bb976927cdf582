import { type ActorRefFrom, fromCallback, fromPromise } from 'xstate';
import type { Account, Transaction, TransactionOutcome } from '#domain/transaction';
import { outcomesMachine } from '#machines/outcomes';
import type { followActor } from '#machines/system';
import { transactionMachine, type WatchedTransaction } from '#machines/transaction';
import { transactionsMachine } from '#machines/transactions';
import { sampleSender } from '../samples/connections';

type Change = { type: 'transactions.changed'; account: Account; list: Transaction[] };

/** Announces the results of `transactions`, because no session runs here that would. */
export const announceOutcomes = (transactions: ActorRefFrom<typeof transactionsMachine>) => {
  const followTransactions: ReturnType<typeof followActor> = fromCallback(({ sendBack }) => {
    const tell = () => {
      const snapshot = transactions.getSnapshot();
      sendBack({ type: 'list.changed', list: snapshot.context.list, clearing: snapshot.matches('clearing') });
    };
    tell();
    return transactions.subscribe(tell).unsubscribe;
  });
  return outcomesMachine.provide({ actors: { followTransactions } });
};

/** An actor of transaction results that announces nothing, for dialogs without transactions. */
export const silentOutcomesMachine = outcomesMachine.provide({
  actors: { followTransactions: fromCallback(() => {}) as ReturnType<typeof followActor> },
});

/** The props of the list of transactions. The test answers requests to storage, and the network never answers. */
export function createScriptedTransactions() {
  let tell: (change: Change) => void = () => {};
  const list = (...list: Transaction[]) => tell({ type: 'transactions.changed', account: sampleSender, list });
  const transactions = transactionsMachine.provide({
    actors: {
      watchTransactions: fromCallback(({ sendBack }) => {
        tell = sendBack;
      }),
      clearTransactions: fromPromise<void>(async () => list()),
      transaction: transactionMachine.provide({
        actors: {
          awaitReceipt: fromPromise<TransactionOutcome, WatchedTransaction>(() => new Promise(() => {})),
          watchReturn: fromCallback(() => {}),
        },
      }),
    },
  });
  return { transactions, list };
}
