import type { appMachine } from '#machines/app';
import type { World } from '../engine/paths';
import { usualAllocation } from './alpha';

/** The inputs and events of the app machine, from which its paths are generated. */
export const appWorld: World<typeof appMachine> = {
  inputs: [{ allocation: usualAllocation, compared: 50, decimal: '.' }],
};
