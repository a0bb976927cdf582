import type { identityMachine } from '#machines/identity';
import type { MachineWorld } from '../engine/properties';
import { createDoneEvent } from '../engine/words';
import {
  connectionElsewhere,
  connectionNames,
  createSession,
  otherAccount,
  sampleConnection,
  sampleIdentityInput,
} from './connections';

export const identityWorld: MachineWorld<typeof identityMachine> = {
  names: { ...connectionNames },
  inputs: [sampleIdentityInput, { ...sampleIdentityInput, mustSignIn: false }],
  samples: [
    ...[sampleConnection, otherAccount, connectionElsewhere].map((connection) => ({
      type: 'wallet.connected',
      connection,
    })),
    ...[sampleConnection, otherAccount].map((one) => createDoneEvent('checkSession', createSession(one))),
    createDoneEvent('checkSession', null),
    ...[createSession(sampleConnection), createSession(otherAccount), null].map((session) => ({
      type: 'signIn.ended',
      session,
    })),
  ],
  homes: ['disconnected', 'unauthenticated', 'signingIn', 'connected'],
};
