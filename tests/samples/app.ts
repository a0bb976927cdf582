import type { appMachine } from '#machines/app';
import type { World } from '../engine/paths';
import { usualAllocation } from './alpha';

/** The inputs and events with which tests explore the app machine. */
export const appWorld: World<typeof appMachine> = {
  inputs: [{ allocation: usualAllocation, compared: 50, decimal: '.' }],
};
