import type { identityMachine } from '#machines/identity';

type Identity = typeof identityMachine;

/** Returns `identity` so that it sends what it emits to the session that runs it. */
export function tellingParent(identity: Identity): Identity {
  const begin: Identity['getInitialSnapshot'] = (scope, input) => {
    scope.self.on('*', (news) => scope.self._parent?.send(news));
    return identity.getInitialSnapshot(scope, input);
  };
  return Object.create(identity, { getInitialSnapshot: { value: begin } });
}
