import type { doorMachine } from '#machines/door';
import type { World } from '../engine/paths';
import type { Claims } from '../engine/properties';
import { done } from '../engine/words';

export const asks = [true, false].map((phone) => ({ type: 'ask', phone }));

export const doorWorld: World<typeof doorMachine> & Claims = {
  samples: [
    ...asks,
    ...['loaded', 'offline', 'outdated', 'broken'].map((output) => done('loadWallet', output)),
    ...[true, false].map((shown) => ({ type: 'wallet.crashed', shown })),
  ],
  identify: ({ request, tries }) => ({ request, again: tries > 0 }),
  homes: ['open'],
};
