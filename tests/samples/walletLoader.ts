import type { walletLoaderMachine } from '#machines/walletLoader';
import type { World } from '../engine/paths';
import type { Claims } from '../engine/properties';
import { done } from '../engine/words';

export const asks = [true, false].map((phone) => ({ type: 'dialog.request', phone }));

export const walletLoaderWorld: World<typeof walletLoaderMachine> & Claims = {
  samples: [
    ...asks,
    ...['loaded', 'offline', 'outdated', 'broken'].map((output) => done('loadWallet', output)),
    ...[true, false].map((shown) => ({ type: 'wallet.crashed', shown })),
  ],
  identify: ({ request, tries }) => ({ request, again: tries > 0 }),
  homes: ['open'],
};
