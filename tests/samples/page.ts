import { createMachine } from 'xstate';
import { clamp } from '#domain/amount';
import type { addressMachine } from '#machines/address';
import type { alphaMachine } from '#machines/alpha';
import type { appMachine } from '#machines/app';
import type { comparisonMachine } from '#machines/comparison';
import type { walletMachine } from '#machines/wallet';
import type { LoadedWallet, walletLoaderMachine } from '#machines/walletLoader';
import type { MachineSamples } from '../engine/properties';
import { createDoneEvent } from '../engine/words';
import { sampleIdentityInput } from './connections';

/** An alpha allocation that is partly allocated. `min` and `max` limit the amount of one request. */
export const sampleAllocation = {
  total: 100_000,
  allocated: 12_025,
  min: 10_000,
  max: 50_000,
  initial: 10_000,
};

/** An alpha allocation with less left than the `max` of one request. */
export const tightAllocation = { ...sampleAllocation, allocated: 70_000 };

/** Returns the event of typing `text` into the field of the amount. */
export const createWriteEvent = (text: string) => ({ type: 'write', text });

export const alphaSamples: MachineSamples<typeof alphaMachine> = {
  names: { usual: sampleAllocation, tightened: tightAllocation },
  inputs: [sampleAllocation, tightAllocation],
  samples: [
    ...['90000', '25,000', 'abc', '5', ''].map(createWriteEvent),
    { type: 'slide', amount: 25_000 },
    { type: 'step', by: 1_000 },
    { type: 'step', by: -1_000 },
  ],
  // Samples steps only next to the limits, because all amounts between the limits would need forty steps.
  possible: ({ type, by }, { context: { allocation, amount } }) => {
    const { min, max } = allocation;
    return type !== 'step' || [min, min + 1_000, max - 1_000, max].includes(clamp(amount + by, min, max));
  },
  identify: ({ allocation: _, ...context }) => context,
};

export const comparisonSamples: MachineSamples<typeof comparisonMachine> = {
  inputs: [{ initial: 50, decimal: '.' }],
  samples: ['1000', '-5', 'abc', ''].map(createWriteEvent),
  homes: ['answered'],
};

export const appSamples: MachineSamples<typeof appMachine> = {
  inputs: [{ allocation: sampleAllocation, compared: 50, decimal: '.' }],
};

// History entries. `depth` is the number of entries that the page has added, or null if the visitor made the entry.
export const newConnectEntry = { dialog: 'connect', goal: null, depth: null } as const;
export const newAccountEntry = { dialog: 'account', goal: null, depth: null } as const;
/** The entry with which the page was loaded. `goal` is the dialog that opens after connecting: the network dialog. */
export const loadedEntry = { dialog: 'connect', goal: 'chain', depth: 0 } as const;
export const addedConnectEntry = { dialog: 'connect', goal: null, depth: 1 } as const;
export const addedModalEntry = { dialog: null, goal: null, depth: 1 } as const;
export const entryWithoutDialog = { dialog: null, goal: null, depth: null } as const;

// Open dialogs, as they report themselves to the address machine. `dialog` is the URL hash, which the modal lacks.
export const openConnectDialog = { id: 'wallet', dialog: 'connect' } as const;
export const openAccountDialog = { id: 'account', dialog: 'account' } as const;
export const openAlphaModal = { id: 'alpha', dialog: null } as const;

const entries = {
  newEntry: newConnectEntry,
  newGoal: newAccountEntry,
  landedEntry: loadedEntry,
  ownEntry: addedConnectEntry,
  modalEntry: addedModalEntry,
  plainEntry: entryWithoutDialog,
};
const dialogs = { walletDialog: openConnectDialog, accountDialog: openAccountDialog, alphaModal: openAlphaModal };

export const addressSamples: MachineSamples<typeof addressMachine> = {
  names: { ...entries, ...dialogs },
  samples: [
    ...Object.values(entries).map((entry) => ({ type: 'address.changed', entry })),
    ...Object.values(dialogs).map((holder) => ({ type: 'hold', holder })),
    ...[openConnectDialog, openAlphaModal].map(({ id }) => ({ type: 'release', id })),
    ...(['connect', 'account'] as const).map((dialog) => ({ type: 'request', dialog })),
  ],
  // Limits the depth to three, because the machine treats all greater depths alike.
  possible: ({ type, entry, holder }, { context: { depth } }) =>
    depth < 3 || (type === 'address.changed' ? entry.depth !== null || !entry.dialog : holder?.dialog !== null),
  homes: ['held'],
};

/** The events that request a dialog, with the layout for phones and without it. */
export const dialogRequestEvents = [true, false].map((phone) => ({ type: 'dialog.request', phone }));

/** A stand-in for the machine of the wallet bundle. Its context is its input, and the event `end` ends it. */
const standIn = createMachine({
  context: ({ input }) => input as object,
  initial: 'running',
  states: { running: { on: { end: 'ended' } }, ended: { type: 'final' } },
});

/** Returns the result of loading a wallet bundle that runs `machine`. */
export const createLoadedWallet = (machine: object = standIn) =>
  ({ machine, input: { mustSignIn: false, chains: [] }, toJSON: () => 'loaded' }) as unknown as LoadedWallet;

const loaded = createLoadedWallet();

export const walletLoaderSamples: MachineSamples<typeof walletLoaderMachine> = {
  samples: [
    ...dialogRequestEvents,
    ...['dialog.requested', 'link.followed'].map((type) => ({ type, dialog: 'account' })),
    ...[loaded, 'offline', 'outdated', 'broken'].map((output) => createDoneEvent('loadWallet', output)),
    ...[true, false].map((shown) => ({ type: 'wallet.crashed', shown })),
  ],
  identify: ({ request, tries }) => ({ request, again: tries > 0 }),
  homes: ['open'],
};

export const walletSamples: MachineSamples<typeof walletMachine> = {
  inputs: [{ ...sampleIdentityInput, request: null }],
  samples: dialogRequestEvents,
};
