import type { Page } from '@playwright/test';
import { privateKeyToAccount } from 'viem/accounts';
import { ACCOUNT } from '../wallet/wallet.ts';
import { seen } from './seen.ts';
import { askAfresh, connectOf, type InjectedWallet, requestDialog } from './visit.ts';

export const NAME = 'Test Wallet';
export const OTHER = privateKeyToAccount(`0x${'2'.repeat(64)}`);

export const REVOKING = 'wallet_revokePermissions';

/** How often the wallet was asked by a method, which is by default that for permission to connect. */
export const asked = ({ log }: InjectedWallet, which = 'wallet_requestPermissions') =>
  log.filter(({ method }) => method === which).length;

export async function asksForWallets(page: Page, hash = 'connect') {
  await requestDialog(page, hash);
  await seen(connectOf(page).row(NAME)).toBeVisible();
}

export async function connectsWallet({ row, dialog }: Pick<ReturnType<typeof connectOf>, 'row' | 'dialog'>) {
  await row(NAME).click();
  await seen(dialog).toBeHidden();
}

export const shortAddress = ({ address }: { address: string }) => `${address.slice(0, 4)}…${address.slice(-4)}`;

export async function seesAccount(page: Page, account = ACCOUNT, name = NAME) {
  const connect = connectOf(page);
  await seen(connect.account).toContainText(shortAddress(account));
  await seen(connect.account).toContainText(`Connected with ${name}`);
}

export async function showsAccount(page: Page, account = ACCOUNT, name = NAME) {
  await askAfresh(page, 'account');
  await seesAccount(page, account, name);
}

/** Errors of wallets after their owner declined, none of them with code 4001. */
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
