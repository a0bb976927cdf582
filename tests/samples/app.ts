import type { appMachine } from '#machines/app';
import type { World } from '../engine/paths';
import { sampleAllocation } from './alpha';

/** The inputs and events with which tests explore the app machine. */
export const appWorld: World<typeof appMachine> = {
  inputs: [{ allocation: sampleAllocation, compared: 50, decimal: '.' }],
};
