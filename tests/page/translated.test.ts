import type { Page } from '@playwright/test';
import { expect } from 'vitest';
import { ACCOUNT } from '../wallet/wallet.ts';
import { NAME, shortAddress } from './injected.ts';
import { withRelay } from './relayed.ts';
import { seen } from './seen.ts';
import { signInOf, withSignIn } from './signing.ts';
import { alive, alphaOf, askAfresh, test, withClock, withheld } from './visit.ts';

/* Tests a translated page. React logs an error when it meets foreign nodes, which fails the test. */

/** The suffix of each translated text. */
const MARK = '¿';
const translated = { translated: MARK };

const texts = (page: Page) => page.locator('font > font').allTextContents();
const keeps = async (page: Page, ...names: string[]) => {
  const all = await texts(page);
  expect(all.filter((text) => names.some((name) => text.replace(MARK, '').trim() === name))).toEqual([]);
  expect(all.length).toBeGreaterThan(0);
};

test('a page translated before the scripts run keeps the open modal and typed text', async ({ visit }) => {
  const { before, release } = withheld('**/assets/*.js');
  const { page } = await visit({ ...translated, before });
  const alpha = alphaOf(page);
  await page.getByRole('textbox', { name: 'Amount to borrow' }).fill('1000');
  await page.getByRole('button', { name: 'Join Alpha' }).first().click();
  await alpha.slider.fill('25000');
  release();
  await alive(page);
  await seen(alpha.modal).toBeVisible();
  await seen(alpha.field).toHaveValue('25,000');
  await seen(page.getByText(`$44 less than Kamino over 1\u00a0year.${MARK}`)).toBeVisible();
});

test('a translated page shows each change', async ({ visit }) => {
  const { page } = await visit(translated);
  await alive(page);
  const amount = page.getByRole('textbox', { name: 'Amount to borrow' });
  const region = page.getByRole('region', { name: '50% cheaper to borrow' });
  for (const [typed, words] of [
    ['', 'Enter an amount to compare.'],
    ['1000', '$44 less than Kamino over 1\u00a0year.'],
    ['3', 'At this amount, both round to $0.'],
    ['10000', '$440 less than Kamino over 1\u00a0year.'],
  ] as const) {
    await amount.fill(typed);
    await seen(region.getByText(`${words}${MARK}`)).toBeVisible();
  }
  const alpha = alphaOf(page);
  await page.getByRole('button', { name: 'Join Alpha' }).first().click();
  for (const [typed, name] of [
    ['90000', 'Amount Exceeds Allocation'],
    ['20000', 'Request to Join Alpha'],
    ['90000', 'Amount Exceeds Allocation'],
  ] as const) {
    await alpha.field.fill(typed);
    await seen(alpha.modal.getByRole('button', { name })).toHaveText(`${name}${MARK}`);
  }
  await seen(alpha.remaining).toHaveText('$0');
  await keeps(page, 'iABorrow', 'Kamino', '$0', '$440');
});

withRelay('translated')('the connect dialog shows each change on a translated page', async ({ enter }) => {
  const { page, dialog } = await enter({
    ...translated,
    path: '/',
    before: withClock(),
  });
  await alive(page);
  await dialog.ask('connect');
  const title = dialog.modal.getByRole('heading', { level: 2 }).last();
  const copied = dialog.modal.getByRole('button', { name: 'Copied' });
  const left = dialog.modal.getByText(/^\d:\d\d$/);
  for (const name of ['Rainbow', 'MetaMask']) {
    await dialog.row(name).click();
    await seen(title).toHaveText(`Scan with ${MARK}${name}`);
    await seen(dialog.code).toBeVisible();
    const before = await left.textContent();
    await page.clock.runFor(3_000);
    await seen(left).not.toHaveText(before ?? '');
    await dialog.modal.getByRole('button', { name: 'Copy link' }).click();
    await seen(copied).toHaveText(`Copied${MARK}`);
    await page.clock.runFor(1_500);
    await seen(copied).toBeHidden();
  }
  await keeps(page, 'Rainbow', 'MetaMask');
  await dialog.back.click();
  await seen(title).toHaveText(`What is a wallet?${MARK}`);
});

withSignIn('translatedSignIn')('signing in shows each change on a translated page', async ({ come }) => {
  const { page, connect, wallet } = await come([{}], translated);
  await connect.row(NAME).click();
  const signIn = signInOf(page);
  const send = signIn.dialog.getByRole('button', { name: 'Send message' });
  wallet.answers.personal_sign = -32603;
  for (let round = 0; round < 2; round++) {
    await send.click();
    await seen(signIn.alert).toHaveText(`Error signing message, please retry${MARK}`);
    await seen(send).toHaveText(`Send message${MARK}`);
  }
  wallet.answers.personal_sign = 'hold';
  await send.click();
  await seen(signIn.dialog.getByRole('button').nth(1)).toHaveText(`Waiting for signature…${MARK}`);
  await seen(signIn.alert).toHaveText('');
  await keeps(page, NAME, shortAddress(ACCOUNT));
  await wallet.approve();
  await seen(connect.news).toHaveText(`Signed in${MARK}`);
  await askAfresh(page, 'account');
  await seen(connect.account).toContainText(shortAddress(ACCOUNT));
  await keeps(page, NAME, shortAddress(ACCOUNT), ACCOUNT.address);
});
