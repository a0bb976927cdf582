import type { manageMachine } from '#machines/manage';
import type { World } from '../engine/paths';
import { createDoneEvent, serializeValue } from '../engine/words';
import {
  connectionElsewhere,
  connectionNames,
  otherAccount,
  sampleConnection,
  sampleIdentityInput,
} from './connections';

const { chains } = sampleIdentityInput;

export const manageWorld: World<typeof manageMachine> = {
  names: { ...connectionNames, disconnect: 'left', close: 'closed', networks: 'networks' },
  inputs: [
    { connection: sampleConnection, chains, request: null },
    { connection: sampleConnection, chains, request: { phone: false, dialog: 'chain' } },
    { connection: connectionElsewhere, chains, request: null },
  ],
  // The identity machine reports only a connection that differs from the last one.
  possible: ({ type, connection }, { context }) =>
    type !== 'visitor.moved' || serializeValue(connection) !== serializeValue(context.connection),
  samples: [
    { type: 'dialog.request' },
    { type: 'dialog.request', dialog: 'chain' },
    ...[sampleConnection, otherAccount, connectionElsewhere].map((one) => ({ type: 'visitor.moved', connection: one })),
    ...['left', 'closed', 'networks'].map((output) => createDoneEvent('account', output)),
    ...['closed', 'switched', 'unchanged', 'left'].map((settlement) => createDoneEvent('chain', settlement)),
  ],
};
