import type { identityMachine } from '#machines/identity';

type Identity = typeof identityMachine;

/** Returns `identity` with its emitted events sent to the session that invokes it. */
export function tellingParent(identity: Identity): Identity {
  const begin: Identity['getInitialSnapshot'] = (scope, input) => {
    scope.self.on('*', (news) => scope.self._parent?.send(news));
    return identity.getInitialSnapshot(scope, input);
  };
  return Object.create(identity, { getInitialSnapshot: { value: begin } });
}
