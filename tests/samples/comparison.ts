import type { comparisonMachine } from '#machines/comparison';
import type { World } from '../engine/paths';
import type { Claims } from '../engine/properties';
import { write } from './alpha';

export const comparisonWorld: World<typeof comparisonMachine> & Claims = {
  inputs: [{ initial: 50, decimal: '.' }],
  samples: ['1000', '-5', 'abc', ''].map(write),
  homes: ['answered'],
};
