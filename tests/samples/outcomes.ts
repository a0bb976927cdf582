import type { outcomesMachine } from '#machines/outcomes';
import type { World } from '../engine/paths';
import type { PropertySettings } from '../engine/properties';
import { sentOf } from './transactions';

const pending = [sentOf(1)];
const settled = [sentOf(2), sentOf(1, 'confirmed')];

export const outcomesWorld: World<typeof outcomesMachine> & PropertySettings = {
  names: { none: [], pending, settled },
  samples: [
    ...[[], pending, settled].map((list) => ({ type: 'list.changed', list, clearing: false })),
    { type: 'list.changed', list: [], clearing: true },
    { type: 'list.changed', list: pending, clearing: true },
  ],
};
