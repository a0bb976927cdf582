import { privateKeyToAccount } from 'viem/accounts';
import type { InjectedWallet } from './viewer.ts';

/** An account besides that of the wallet. */
export const OTHER_ACCOUNT = privateKeyToAccount(`0x${'2'.repeat(64)}`);

/** The method by which a page gives up its permission (EIP-2255). */
export const REVOKE_METHOD = 'wallet_revokePermissions';

/** How often the wallet was asked by a method, which is by default that for permission to connect. */
export const countRequests = ({ log }: InjectedWallet, which = 'wallet_requestPermissions') =>
  log.filter(({ method }) => method === which).length;
