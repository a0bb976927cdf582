import type { identityMachine } from '#machines/identity';
import type { World } from '../engine/paths';
import type { PropertySettings } from '../engine/properties';
import { doneEvent } from '../engine/words';
import { elsewhere, otherAccount, outset, sampleConnection, sessionOf, visitors } from './connections';

export const identityWorld: World<typeof identityMachine> & PropertySettings = {
  names: { ...visitors },
  inputs: [outset, { ...outset, mustSignIn: false }],
  samples: [
    ...[sampleConnection, otherAccount, elsewhere].map((connection) => ({ type: 'wallet.connected', connection })),
    ...[sampleConnection, otherAccount].map((one) => doneEvent('checkSession', sessionOf(one))),
    doneEvent('checkSession', null),
    ...[sessionOf(sampleConnection), sessionOf(otherAccount), null].map((session) => ({
      type: 'signIn.ended',
      session,
    })),
  ],
  homes: ['disconnected', 'unauthenticated', 'signingIn', 'connected'],
};
