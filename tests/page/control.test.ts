import { expect, inject } from 'vitest';
import { expectPage } from './visitor/expectPage.ts';
import { test } from './visitor/fixtures.ts';
import { runAxe } from './visitor/look.ts';
import { say } from './visitor/say.ts';
import type { Visitor } from './visitor/visitor.ts';

const control = (visitor: Visitor) =>
  visitor.page.getByRole('banner').getByRole('link', { name: new RegExp(`^${say('landing.control.account')}`) });
const notice = (visitor: Visitor, text: string | RegExp) =>
  visitor.page.locator('#wallet-island').getByText(text).last();

test('connecting shows a notice, and an account button until the visitor disconnects', async ({ visit }) => {
  const visitor = await visit({ wallets: [{}] });
  const { page } = visitor;
  await visitor.connects();
  await expectPage(notice(visitor, say('confirmed.of.connected'))).toBeVisible();
  await expectPage(control(visitor)).toBeVisible();
  await expectPage(control(visitor).locator('svg')).toBeVisible();
  expect(await runAxe(visitor.page)).toEqual([]);
  // The scripts get no response, to show that the HTML alone shows the account button.
  await page.route('**/assets/*.js', () => {});
  await page.reload();
  await expectPage(control(visitor)).toBeVisible();
  await page.unroute('**/assets/*.js');
  await visitor.reloads();
  await expectPage(control(visitor).locator('svg')).toBeVisible();
  await expectPage(notice(visitor, say('confirmed.of.connected'))).toBeHidden();
  await control(visitor).click();
  await expectPage(visitor.account.dialog).toBeVisible();
  await visitor.account.leave.click();
  await expectPage(notice(visitor, say('confirmed.of.disconnected'))).toBeVisible();
  await expectPage(control(visitor)).toBeHidden();
});

test('the header button offers to forget the stored wallet, if the wallet is locked', async ({ visit }) => {
  const visitor = await visit({ wallets: [{}] });
  const { connect } = visitor;
  await visitor.connects();
  await visitor.wallet.lock();
  const reconnect = visitor.page
    .getByRole('banner')
    .getByRole('link', { name: say('landing.control.reconnect').replace('{wallet}', '') });
  await expectPage(reconnect).toBeVisible();
  await expectPage(control(visitor)).toHaveCount(0);
  expect(await runAxe(visitor.page)).toEqual([]);
  visitor.wallet.answers.default = 'hold';
  await reconnect.click();
  await expectPage(connect.dialog.getByRole('status').last()).toContainText(
    say('connect.status.opening.title', '').replace('…', ''),
  );
  await connect.dialog.getByRole('button', { name: say('forget', '') }).click();
  await expectPage(connect.rows.first()).toBeVisible();
  await visitor.escapes();
  await expectPage(reconnect).toBeHidden();
  await visitor.reloads();
  await expectPage(visitor.page.getByRole('banner').getByRole('link')).toHaveCount(1);
});

test('a new visitor at /#account can connect, sign in, and see the account', async ({ visit }) => {
  const visitor = await visit({ wallets: [{}], origin: inject('origin'), path: '/#account' });
  const { page } = visitor;
  await visitor.connect.rows.first().click();
  const send = page.getByRole('button', { name: say('sign_in.acts.ready') });
  await expectPage(send).toBeVisible();
  // A phone may discard the page while a wallet app is open. So the page must remember the requested dialog.
  await page.reload();
  await send.click();
  await expectPage(visitor.account.dialog).toBeVisible();
  await expectPage(page).toHaveURL(/#account$/);
  await visitor.account.dialog.getByRole('button', { name: /^Network: Ethereum$/ }).click();
  await expectPage(page.getByRole('dialog', { name: say('chain.title') })).toBeVisible();
  await visitor.escapes();
  await visitor.requests('account');
  await expectPage(visitor.account.dialog).toBeVisible();
});
