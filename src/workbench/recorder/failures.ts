import type { AnyActorRef, InspectionEvent } from 'xstate';

/**
 * Returns an inspector that also reports the step in which a guard or an action throws. XState ends such an actor without
 * a snapshot, and reports only the event before. `isRunning` tells whether an actor has not ended yet, as reported.
 */
export function inspectFailures(
  inspect: (news: InspectionEvent) => void,
  isRunning: (sessionId: string) => boolean,
): (news: InspectionEvent) => void {
  /** The events that no snapshot has followed yet. */
  const open = new Set<unknown>();
  return (news) => {
    inspect(news);
    if (news.type === '@xstate.snapshot') open.delete(news.event);
    if (news.type !== '@xstate.event') return;
    open.add(news.event);
    queueMicrotask(() => {
      const ref = news.actorRef as AnyActorRef;
      const snapshot = ref.getSnapshot();
      if (open.delete(news.event) && snapshot.status === 'error' && isRunning(ref.sessionId))
        inspect({ ...news, type: '@xstate.snapshot', snapshot });
    });
  };
}
