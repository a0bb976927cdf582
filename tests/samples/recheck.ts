import type { recheckMachine } from '#machines/recheck';
import type { World } from '../engine/paths';
import { installedWallet } from './wallets';

export const recheckWorld: World<typeof recheckMachine> = {
  names: { installed: installedWallet },
  inputs: [{ wallet: installedWallet }],
};
