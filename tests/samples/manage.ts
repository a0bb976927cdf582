import type { AnyEventObject, SnapshotFrom } from 'xstate';
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

/** Whether `event` can happen now: the identity machine reports only a connection that differs from the last one. */
const canHappen = (event: AnyEventObject, { context }: Pick<SnapshotFrom<typeof manageMachine>, 'context'>) =>
  event.type !== 'visitor.moved' || serializeValue(event.connection) !== serializeValue(context.connection);

export const manageWorld: World<typeof manageMachine> = {
  names: {
    ...connectionNames,
    disconnect: 'left',
    close: 'closed',
    networks: 'networks',
  },
  inputs: [
    { connection: sampleConnection, chains: sampleIdentityInput.chains, request: null },
    { connection: sampleConnection, chains: sampleIdentityInput.chains, request: { phone: false, dialog: 'chain' } },
    { connection: connectionElsewhere, chains: sampleIdentityInput.chains, request: null },
  ],
  possible: canHappen,
  samples: [
    { type: 'dialog.request' },
    { type: 'dialog.request', dialog: 'chain' },
    ...[sampleConnection, otherAccount, connectionElsewhere].map((one) => ({ type: 'visitor.moved', connection: one })),
    createDoneEvent('account', 'left'),
    createDoneEvent('account', 'closed'),
    createDoneEvent('account', 'networks'),
    ...['closed', 'switched', 'unchanged', 'left'].map((settlement) => createDoneEvent('chain', settlement)),
  ],
};
