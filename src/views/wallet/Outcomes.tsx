import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { outcomesMachine } from '#machines/outcomes';
import { dialogWords } from './copy';

/** Announces each result of a transaction once. Must be inside a live region. */
export function Outcomes({ actor }: { actor: ActorRefFrom<typeof outcomesMachine> | null | undefined }) {
  const seen = useSelector(actor ?? undefined, (snapshot) => snapshot);
  return (
    <>
      {seen?.context.settled.map(({ hash, description, status }) => (
        <span key={`${hash} ${status}`}>
          {dialogWords.transactions.line({ name: description, translate: 'yes' }, status).marked}
        </span>
      ))}
      {seen?.matches('cleared') && <span>{dialogWords.transactions.cleared}</span>}
    </>
  );
}
