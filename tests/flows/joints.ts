import { type AnyActorLogic, type AnyEventObject, fromCallback, fromPromise, waitFor } from 'xstate';
import { find } from '#machines/system';

/* Joints that are still adapters. Each goes once it is a message between machines. */

export const joints: Record<string, AnyActorLogic> = {
  watchConnection: fromCallback<AnyEventObject>(({ sendBack, system }) => {
    const connection = find(system, 'connection');
    const undo = [connection.on('wallet.connected', sendBack), connection.on('wallet.disconnected', sendBack)];
    const now = connection.getSnapshot().context.connection;
    if (now) sendBack({ type: 'wallet.connected', connection: now });
    return () => {
      for (const one of undo) one.unsubscribe();
    };
  }),
  restoreConnection: fromPromise<void>(async ({ system }) => {
    await waitFor(
      find(system, 'connection'),
      (now) => !now.matches('reading') && !now.matches({ stored: 'restoring' }),
    );
  }),
  disconnect: fromPromise<void>(async ({ system }) => find(system, 'connection').send({ type: 'disconnect' })),
};
