import type { identityMachine } from '#machines/identity';
import type { World } from '../engine/paths';
import type { PropertySettings } from '../engine/properties';
import { doneEvent } from '../engine/words';
import {
  connectionElsewhere,
  namedVisitors,
  otherAccount,
  sampleConnection,
  sampleSettings,
  sessionOf,
} from './connections';

/** The inputs and events with which tests explore the identity machine. */
export const identityWorld: World<typeof identityMachine> & PropertySettings = {
  names: { ...namedVisitors },
  inputs: [sampleSettings, { ...sampleSettings, mustSignIn: false }],
  samples: [
    ...[sampleConnection, otherAccount, connectionElsewhere].map((connection) => ({
      type: 'wallet.connected',
      connection,
    })),
    ...[sampleConnection, otherAccount].map((one) => doneEvent('checkSession', sessionOf(one))),
    doneEvent('checkSession', null),
    ...[sessionOf(sampleConnection), sessionOf(otherAccount), null].map((session) => ({
      type: 'signIn.ended',
      session,
    })),
  ],
  homes: ['disconnected', 'unauthenticated', 'signingIn', 'connected'],
};
