import { useSelector } from '@xstate/react';
import type { AnyActorRef } from 'xstate';

const stays = (before: unknown, after: unknown) => after === null || Object.is(before, after);

/**
 * What `selector` last said of `actor`, however long it says nothing (null) since: what closes stays as it was until
 * it is out of sight.
 */
export const useLast = <Actor extends AnyActorRef | undefined, Value>(
  actor: Actor,
  selector: (snapshot: Actor extends { getSnapshot(): infer Snapshot } ? Snapshot : undefined) => Value | null,
): Value | null => useSelector(actor, selector, stays);
