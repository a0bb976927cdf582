import type { recheckMachine } from '#machines/recheck';
import type { World } from '../engine/paths';
import { installedWallet } from './wallets';

/** The inputs and events with which tests explore the recheck machine. */
export const recheckWorld: World<typeof recheckMachine> = {
  names: { installed: installedWallet },
  inputs: [{ wallet: installedWallet }],
};
