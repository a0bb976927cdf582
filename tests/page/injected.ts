import type { Page } from '@playwright/test';
import { privateKeyToAccount } from 'viem/accounts';
import { ACCOUNT } from '../wallet/wallet.ts';
import { seen } from './seen.ts';
import { ask, connectOf, type InjectedWallet } from './visit.ts';

/** The default name of a wallet. */
export const NAME = 'Test Wallet';
/** An account that is not the usual one. */
export const OTHER = privateKeyToAccount(`0x${'2'.repeat(64)}`);

/** The request that makes a wallet's owner let the page in. */
const ASKING = 'wallet_requestPermissions';
/** The request that makes a wallet forget the page. */
export const REVOKING = 'wallet_revokePermissions';

/** How often a wallet was asked. */
export const asked = ({ log }: InjectedWallet, which = ASKING) => log.filter(({ method }) => method === which).length;

/** An address as it is shown. */
export const short = ({ address }: { address: string }) => `${address.slice(0, 4)}…${address.slice(-4)}`;

/** The account dialog is open. */
export async function seesAccount(page: Page, account = ACCOUNT, name = NAME) {
  const connect = connectOf(page);
  await seen(connect.account).toContainText(short(account));
  await seen(connect.account).toContainText(`Connected with ${name}`);
}

/** Asks for the account by the address, after the dialog that was open has given it back. */
export async function showsAccount(page: Page, account = ACCOUNT, name = NAME) {
  await seen(page).toHaveURL(/\/$/);
  await ask(page, 'account');
  await seesAccount(page, account, name);
}

/** Ways in which wallets word that their owner declined, none of them by code 4001. */
export const DECLINES = [
  { message: 'Request rejected' },
  { code: -32603, message: 'User declined transaction' },
  { code: -32000, message: 'Cancelled by user' },
  { code: -32603, message: 'Transaction was rejected' },
  { message: 'Ledger device: Condition of use not satisfied (denied by the user?)' },
  { code: -32603, message: 'Internal JSON-RPC error.', data: { originalError: { code: 4001 } } },
  { code: 'ACTION_REJECTED', message: 'rejected' },
  { code: -32603, message: 'Internal error.', data: { cause: { message: 'User rejected the request' } } },
];
