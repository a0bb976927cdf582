import type { InspectedEventEvent, InspectionEvent } from 'xstate';

/**
 * Wraps `inspect` so that it also receives a snapshot when a guard or an action throws. XState reports only the event
 * before that. `isRunning` tells whether the inspector still counts an actor as running.
 */
export function addFailureReports(
  inspect: (news: InspectionEvent) => void,
  isRunning: (sessionId: string) => boolean,
): (news: InspectionEvent) => void {
  /** The events without a snapshot yet. An actor that has not started handles them later. */
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
