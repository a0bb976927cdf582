import type { Page } from '@playwright/test';
import { describe, expect, inject } from 'vitest';
import { axe } from './axe.ts';
import { seen } from './seen.ts';
import { alive, reloadPage, requestDialog, test, visitWith } from './visit.ts';

const control = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Account/ });
const notice = (page: Page, text: string | RegExp) => page.locator('#wallet-island').getByText(text).last();
const signing = { origin: inject('origin') };

describe('the control in the header', () => {
  test('a new visitor sees no control', async ({ visit }) => {
    const { page } = await visit();
    await alive(page);
    await seen(control(page)).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.matches('[data-wallet]'))).toBe(false);
  });

  test('a visitor who connects sees a notice, and a control until they disconnect', async ({ visit }) => {
    const { page, connect } = await visitWith(visit);
    await connect.rows.first().click();
    await seen(connect.dialog).toBeHidden();
    await seen(notice(page, /^Connected with /)).toBeVisible();
    await seen(control(page)).toBeVisible();
    await seen(control(page).locator('svg')).toBeVisible();
    expect(await axe(page)).toEqual([]);
    await reloadPage(page);
    await seen(control(page).locator('svg')).toBeVisible();
    await seen(notice(page, /^Connected with /)).toBeHidden();
    await control(page).click();
    await seen(connect.account).toBeVisible();
    await connect.leave.click();
    await seen(notice(page, 'Disconnected')).toBeVisible();
    await seen(control(page)).toBeHidden();
  });

  test('the control leads to the step of a locked wallet, where it can be forgotten', async ({ visit }) => {
    const { page, connect, wallet } = await visitWith(visit);
    await connect.rows.first().click();
    await seen(connect.dialog).toBeHidden();
    await wallet.lock();
    const reconnect = page.getByRole('banner').getByRole('link', { name: /^Reconnect / });
    await seen(reconnect).toBeVisible();
    await seen(control(page)).toHaveCount(0);
    expect(await axe(page)).toEqual([]);
    wallet.answers.default = 'hold';
    await reconnect.click();
    await seen(connect.dialog.getByRole('status').last()).toContainText(/^Opening /);
    await connect.dialog.getByRole('button', { name: /^Forget / }).click();
    await seen(connect.rows.first()).toBeVisible();
    await page.keyboard.press('Escape');
    await seen(reconnect).toBeHidden();
    await reloadPage(page);
    await alive(page);
    await seen(page.getByRole('banner').getByRole('link')).toHaveCount(1);
  });

  test('the stored connection shows the control before the scripts run', async ({ visit }) => {
    const { page } = await visit({
      before: async (page) => {
        await page.addInitScript(() =>
          localStorage.setItem(
            'iaborrow.session',
            '{"version":1,"value":{"id":"walletConnect","connector":"walletConnect"}}',
          ),
        );
        await page.route('**/assets/*.js', () => {});
      },
    });
    await seen(control(page)).toBeVisible();
  });

  test('a new visitor of /#account connects, signs in, and sees the account', async ({ visit }) => {
    const { page, connect } = await visitWith(visit, [{}], { ...signing, path: '/#account' });
    await connect.rows.first().click();
    const send = page.getByRole('button', { name: 'Send message' });
    await seen(send).toBeVisible();
    // A phone may discard the page meanwhile, so the requested dialog is stored.
    await page.reload();
    await send.click();
    await seen(connect.account).toBeVisible();
    await seen(page).toHaveURL(/#account$/);
    await connect.account.getByRole('button', { name: /^Network: Ethereum$/ }).click();
    await seen(page.getByRole('dialog', { name: 'Network' })).toBeVisible();
    await page.keyboard.press('Escape');
    await requestDialog(page, 'account');
    await seen(connect.account).toBeVisible();
  });
});
