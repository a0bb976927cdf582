import { privateKeyToAccount } from 'viem/accounts';
import type { InjectedWallet } from './viewer.ts';

/** An account other than that of the test wallet. */
export const OTHER_ACCOUNT = privateKeyToAccount(`0x${'2'.repeat(64)}`);

/** The request by which a page gives up its permission to see accounts (EIP-2255). */
export const REVOKE_METHOD = 'wallet_revokePermissions';

/**
 * Returns how many requests of `method` the wallet has received. By default, counts requests for permission to see
 * accounts.
 */
export const countRequests = ({ log }: InjectedWallet, method = 'wallet_requestPermissions') =>
  log.filter((request) => request.method === method).length;
