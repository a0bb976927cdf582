import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { outcomesMachine } from '#machines/outcomes';
import { renderPhrase } from './copy';
import { presentOutcomes } from './transactions.present';

/** Announces each result of a transaction once. Must be inside a live region. */
export function OutcomeAnnouncements({ actor }: { actor: ActorRefFrom<typeof outcomesMachine> | null | undefined }) {
  const seen = useSelector(actor ?? undefined, (snapshot) => snapshot);
  return presentOutcomes(seen).map(({ id, text }) => <span key={id}>{renderPhrase(text)}</span>);
}
