import type { Page } from '@playwright/test';
import { seen } from './seen.ts';
import { alphaOf } from './visit.ts';

export const CONFIRM = 'status: Confirm in wallet';
export const WRONG = 'status: Wrong network. Your wallet is on a network this page doesn’t use. Choose one below.';
export const UNCHANGED = 'The network was not changed. Please try again.';

export const networkOf = (page: Page) => {
  const wallet = page.locator('#wallet-island');
  const dialog = wallet.getByRole('dialog', { name: 'Network', exact: true });
  const trouble = wallet.getByRole('alert').filter({ hasText: UNCHANGED });
  return {
    dialog,
    title: dialog.getByRole('heading', { name: 'Network', exact: true }),
    rows: dialog.getByRole('listitem'),
    ethereum: dialog.getByRole('button', { name: /^Ethereum/ }),
    notice: dialog.getByRole('status').filter({ hasText: 'Wrong network.' }),
    leave: dialog.getByRole('button', { name: 'Disconnect', exact: true }),
    close: dialog.getByRole('button', { name: 'Close', exact: true }),
    trouble,
    dismiss: trouble.getByRole('button', { name: 'Close', exact: true }),
  };
};

/** Checks that the dialog has closed, on a page with a stopped clock. */
export async function hasClosed(page: Page, isUnchanged: boolean) {
  await seen(page.locator('dialog[open]')).toHaveCount(0);
  await seen.poll(() => page.clock.runFor(10).then(() => page.url())).toMatch(/\/$/);
  await seen(alphaOf(page).join).toBeFocused();
  await seen(page.getByText(UNCHANGED)).toBeVisible({ visible: isUnchanged });
}
