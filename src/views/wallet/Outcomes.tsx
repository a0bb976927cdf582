import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { Transaction } from '#domain/transaction';
import type { transactionsMachine } from '#machines/transactions';
import { words } from './copy';

type Shown = SnapshotFrom<typeof transactionsMachine>;

interface Noted {
  list: Transaction[];
  /** Transactions that were pending before, and are settled now. */
  settled: Transaction[];
  clearing: boolean;
  cleared: boolean;
}

const NONE: Transaction[] = [];

/**
 * Compares each snapshot with the one before. The first one is not announced. Each `opening` of a dialog starts again.
 */
function readerOf(_opening: unknown) {
  let last: Noted = { list: NONE, settled: NONE, clearing: false, cleared: false };
  return (snapshot: Shown | undefined): Noted => {
    const list = snapshot?.context.list ?? NONE;
    const clearing = Boolean(snapshot?.matches('clearing'));
    const cleared = list.length === 0 && (last.cleared || clearing);
    if (list === last.list && clearing === last.clearing && cleared === last.cleared) return last;
    const waited = [...last.settled, ...last.list.filter(({ status }) => status === 'pending')];
    const settled = list.filter(({ status, hash }) => status !== 'pending' && waited.some((one) => one.hash === hash));
    last = { list, settled, clearing, cleared };
    return last;
  };
}

/** Returns the transactions, and those that have settled since this `opening`. */
export function useOutcomes(actor: ActorRefFrom<typeof transactionsMachine> | undefined, opening?: unknown): Noted {
  const read = useMemo(() => readerOf(opening), [opening]);
  return useSelector(actor, read);
}

/** Announces each result of a transaction once. Must be inside a live region. */
export const Outcomes = ({ settled, cleared }: Pick<Noted, 'settled' | 'cleared'>) => (
  <>
    {settled.map(({ hash, description, status }) => (
      <span key={`${hash} ${status}`}>
        <bdi translate="yes">{description}</bdi>, {words.transactions.status[status]}
      </span>
    ))}
    {cleared && <span>{words.transactions.cleared}</span>}
  </>
);
