import type { Page } from '@playwright/test';
import { ACCOUNT } from '../wallet/wallet.ts';
import { askAfresh, connectOf, requestDialog } from './visit.ts';
import { NAME } from './visitor/say.ts';
import { seen } from './visitor/seen.ts';
import { shortAddress } from './visitor/viewer.ts';

export async function asksForWallets(page: Page, hash = 'connect') {
  await requestDialog(page, hash);
  await seen(connectOf(page).row(NAME)).toBeVisible();
}

export async function connectsWallet({ row, dialog }: Pick<ReturnType<typeof connectOf>, 'row' | 'dialog'>) {
  await row(NAME).click();
  await seen(dialog).toBeHidden();
}

export async function seesAccount(page: Page, account = ACCOUNT, name = NAME) {
  const connect = connectOf(page);
  await seen(connect.account).toContainText(shortAddress(account));
  await seen(connect.account).toContainText(`Connected with ${name}`);
}

export async function showsAccount(page: Page, account = ACCOUNT, name = NAME) {
  await askAfresh(page, 'account');
  await seesAccount(page, account, name);
}
