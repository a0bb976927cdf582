import { privateKeyToAccount } from 'viem/accounts';
import type { InjectedWallet } from './viewer.ts';

/** An account besides that of the wallet. */
export const OTHER_ACCOUNT = privateKeyToAccount(`0x${'2'.repeat(64)}`);

export const REVOKE_METHOD = 'wallet_revokePermissions';

/** How often the wallet was asked by a method, which is by default that for permission to connect. */
export const requestsTo = ({ log }: InjectedWallet, which = 'wallet_requestPermissions') =>
  log.filter(({ method }) => method === which).length;

/** Errors of real wallets after a rejection, all without the code 4001. */
export const REJECTION_ERRORS = [
  { message: 'Request rejected' },
  { code: -32603, message: 'User declined transaction' },
  { code: -32000, message: 'Cancelled by user' },
  { code: -32603, message: 'Transaction was rejected' },
  { message: 'Ledger device: Condition of use not satisfied (denied by the user?)' },
  { code: -32603, message: 'Internal JSON-RPC error.', data: { originalError: { code: 4001 } } },
  { code: 'ACTION_REJECTED', message: 'rejected' },
  { code: -32603, message: 'Internal error.', data: { cause: { message: 'User rejected the request' } } },
];
