import { useSelector } from '@xstate/react';
import type { AnyActorRef } from 'xstate';

interface Selected<Value> {
  actor: AnyActorRef | undefined;
  value: Value | null;
}

const stays = (before: Selected<unknown>, after: Selected<unknown>) =>
  before.actor === after.actor && (after.value === null || Object.is(before.value, after.value));

/** Keeps the last value of `actor` that was not null, so that a closing dialog keeps its content. */
export const useLastValue = <Actor extends AnyActorRef | undefined, Value>(
  actor: Actor,
  selector: (snapshot: Actor extends { getSnapshot(): infer Snapshot } ? Snapshot : undefined) => Value | null,
): Value | null =>
  useSelector(actor, (snapshot): Selected<Value> => ({ actor, value: selector(snapshot as never) }), stays).value;
