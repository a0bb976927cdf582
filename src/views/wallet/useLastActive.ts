import type { AnyActorRef, SnapshotFrom } from 'xstate';
import { useLastValue } from '../useLast';

/** Returns the last snapshot of `actor` while it ran, so that a closed dialog keeps its content while it fades out. */
export const useLastActive = <Actor extends AnyActorRef>(actor: Actor | undefined): SnapshotFrom<Actor> | null =>
  useLastValue(actor as AnyActorRef | undefined, (snapshot) => (snapshot?.status === 'active' ? snapshot : null));
