import type { recheckMachine } from '#machines/recheck';
import type { World } from '../engine/paths';
import { installedWallet } from './wallets';

/** The inputs and events of the recheck machine, from which its paths are generated. */
export const recheckWorld: World<typeof recheckMachine> = {
  names: { installed: installedWallet },
  inputs: [{ wallet: installedWallet }],
};
