import type { addressMachine } from '#machines/address';
import type { World } from '../engine/paths';
import type { PropertySettings } from '../engine/properties';

/** A new entry of the browser's history, which the page has not marked, at the connect dialog. */
export const newConnectEntry = { dialog: 'connect', goal: null, depth: null } as const;

/** A new, unmarked history entry at the account dialog. */
export const newAccountEntry = { dialog: 'account', goal: null, depth: null } as const;

/** The history entry at which the page loaded. The network dialog opens after connecting. */
export const loadedEntry = { dialog: 'connect', goal: 'chain', depth: 0 } as const;

/** A history entry that the page has added for the connect dialog. */
export const addedConnectEntry = { dialog: 'connect', goal: null, depth: 1 } as const;

/** A history entry that the page has added for a modal without a hash, such as the alpha modal. */
export const addedModalEntry = { dialog: null, goal: null, depth: 1 } as const;

/** A history entry without any dialog. */
export const entryWithoutDialog = { dialog: null, goal: null, depth: null } as const;

/** The open connect dialog, as it reports itself to the address machine. */
export const openConnectDialog = { id: 'wallet', dialog: 'connect' } as const;

/** The open account dialog, as it reports itself to the address machine. */
export const openAccountDialog = { id: 'account', dialog: 'account' } as const;

/** The open alpha modal, as it reports itself to the address machine. No hash names it. */
export const openAlphaModal = { id: 'alpha', dialog: null } as const;

/** The inputs and events with which tests explore the address machine. */
export const addressWorld: World<typeof addressMachine> & PropertySettings = {
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
