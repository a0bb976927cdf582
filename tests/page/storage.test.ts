import { expect } from 'vitest';
import { expectPage } from './visitor/expectPage.ts';
import { test } from './visitor/fixtures.ts';
import { breakStorage } from './visitor/inPage.ts';
import { say, TEST_WALLET_NAME } from './visitor/say.ts';
import type { Visitor } from './visitor/visitor.ts';

/** Checks that the dialog opens, a wallet connects, and the landing page works. */
async function works(visitor: Visitor) {
  await visitor.connects();
  await expectPage(visitor.page).toHaveURL(/^[^#]*$/);
  await visitor.requests('account');
  await expectPage(visitor.account.dialog).toContainText(say('account.through'));
  await expectPage(visitor.account.dialog.getByRole('list')).toHaveCount(0);
  await visitor.account.dialog.getByRole('button', { name: say('close') }).click();
  await expectPage(visitor.account.dialog).toBeHidden();
  await visitor.alpha.join.click();
  await expectPage(visitor.alpha.modal).toBeVisible();
  await visitor.alpha.close.click();
  // Closing steps back in the history, which is asynchronous.
  await expectPage.poll(() => visitor.page.evaluate(() => history.state?.depth)).toBeUndefined();
}

/** Connects, and disconnects. The wallet is then marked in the list. */
async function remembers(visitor: Visitor) {
  await works(visitor);
  await visitor.requests('account');
  await visitor.account.leave.click();
  await visitor.hears('news.disconnected');
  await expectPage(visitor.page).toHaveURL(/^[^#]*$/);
  await visitor.requests('connect');
  await expectPage(visitor.connect.row(TEST_WALLET_NAME)).toContainText(say('recent'));
}

test('without working storage, the records last until the page closes', async ({ visit }) => {
  const visitor = await visit({ wallets: [{}], path: '/?denied#connect', scripts: [breakStorage] });
  const { page, connect } = visitor;
  await remembers(visitor);
  // A visit without storage leaves no record in the browser.
  await page.goto('/#connect');
  await expectPage(connect.row(TEST_WALLET_NAME)).toBeVisible();
  await expectPage(connect.row(TEST_WALLET_NAME)).not.toContainText(say('recent'));
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('example.wallet');
  // The storage is full of invalid records. tests/adapters/records.test.ts has more kinds.
  await page.goto('/?rubbish#connect');
  await remembers(visitor);
});
