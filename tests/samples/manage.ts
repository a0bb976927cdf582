import type { AnyEventObject, SnapshotFrom } from 'xstate';
import type { manageMachine } from '#machines/manage';
import type { World } from '../engine/paths';
import type { Claims } from '../engine/properties';
import { done, legible } from '../engine/words';
import { connection, elsewhere, otherAccount, outset, visitors } from './connections';

/** Whether `event` can happen now. The identity tells a move only when something has changed. */
const canHappen = (event: AnyEventObject, { context }: Pick<SnapshotFrom<typeof manageMachine>, 'context'>) =>
  event.type !== 'visitor.moved' || legible(event.connection) !== legible(context.connection);

export const manageWorld: World<typeof manageMachine> & Claims = {
  names: {
    ...visitors,
    disconnect: { leave: true, networks: false },
    close: { leave: false, networks: false },
    networks: { leave: false, networks: true },
  },
  inputs: [
    { connection, chains: outset.chains, request: null },
    { connection, chains: outset.chains, request: { phone: false, dialog: 'chain' } },
    { connection: elsewhere, chains: outset.chains, request: null },
  ],
  possible: canHappen,
  samples: [
    { type: 'dialog.request' },
    { type: 'dialog.request', dialog: 'chain' },
    ...[connection, otherAccount, elsewhere].map((one) => ({ type: 'visitor.moved', connection: one })),
    done('account', { leave: true, networks: false }),
    done('account', { leave: false, networks: false }),
    done('account', { leave: false, networks: true }),
    ...['closed', 'switched', 'unchanged', 'left'].map((settlement) => done('chain', settlement)),
  ],
};
