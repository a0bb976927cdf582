import type { appMachine } from '#machines/app';
import type { World } from '../engine/paths';
import { sampleAllocation } from './alpha';

export const appWorld: World<typeof appMachine> = {
  inputs: [{ allocation: sampleAllocation, compared: 50, decimal: '.' }],
};
