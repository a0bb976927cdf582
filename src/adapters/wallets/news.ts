import type { ActorRefFrom } from 'xstate';
import type { Standing } from '#domain/news';
import type { newsMachine } from '#machines/news';
import type { sessionMachine } from '#machines/session';

type News = typeof newsMachine;

/** Returns `news` subscribed to the session that invokes it. */
export function followingParent(news: News): News {
  const begin: News['getInitialSnapshot'] = (scope, input) => {
    const session = scope.self._parent as ActorRefFrom<typeof sessionMachine>;
    let last: unknown;
    session.subscribe(({ value, context: { connection } }) => {
      const [status, dialog] =
        'undecided' in value ? [value.undecided.question, value.undecided.dialog] : Object.entries(value)[0]!;
      const now: Standing = {
        status,
        connection: connection && { address: connection.address, chainId: connection.chainId },
        open: dialog !== 'none',
      };
      const told = JSON.stringify(now);
      if (told === last) return;
      last = told;
      scope.self.send({ type: 'session.changed', now });
    });
    return news.getInitialSnapshot(scope, input);
  };
  return Object.create(news, { getInitialSnapshot: { value: begin } });
}
