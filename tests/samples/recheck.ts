import type { recheckMachine } from '#machines/recheck';
import type { World } from '../engine/paths';
import { installed } from './wallets';

export const recheckWorld: World<typeof recheckMachine> = {
  names: { installed },
  inputs: [{ wallet: installed }],
};
