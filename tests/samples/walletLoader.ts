import { createMachine } from 'xstate';
import type { LoadedWallet, walletLoaderMachine } from '#machines/walletLoader';
import type { MachineWorld } from '../engine/properties';
import { createDoneEvent } from '../engine/words';

/** The requests for a dialog with the layout for phones and without it. */
export const dialogRequestEvents = [true, false].map((phone) => ({ type: 'dialog.request', phone }));

/** A simulated wallet bundle, which keeps its input and ends on request. */
const standIn = createMachine({
  context: ({ input }) => input as object,
  initial: 'running',
  states: { running: { on: { end: 'ended' } }, ended: { type: 'final' } },
});

/** Returns the result of loading a wallet bundle that runs `machine`. */
export const createLoadedWallet = (machine: object = standIn) =>
  ({ machine, input: { mustSignIn: false, chains: [] }, toJSON: () => 'loaded' }) as unknown as LoadedWallet;

const loaded = createLoadedWallet();

export const walletLoaderWorld: MachineWorld<typeof walletLoaderMachine> = {
  samples: [
    ...dialogRequestEvents,
    ...['dialog.requested', 'link.followed'].map((type) => ({ type, dialog: 'account' })),
    ...[loaded, 'offline', 'outdated', 'broken'].map((output) => createDoneEvent('loadWallet', output)),
    ...[true, false].map((shown) => ({ type: 'wallet.crashed', shown })),
  ],
  identify: ({ request, tries }) => ({ request, again: tries > 0 }),
  homes: ['open'],
};
