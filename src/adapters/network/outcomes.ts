import { type ActorRefFrom, type AnyActorRef, fromCallback } from 'xstate';
import { outcomesMachine } from '#machines/outcomes';
import type { transactionsMachine } from '#machines/transactions';

type Transactions = ActorRefFrom<typeof transactionsMachine>;

/** Tells the list of the transactions that `find` returns, now and at each change. */
export const watchList = (find: (self: AnyActorRef) => Transactions | undefined) =>
  fromCallback(({ sendBack, self }) => {
    const transactions = find(self);
    if (!transactions) return;
    const tell = () => {
      const snapshot = transactions.getSnapshot();
      sendBack({ type: 'list.changed', list: snapshot.context.list, clearing: snapshot.matches('clearing') });
    };
    tell();
    return transactions.subscribe(tell).unsubscribe;
  });

/** Returns the transactions that the session runs, in which `actor` runs too. */
function transactionsAround({ _parent: parent }: AnyActorRef): Transactions | undefined {
  return parent && (parent.getSnapshot().children?.transactions ?? transactionsAround(parent));
}

export const outcomes = outcomesMachine.provide({ actors: { watchList: watchList(transactionsAround) } });
