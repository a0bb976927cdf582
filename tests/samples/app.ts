import type { appMachine } from '#machines/app';
import type { World } from '../engine/paths';
import { usual } from './alpha';

export const appWorld: World<typeof appMachine> = { inputs: [{ allocation: usual, compared: 50, decimal: '.' }] };
