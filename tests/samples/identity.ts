import type { identityMachine } from '#machines/identity';
import type { World } from '../engine/paths';
import type { Claims } from '../engine/properties';
import { done } from '../engine/words';
import { connection, elsewhere, otherAccount, outset, sessionOf, visitors } from './connections';

export const identityWorld: World<typeof identityMachine> & Claims = {
  names: { ...visitors },
  inputs: [outset, { ...outset, mustSignIn: false }],
  samples: [
    ...[connection, otherAccount, elsewhere].map((connection) => ({ type: 'wallet.connected', connection })),
    ...[connection, otherAccount].map((one) => done('checkSession', sessionOf(one))),
    done('checkSession', null),
    ...[sessionOf(connection), sessionOf(otherAccount), null].map((session) => ({ type: 'signIn.ended', session })),
  ],
  homes: ['disconnected', 'unauthenticated', 'signingIn', 'connected'],
};
