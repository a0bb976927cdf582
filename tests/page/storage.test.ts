import { expect } from 'vitest';
import { expectPage } from './visitor/expectPage.ts';
import { test } from './visitor/fixtures.ts';
import { say, TEST_WALLET_NAME } from './visitor/say.ts';

/** Runs in the page: makes each access to a storage throw, if the URL has the query `?denied`. */
function denyStorage() {
  const denied = {
    get() {
      throw new DOMException('The user denied it.', 'SecurityError');
    },
  };
  if (location.search !== '?denied') return;
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) Object.defineProperty(window, name, denied);
}

// `tests/adapters/records.test.ts` tests other faults of the storage.
test('without storage, the page remembers the last wallet until the page closes', async ({ visit }) => {
  const visitor = await visit({ wallets: [{}], path: '/?denied#connect', scripts: [denyStorage] });
  const { page, connect, account, alpha } = visitor;
  await visitor.connects();
  await expectPage(page).toHaveURL(/^[^#]*$/);
  await visitor.requests('account');
  await expectPage(account.dialog).toContainText(say('account.through'));
  await expectPage(account.dialog.getByRole('list')).toHaveCount(0);
  await account.leave.click();
  await visitor.hears('news.disconnected');
  await expectPage(page).toHaveURL(/^[^#]*$/);
  await alpha.join.click();
  await expectPage(alpha.modal).toBeVisible();
  await alpha.close.click();
  // Closing the modal calls `history.back()`, which is asynchronous.
  await expectPage.poll(() => page.evaluate(() => history.state?.depth)).toBeUndefined();
  await visitor.requests('connect');
  await expectPage(connect.row(TEST_WALLET_NAME)).toContainText(say('recent'));
  await page.goto('/#connect');
  await expectPage(connect.row(TEST_WALLET_NAME)).toBeVisible();
  await expectPage(connect.row(TEST_WALLET_NAME)).not.toContainText(say('recent'));
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('example.wallet');
});
