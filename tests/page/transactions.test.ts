import type { Page } from '@playwright/test';
import type { Hex } from 'viem';
import type { LocalAccount } from 'viem/accounts';
import { expect } from 'vitest';
import { serializeRecord } from '#domain/records';
import type { Transaction } from '#domain/transaction';
import type { TransactionBook } from '#domain/transactions';
import { pauseMining, sendWei } from '../support/chain.ts';
import { createAccountTest } from './accounts.ts';
import { countNodeRequests } from './node.ts';
import { expectPage } from './visitor/expectPage.ts';
import { recordAnnouncements } from './visitor/inPage.ts';
import { say } from './visitor/say.ts';
import type { Visitor } from './visitor/visitor.ts';

/* Tests an account's transactions. The page sends none itself, so the tests write them into the shared record. */

const TRANSACTIONS_KEY = 'iaborrow.transactions';
/** The last request before the page knows that a transaction is pending. */
const LOOKED = 'eth_getBlockByNumber';

interface Fixtures {
  /** Mines the next block. The chain mines none by itself. */
  mine: () => Promise<void>;
  /** Creates an account with one ether, which sends the transactions of tests. */
  sender: () => Promise<LocalAccount>;
}

const test = createAccountTest('transactions').extend<Fixtures>({
  mine: async ({ chain }, use) => {
    const resume = await pauseMining(chain);
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

/** Writes the record in an iframe, so that the page receives a storage event, as from another tab. */
const writeRecord = (page: Page, book: TransactionBook) =>
  page.evaluate(
    ([key, text]) => {
      const frame = document.body.appendChild(document.createElement('iframe'));
      frame.contentWindow!.localStorage.setItem(key, text);
      frame.remove();
    },
    [TRANSACTIONS_KEY, serializeRecord(book)] as const,
  );

const sent = (hash: Hex, description: string, status: Transaction['status'] = 'pending'): Transaction => ({
  hash,
  description,
  status,
  confirmations: 1,
});

const bookOf = ({ address }: LocalAccount, ...list: Transaction[]): TransactionBook => ({
  [address.toLowerCase()]: { 1: list },
});

const recordIn = async (page: Page) => {
  const text = await page.evaluate((key) => localStorage.getItem(key), TRANSACTIONS_KEY);
  return text === null ? null : (JSON.parse(text).value as TransactionBook);
};

/** Checks the signs of a pending transaction outside the dialog. */
async function showsPending({ page }: Visitor, is = true) {
  const root = page.locator('html');
  if (is) await expectPage(root).toHaveAttribute('data-pending', '');
  else await expectPage(root).not.toHaveAttribute('data-pending');
  const name = is
    ? `${say('landing.control.account')} ${say('landing.control.pending')}`
    : say('landing.control.account');
  await expectPage(
    page.getByRole('banner').getByRole('link', { name: new RegExp(`^${say('landing.control.account')}`) }),
  ).toHaveAccessibleName(name);
  await expectPage(page.getByRole('banner').locator('i')).toBeVisible({ visible: is });
}

test('a transaction is confirmed, announced once, kept after a reload, and clearable', async ({
  atAccount,
  sender,
  mine,
  chain,
  node,
}) => {
  const alice = await sender();
  const visitor = await atAccount({ wallets: [{ account: alice }], clock: true, scripts: [recordAnnouncements] });
  const { page, account } = visitor;
  const { asked, open } = countNodeRequests(page, node);
  await expectPage(account.rows).toHaveCount(0);
  await expectPage(account.line).toContainText('1 ETH');
  await showsPending(visitor, false);
  await visitor.heard();

  const hash = await sendWei(chain, alice);
  await writeRecord(page, bookOf(alice, sent(hash, 'Supply 12 SOL')));
  await expectPage(account.rows).toHaveText(['Supply 12 SOL, Pending']);
  await expectPage(account.rows.locator('svg.trace')).toBeVisible();
  await expectPage(account.rows.getByRole('link')).toHaveAccessibleName(`Supply 12 SOL, Pending ${say('newTab')}`);
  await showsPending(visitor);
  await expectPage.poll(() => asked.includes(LOOKED) && open.size === 0, 'It is watched').toBe(true);
  await visitor.receivesAnswers();
  expect(await visitor.heard()).toEqual([]);

  await mine();
  await expectPage
    .poll(async () => {
      await page.clock.fastForward(1_000);
      return account.rows.textContent();
    })
    .toBe('Supply 12 SOL, Confirmed');
  await expectPage(account.rows.locator('svg.trace')).toHaveCount(0);
  await showsPending(visitor, false);
  await expectPage(account.line).toContainText('0.9999 ETH');
  const confirmed = bookOf(alice, sent(hash, 'Supply 12 SOL', 'confirmed'));
  expect(await recordIn(page)).toEqual(confirmed);
  await visitor.hearsOnly(['status: Supply 12 SOL, Confirmed']);

  await visitor.reloads();
  await expectPage(account.rows).toHaveText(['Supply 12 SOL, Confirmed']);
  await visitor.receivesAnswers();
  expect(await recordIn(page)).toEqual(confirmed);
  expect((await visitor.heard()).filter((one) => one.includes('Supply'))).toEqual([]);
  await account.clear.click();
  await expectPage(account.rows).toHaveCount(0);
  await expectPage.poll(() => recordIn(page)).toEqual(bookOf(alice));
});
