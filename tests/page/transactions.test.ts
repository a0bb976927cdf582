import type { Page } from '@playwright/test';
import type { Hex } from 'viem';
import type { LocalAccount } from 'viem/accounts';
import { expect } from 'vitest';
import { serializeRecord } from '#domain/records';
import type { TransactionBook } from '#domain/transactions';
import { pauseMining, sendWei } from '../support/chain.ts';
import { createAccountTest, watchNodeRequests } from './accounts.ts';
import { expectPage } from './visitor/expectPage.ts';
import { recordAnnouncements } from './visitor/inPage.ts';
import { say } from './visitor/say.ts';
import type { Visitor } from './visitor/visitor.ts';

/* Tests the list of an account's transactions. The page sends no transactions, so the tests write the stored record. */

const test = createAccountTest('transactions');

/** Writes the record in an iframe, so that the page receives a storage event, as from another tab. */
const writeRecord = (page: Page, book: TransactionBook) =>
  page.evaluate((text) => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    frame.contentWindow!.localStorage.setItem('iaborrow.transactions', text);
    frame.remove();
  }, serializeRecord(book));

const bookOf = ({ address }: LocalAccount, hash: Hex, status: 'pending' | 'confirmed'): TransactionBook => ({
  [address.toLowerCase()]: { 1: [{ hash, description: 'Supply 12 SOL', status, confirmations: 1 }] },
});

/** Checks that the page outside the dialog shows that a transaction is pending, or not if `is` is false. */
async function showsPending({ page }: Visitor, is = true) {
  const banner = page.getByRole('banner');
  const [label, pending] = [say('landing.control.account'), say('landing.control.pending')];
  await expectPage(page.locator('html[data-pending]')).toHaveCount(Number(is));
  const link = banner.getByRole('link', { name: new RegExp(`^${label}`) });
  await expectPage(link).toHaveAccessibleName(is ? `${label} ${pending}` : label);
  await expectPage(banner.locator('i')).toBeVisible({ visible: is });
}

test('a transaction is confirmed, announced once, kept after a reload, and clearable', async ({
  atAccount,
  someone,
  chain,
  node,
}) => {
  const alice = await someone({ ether: '1' });
  await chain.impersonateAccount(alice);
  const resume = await pauseMining(chain);
  const visitor = await atAccount({ wallets: [{ account: alice }], clock: true, scripts: [recordAnnouncements] });
  const { page, account } = visitor;
  const { asked, open } = watchNodeRequests(page, node);
  await expectPage(account.rows).toHaveCount(0);
  await expectPage(account.line).toContainText('1 ETH');
  await showsPending(visitor, false);
  await visitor.heard();

  const hash = await sendWei(chain, alice);
  await writeRecord(page, bookOf(alice, hash, 'pending'));
  await expectPage(account.rows).toHaveText(['Supply 12 SOL, Pending']);
  await expectPage(account.rows.locator('svg.trace')).toBeVisible();
  await expectPage(account.rows.getByRole('link')).toHaveAccessibleName(`Supply 12 SOL, Pending ${say('newTab')}`);
  await showsPending(visitor);
  const isWatched = () => asked.flat().includes('eth_getBlockByNumber') && open.size === 0;
  await expectPage.poll(isWatched).toBe(true);
  await visitor.receivesAnswers();
  expect(await visitor.heard()).toEqual([]);

  await resume();
  await expectPage
    .poll(async () => {
      await page.clock.fastForward(1_000);
      return account.rows.textContent();
    })
    .toBe('Supply 12 SOL, Confirmed');
  await expectPage(account.rows.locator('svg.trace')).toHaveCount(0);
  await showsPending(visitor, false);
  await expectPage(account.line).toContainText('0.9999 ETH');
  const confirmed = bookOf(alice, hash, 'confirmed');
  expect(await visitor.stored('transactions')).toEqual(confirmed);
  await visitor.hearsOnly(['status: Supply 12 SOL, Confirmed']);

  await visitor.reloads();
  await expectPage(account.rows).toHaveText(['Supply 12 SOL, Confirmed']);
  await visitor.receivesAnswers();
  expect(await visitor.stored('transactions')).toEqual(confirmed);
  expect((await visitor.heard()).filter((one) => one.includes('Supply'))).toEqual([]);
  await account.clear.click();
  await expectPage(account.rows).toHaveCount(0);
  await expectPage.poll(() => visitor.stored('transactions')).toEqual({ [alice.address.toLowerCase()]: { 1: [] } });
});
