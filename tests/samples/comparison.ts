import type { comparisonMachine } from '#machines/comparison';
import type { World } from '../engine/paths';
import type { PropertySettings } from '../engine/properties';
import { createWriteEvent } from './alpha';

/** The inputs and events with which tests explore the comparison machine. */
export const comparisonWorld: World<typeof comparisonMachine> & PropertySettings = {
  inputs: [{ initial: 50, decimal: '.' }],
  samples: ['1000', '-5', 'abc', ''].map(createWriteEvent),
  homes: ['answered'],
};
