import type { InspectedEventEvent, InspectionEvent } from 'xstate';

/**
 * Returns an inspector that also reports the step in which a guard or an action throws. XState ends such an actor
 * without a snapshot, and reports only the event before. `isRunning` tells whether an actor has not ended yet, as
 * reported.
 */
export function addFailureReports(
  inspect: (news: InspectionEvent) => void,
  isRunning: (sessionId: string) => boolean,
): (news: InspectionEvent) => void {
  /** The events that no snapshot has followed yet. An actor that has not started takes them later. */
  let open: InspectedEventEvent[] = [];
  const check = () => {
    open = open.filter((news) => {
      const snapshot = news.actorRef.getSnapshot();
      if (snapshot.status === 'error' && isRunning(news.actorRef.sessionId))
        inspect({ ...news, type: '@xstate.snapshot', snapshot });
      return snapshot.status === 'active';
    });
  };
  return (news) => {
    inspect(news);
    if (news.type === '@xstate.event') open.push(news);
    if (news.type === '@xstate.snapshot') open = open.filter(({ event }) => event !== news.event);
    queueMicrotask(check);
  };
}
