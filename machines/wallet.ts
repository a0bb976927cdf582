import { sendTo, setup } from 'xstate';
import type { Chain } from '#domain/chain';
import type { DialogName } from '#domain/dialog';
import type { DialogRequest } from '#domain/request';
import { connectionMachine } from './connection';
import { pairingMachine } from './pairing';
import type { ChildIds } from './port';
import { sessionMachine } from './session';

/**
 * The wallet bundle: the machines of the connection, of the pairing with a phone, and of the visitor's session.
 *
 * Other machines find each machine by its system id. A crash of one ends all of them, and `walletLoader` can start them
 * again.
 */
export const walletMachine = setup({
  types: {
    input: {} as { request: DialogRequest | null; mustSignIn: boolean; chains: Chain[] },
    context: {} as { request: DialogRequest | null; mustSignIn: boolean; chains: Chain[] },
    children: {} as ChildIds<'connection' | 'pairing' | 'session'>,
    events: {} as { type: 'dialog.request'; phone: boolean; dialog?: DialogName },
  },
  actors: { connection: connectionMachine, pairing: pairingMachine, session: sessionMachine },
  actions: { tellSession: sendTo('session', ({ event }) => event) },
}).createMachine({
  id: 'wallet',
  context: ({ input }) => input,
  initial: 'running',
  states: {
    running: {
      description: 'The connection is kept, and dialogs can open.',
      invoke: [
        { id: 'connection', systemId: 'connection', src: 'connection', onError: 'crashed' },
        { id: 'pairing', systemId: 'pairing', src: 'pairing', onError: 'crashed' },
        { id: 'session', systemId: 'session', src: 'session', input: ({ context }) => context, onError: 'crashed' },
      ],
      on: { 'dialog.request': { actions: 'tellSession' } },
    },
    crashed: { type: 'final', description: 'A machine has failed, so the others are stopped as well.' },
  },
});
