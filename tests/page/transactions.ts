import type { Page } from '@playwright/test';
import type { LocalAccount } from 'viem/accounts';
import { holdMining } from '../support/chain.ts';
import { withAccount } from './accounts.ts';
import { say } from './visitor/say.ts';
import { seen } from './visitor/seen.ts';

export const RECORD_KEY = 'iaborrow.transactions';
/** The last request before the page knows that a transaction is pending. */
export const LOOKED = 'eth_getBlockByNumber';

interface Fixtures {
  /** Mines the next block. Otherwise the chain stands still. */
  mine: () => Promise<void>;
  /** Creates an account with one ether, which sends the transactions of tests. */
  sender: () => Promise<LocalAccount>;
}

/** Page tests on a chain that mines on command. */
export const withTransactions = (name: string) =>
  withAccount(name).extend<Fixtures>({
    mine: async ({ chain }, use) => {
      const resume = await holdMining(chain);
      await use(() => chain.mine({ blocks: 1 }));
      await resume();
    },
    sender: async ({ chain, someone, mine: _ }, use) =>
      use(async () => {
        const account = await someone({ ether: '1' });
        await chain.impersonateAccount(account);
        return account;
      }),
  });

/** Writes or clears the record in an iframe, so that the page receives a storage event, as from another tab. */
export const writeRecord = (page: Page, text: string | null) =>
  page.evaluate(
    ([key, text]) => {
      const frame = document.body.appendChild(document.createElement('iframe'));
      const { localStorage } = frame.contentWindow!;
      if (text === null) localStorage.removeItem(key);
      else localStorage.setItem(key, text);
      frame.remove();
    },
    [RECORD_KEY, text] as const,
  );

/** The page's signs of a pending transaction outside the dialog. */
export const signOf = (page: Page) => ({
  root: page.locator('html'),
  control: page.getByRole('banner').getByRole('link', { name: /^Account/ }),
  dot: page.getByRole('banner').locator('i'),
});

export async function showsPending(page: Page, is = true) {
  const { root, control, dot } = signOf(page);
  if (is) await seen(root).toHaveAttribute('data-pending', '');
  else await seen(root).not.toHaveAttribute('data-pending');
  await seen(control).toHaveAccessibleName(
    is ? `${say('landing.control.account')} ${say('landing.control.pending')}` : say('landing.control.account'),
  );
  await seen(dot).toBeVisible({ visible: is });
}
