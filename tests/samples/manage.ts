import type { manageMachine } from '#machines/manage';
import type { World } from '../engine/paths';
import type { Claims } from '../engine/properties';
import { done } from '../engine/words';
import { connection, elsewhere, otherAccount, outset, visitors } from './connections';

export const manageWorld: World<typeof manageMachine> & Claims = {
  names: {
    ...visitors,
    disconnect: { leave: true, networks: false },
    close: { leave: false, networks: false },
    networks: { leave: false, networks: true },
  },
  inputs: [
    { connection, chains: outset.chains, dialog: null },
    { connection, chains: outset.chains, dialog: 'chain' },
    { connection: elsewhere, chains: outset.chains, dialog: null },
  ],
  samples: [
    { type: 'ask' },
    { type: 'ask', dialog: 'chain' },
    ...[connection, otherAccount, elsewhere].map((one) => ({ type: 'visitor.moved', connection: one })),
    done('account', { leave: true, networks: false }),
    done('account', { leave: false, networks: false }),
    done('account', { leave: false, networks: true }),
    ...['closed', 'switched', 'unchanged', 'left'].map((settlement) => done('chain', settlement)),
  ],
};
