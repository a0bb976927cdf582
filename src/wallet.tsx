import { given, wallet } from '#adapters/wallets/wallet';
import { parts } from '#views/wallet/Wallet';

/** The wallet half of the page: everything behind the door, in one piece that is loaded when someone asks for it. */
export const half = { machine: wallet, given, ...parts };
