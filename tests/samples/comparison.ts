import type { comparisonMachine } from '#machines/comparison';
import type { MachineWorld } from '../engine/properties';
import { createWriteEvent } from './alpha';

export const comparisonWorld: MachineWorld<typeof comparisonMachine> = {
  inputs: [{ initial: 50, decimal: '.' }],
  samples: ['1000', '-5', 'abc', ''].map(createWriteEvent),
  homes: ['answered'],
};
