import { parts } from '#views/wallet/Wallet';
import { given, wallet } from '#world/wallet';

/** The wallet half of the page: everything behind the door, in one piece that is loaded when someone asks for it. */
export const half = { machine: wallet, given, ...parts };
