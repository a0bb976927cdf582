import type { AnyEventObject, SnapshotFrom } from 'xstate';
import type { manageMachine } from '#machines/manage';
import type { World } from '../engine/paths';
import type { PropertySettings } from '../engine/properties';
import { doneEvent, serializeValue } from '../engine/words';
import { connectionElsewhere, namedVisitors, otherAccount, sampleConnection, sampleSettings } from './connections';

/** Whether `event` can happen now. The identity machine reports a connection only if something in it has changed. */
const canHappen = (event: AnyEventObject, { context }: Pick<SnapshotFrom<typeof manageMachine>, 'context'>) =>
  event.type !== 'visitor.moved' || serializeValue(event.connection) !== serializeValue(context.connection);

/** The inputs and events with which tests explore the manage machine. */
export const manageWorld: World<typeof manageMachine> & PropertySettings = {
  names: {
    ...namedVisitors,
    disconnect: 'left',
    close: 'closed',
    networks: 'networks',
  },
  inputs: [
    { connection: sampleConnection, chains: sampleSettings.chains, request: null },
    { connection: sampleConnection, chains: sampleSettings.chains, request: { phone: false, dialog: 'chain' } },
    { connection: connectionElsewhere, chains: sampleSettings.chains, request: null },
  ],
  possible: canHappen,
  samples: [
    { type: 'dialog.request' },
    { type: 'dialog.request', dialog: 'chain' },
    ...[sampleConnection, otherAccount, connectionElsewhere].map((one) => ({ type: 'visitor.moved', connection: one })),
    doneEvent('account', 'left'),
    doneEvent('account', 'closed'),
    doneEvent('account', 'networks'),
    ...['closed', 'switched', 'unchanged', 'left'].map((settlement) => doneEvent('chain', settlement)),
  ],
};
