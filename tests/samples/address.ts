import type { addressMachine } from '#machines/address';
import type { MachineWorld } from '../engine/properties';

// Entries of the browser's history. An entry that the page has not marked has no depth.
export const newConnectEntry = { dialog: 'connect', goal: null, depth: null } as const;
export const newAccountEntry = { dialog: 'account', goal: null, depth: null } as const;
/** The page loaded here. The network dialog opens after connecting. */
export const loadedEntry = { dialog: 'connect', goal: 'chain', depth: 0 } as const;
export const addedConnectEntry = { dialog: 'connect', goal: null, depth: 1 } as const;
export const addedModalEntry = { dialog: null, goal: null, depth: 1 } as const;
export const entryWithoutDialog = { dialog: null, goal: null, depth: null } as const;

// Open dialogs, as they report themselves. No hash names the alpha modal.
export const openConnectDialog = { id: 'wallet', dialog: 'connect' } as const;
export const openAccountDialog = { id: 'account', dialog: 'account' } as const;
export const openAlphaModal = { id: 'alpha', dialog: null } as const;

export const addressWorld: MachineWorld<typeof addressMachine> = {
  names: {
    newEntry: newConnectEntry,
    newGoal: newAccountEntry,
    landedEntry: loadedEntry,
    ownEntry: addedConnectEntry,
    modalEntry: addedModalEntry,
    plainEntry: entryWithoutDialog,
    walletDialog: openConnectDialog,
    accountDialog: openAccountDialog,
    alphaModal: openAlphaModal,
  },
  samples: [
    ...[newConnectEntry, newAccountEntry, loadedEntry, addedConnectEntry, addedModalEntry, entryWithoutDialog].map(
      (entry) => ({
        type: 'address.changed',
        entry,
      }),
    ),
    ...[openConnectDialog, openAccountDialog, openAlphaModal].map((holder) => ({ type: 'hold', holder })),
    ...[openConnectDialog, openAlphaModal].map(({ id }) => ({ type: 'release', id })),
    ...(['connect', 'account'] as const).map((dialog) => ({ type: 'request', dialog })),
  ],
  // More than three nested entries would behave like three.
  possible: ({ type, entry, holder }, { context: { depth } }) =>
    depth < 3 || (type === 'address.changed' ? entry.depth !== null || !entry.dialog : holder?.dialog !== null),
  homes: ['held'],
};
