import type { outcomesMachine } from '#machines/outcomes';
import type { World } from '../engine/paths';
import { nthTransaction } from './transactions';

const pending = [nthTransaction(1)];
const settled = [nthTransaction(2), nthTransaction(1, 'confirmed')];

export const outcomesWorld: World<typeof outcomesMachine> = {
  names: { none: [], pending, settled },
  samples: [
    ...[[], pending, settled].map((list) => ({ type: 'list.changed', list, clearing: false })),
    { type: 'list.changed', list: [], clearing: true },
    { type: 'list.changed', list: pending, clearing: true },
  ],
};
