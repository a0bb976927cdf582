import type { Page } from '@playwright/test';
import { describe } from 'vitest';
import { dialogWords } from '#views/wallet/copy';
import { asksForWallets, NAME } from './injected.ts';
import { seen } from './seen.ts';
import { alive, alphaOf, leavesSite, requestDialog, test, visitWith, withheld } from './visit.ts';

const type = (page: Page, hash: string) =>
  page.evaluate(async (hash) => {
    const told = new Promise((tell) => addEventListener('hashchange', tell, { once: true }));
    location.hash = hash;
    await told;
  }, hash);

/** Checks that no dialog is open, and that going back leaves the site. */
async function leavesNothing(page: Page) {
  await seen(page.locator('dialog[open]')).toHaveCount(0);
  await seen(page).toHaveURL(/\/$/);
  await leavesSite(page);
}

const networkOf = (page: Page) => page.locator('#wallet-island').getByRole('dialog', { name: dialogWords.chain.title });

describe('several hashes typed one after another', () => {
  for (const [way, close] of [
    ['Escape', (page: Page) => page.keyboard.press('Escape')],
    ['one step back', (page: Page) => page.goBack()],
  ] as const)
    test(`${way} removes several typed hashes from the history`, async ({ visit }) => {
      const { page, connect } = await visitWith(visit, [{}], { path: '/' });
      await alive(page);
      await asksForWallets(page);
      for (const hash of ['account', 'chain']) await type(page, hash);
      await close(page);
      await seen(connect.dialog).toBeHidden();
      await leavesNothing(page);
    });

  test('closing removes several typed hashes from the history after a reload', async ({ visit }) => {
    const { page, connect } = await visitWith(visit, [{}], { path: '/' });
    await alive(page);
    await asksForWallets(page);
    await type(page, 'account');
    await page.reload();
    await seen(connect.row(NAME)).toBeVisible();
    await page.keyboard.press('Escape');
    await seen(connect.dialog).toBeHidden();
    await leavesNothing(page);
  });
});

describe('a hash that is set while a dialog closes', () => {
  for (const turns of [0, 1, 2, 3])
    test(`a hash opens its dialog if it is set ${turns} turns after another dialog closed`, async ({ visit }) => {
      const { page, connect } = await visitWith(visit, [{}], { path: '/' });
      await alive(page);
      await asksForWallets(page);
      const close = await connect.close.elementHandle();
      await page.evaluate(
        async ([close, turns]) => {
          close?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
          for (let i = 0; i < turns; i++) await new Promise((resolve) => setTimeout(resolve));
          location.hash = 'account';
        },
        [close, turns] as const,
      );
      await seen(connect.row(NAME)).toBeVisible();
      await seen(page).toHaveURL(/#connect$/);
      await connect.row(NAME).click();
      await seen(connect.account).toBeVisible();
      await seen(page).toHaveURL(/#account$/);
      await page.keyboard.press('Escape');
      await leavesNothing(page);
    });

  test('a hash opens the alpha modal with a history entry of its own', async ({ visit }) => {
    const { page, connect } = await visitWith(visit, [{}], { path: '/' });
    await alive(page);
    const { modal, join } = alphaOf(page);
    await asksForWallets(page);
    const [close, open] = await Promise.all([connect.close.elementHandle(), join.elementHandle()]);
    await page.evaluate(
      async ([close, open]) => {
        const click = (it: Element | null) => it?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
        click(close);
        await new Promise((resolve) => setTimeout(resolve));
        click(open);
      },
      [close, open] as const,
    );
    await seen(modal).toBeVisible();
    await seen.poll(() => page.evaluate(() => location.hash)).toBe('');
    await seen.poll(() => page.evaluate(() => history.state?.depth)).toBe(1);
    await page.goBack();
    await seen(modal).toBeHidden();
    await leavesNothing(page);
  });
});

describe('a hash that is set while a dialog is open', () => {
  for (const [hash, dialog] of [
    ['account', 'Account'],
    ['chain', dialogWords.chain.title],
  ] as const)
    test(`the hash #${hash} opens its dialog once a wallet is connected`, async ({ visit }) => {
      const { page, connect } = await visitWith(visit, [{}], { path: '/' });
      await alive(page);
      await asksForWallets(page);
      await type(page, hash);
      await seen(page).toHaveURL(/#connect$/);
      await connect.row(NAME).click();
      await seen(page.locator('#wallet-island').getByRole('dialog', { name: dialog })).toBeVisible();
      await seen(page).toHaveURL(new RegExp(`#${hash}$`));
      await page.keyboard.press('Escape');
      await leavesNothing(page);
    });

  test('a hash opens its dialog once the wallet bundle is loaded', async ({ visit }) => {
    const { before: withhold, release: come } = withheld('**/assets/*.js');
    const { page, connect } = await visitWith(visit, [{}], { path: '/' });
    await alive(page);
    await withhold(page);
    await requestDialog(page, 'connect');
    await seen(page.locator('dialog#wallet')).toBeVisible();
    await type(page, 'account');
    await seen(page).toHaveURL(/#connect$/);
    come();
    await connect.row(NAME).click();
    await seen(connect.account).toBeVisible();
    await page.keyboard.press('Escape');
    await leavesNothing(page);
  });

  test('a hash leads from the account to the network dialog, and back', async ({ visit }) => {
    const { page, connect } = await visitWith(visit, [{}], { path: '/' });
    await alive(page);
    await requestDialog(page, 'account');
    await connect.row(NAME).click();
    await seen(connect.account).toBeVisible();
    await type(page, 'chain');
    await seen(networkOf(page)).toBeVisible();
    await type(page, 'account');
    await seen(connect.account).toBeVisible();
    await type(page, 'connect');
    await seen(page).toHaveURL(/#account$/);
    await seen(connect.account).toBeVisible();
    await page.keyboard.press('Escape');
    await leavesNothing(page);
  });
});
