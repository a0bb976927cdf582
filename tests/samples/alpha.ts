import { clamp } from '#domain/amount';
import type { alphaMachine } from '#machines/alpha';
import type { World } from '../engine/paths';

/** An allocation of which a part is left. `min` and `max` limit the amount of a request. */
export const sampleAllocation = {
  total: 100_000,
  allocated: 12_025,
  min: 10_000,
  max: 50_000,
  initial: 10_000,
};

/** An allocation of which so little is left that an amount within the limits may exceed it. */
export const tightAllocation = { ...sampleAllocation, allocated: 70_000 };

/** Returns the event of typing `text` into the field of the amount. */
export const createWriteEvent = (text: string) => ({ type: 'write', text });

export const alphaWorld: World<typeof alphaMachine> = {
  names: { usual: sampleAllocation, tightened: tightAllocation },
  inputs: [sampleAllocation, tightAllocation],
  samples: [
    ...['90000', '25,000', 'abc', '5', ''].map(createWriteEvent),
    { type: 'slide', amount: 25_000 },
    { type: 'step', by: 1_000 },
    { type: 'step', by: -1_000 },
  ],
  // Steps are sampled only at the limits, because all amounts between them would need forty steps.
  possible: ({ type, by }, { context: { allocation, amount } }) => {
    const { min, max } = allocation;
    return type !== 'step' || [min, min + 1_000, max - 1_000, max].includes(clamp(amount + by, min, max));
  },
  identify: ({ allocation: _, ...context }) => context,
};
