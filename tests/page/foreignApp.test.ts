import { chromium } from '@playwright/test';
import { test } from 'vitest';
import { createLaunchOptions } from '../support/chromium.ts';
import { installWallet } from '../wallet/browser.ts';

const app = new URL('../wallet/app.html', import.meta.url).href;

test('the test wallet declines, connects and switches the network in a foreign app', async () => {
  const browser = await chromium.launch(createLaunchOptions());
  const page = await browser.newPage();
  const wallet = await installWallet(page, { answers: { eth_requestAccounts: ['reject', 'hold'] } });
  await page.goto(app);
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.getByText('You declined.').waitFor();
  await page.getByRole('button', { name: 'Connect' }).click();
  await wallet.approve();
  await page.getByText(wallet.account.address).waitFor();
  await wallet.setChain(137);
  await page.getByText('Network 0x89').waitFor();
  await browser.close();
});
