import type { ActorRefFrom, AnyStateMachine, EventFrom, SnapshotFrom } from 'xstate';
import type { Standing } from '#domain/news';
import { noticesIn, type Visit } from '#domain/notice';
import { newsMachine } from '#machines/news';
import { noticeMachine } from '#machines/notice';
import type { sessionMachine } from '#machines/session';

function visitOf({ value, context: { connection, request } }: SnapshotFrom<typeof sessionMachine>): Visit {
  const [status, dialog] =
    'undecided' in value ? [value.undecided.question, value.undecided.dialog] : Object.entries(value)[0]!;
  return { status, connection, open: dialog !== 'none', opened: Boolean(request?.opened) };
}

/** Returns `machine` subscribed to the session that invokes it. It gets the events that `eventsIn` finds in a change. */
function followingParent<Machine extends AnyStateMachine>(
  machine: Machine,
  eventsIn: (before: Visit, now: Visit) => EventFrom<Machine>[],
): Machine {
  const begin: Machine['getInitialSnapshot'] = (scope, input) => {
    const session = scope.self._parent as ActorRefFrom<typeof sessionMachine>;
    let before: Visit = { status: 'reconnecting', connection: null, open: false, opened: false };
    const tell = () => {
      const snapshot = session.getSnapshot();
      if (snapshot.status !== 'active') return;
      const now = visitOf(snapshot);
      const events = eventsIn(before, now);
      before = now;
      for (const event of events) scope.self.send(event);
    };
    // A dialog that closes because of an event closes before the event is announced.
    session.subscribe(() => queueMicrotask(tell));
    return machine.getInitialSnapshot(scope, input);
  };
  return Object.create(machine, { getInitialSnapshot: { value: begin } });
}

export const notice = followingParent(noticeMachine, noticesIn);

const standingOf = ({ status, connection, open }: Visit): Standing => ({
  status,
  connection: connection && { address: connection.address, chainId: connection.chainId },
  open,
});

/** It hears of each change once. */
export const news = followingParent(newsMachine, (before, visit) => {
  const now = standingOf(visit);
  return JSON.stringify(standingOf(before)) === JSON.stringify(now) ? [] : [{ type: 'session.changed' as const, now }];
});
