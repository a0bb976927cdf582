import type { AnyActorRef, SnapshotFrom } from 'xstate';
import { useLastValue } from '../useLast';

/** Returns the last snapshot of `actor` before it stopped, so that a closed dialog keeps its content while fading. */
export const useLastActive = <Actor extends AnyActorRef>(actor: Actor | undefined): SnapshotFrom<Actor> | null =>
  useLastValue(actor as AnyActorRef | undefined, (snapshot) => (snapshot?.status === 'active' ? snapshot : null));
