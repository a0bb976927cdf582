import type { addressMachine } from '#machines/address';
import type { World } from '../engine/paths';
import type { PropertySettings } from '../engine/properties';

/**
 * Entries of the browser's history: new ones, entries that the page has marked, and the one at which the page loaded.
 */
export const newEntry = { dialog: 'connect', goal: null, depth: null } as const;

export const newAccountEntry = { dialog: 'account', goal: null, depth: null } as const;

export const firstEntry = { dialog: 'connect', goal: 'chain', depth: 0 } as const;

export const ownEntry = { dialog: 'connect', goal: null, depth: 1 } as const;

export const modalEntry = { dialog: null, goal: null, depth: 1 } as const;

export const plainEntry = { dialog: null, goal: null, depth: null } as const;

export const walletDialog = { id: 'wallet', dialog: 'connect' } as const;

export const accountDialog = { id: 'account', dialog: 'account' } as const;

export const alphaModal = { id: 'alpha', dialog: null } as const;

/** The inputs and events of the address machine, from which its paths are generated. */
export const addressWorld: World<typeof addressMachine> & PropertySettings = {
  names: {
    newEntry,
    newGoal: newAccountEntry,
    landedEntry: firstEntry,
    ownEntry,
    modalEntry,
    plainEntry,
    walletDialog,
    accountDialog,
    alphaModal,
  },
  samples: [
    ...[newEntry, newAccountEntry, firstEntry, ownEntry, modalEntry, plainEntry].map((entry) => ({
      type: 'address.changed',
      entry,
    })),
    ...[walletDialog, accountDialog, alphaModal].map((holder) => ({ type: 'hold', holder })),
    ...[walletDialog, alphaModal].map(({ id }) => ({ type: 'release', id })),
    ...(['connect', 'account'] as const).map((dialog) => ({ type: 'request', dialog })),
  ],
  // More than three nested entries would behave like three.
  possible: ({ type, entry, holder }, { context: { depth } }) =>
    depth < 3 || (type === 'address.changed' ? entry.depth !== null || !entry.dialog : holder?.dialog !== null),
  homes: ['held'],
};
