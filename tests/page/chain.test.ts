import type { Page } from '@playwright/test';
import { describe, expect } from 'vitest';
import { asked, NAME, showsAccount } from './injected.ts';
import { CONFIRM, networkOf, WRONG } from './network.ts';
import { seen } from './seen.ts';
import { noteSaid, saidIn, untilCaughtUp } from './signing.ts';
import { alphaOf, type InjectedWallet, isConnected, requestDialog, test, visitWith, withClock } from './visit.ts';

/* Tests the network dialog. The page supports Ethereum alone, so a wallet on another network must switch. */

type Visit = Parameters<typeof visitWith>[0];
type WalletOptions = NonNullable<Parameters<typeof visitWith>[1]>[number];

const POLYGON = 137;
const SWITCHING = 'wallet_switchEthereumChain';
const ADDING = 'wallet_addEthereumChain';
const CHANGED = 'status: Network changed';

let last: InjectedWallet | undefined;

/** Visits and connects the wallet. No dialog is open afterwards. Announcements are recorded from here on. */
async function comes(visit: Visit, wallet: WalletOptions = {}) {
  const before = last?.chainId;
  const visited = await visitWith(visit, [wallet], {
    again: 'usual',
    stays: true,
    before: withClock(noteSaid),
  });
  const { page, connect } = visited;
  last = visited.wallet;
  if (await isConnected(page)) {
    if (last.chainId !== before) await seen.poll(() => saidIn(page)).toContain(CHANGED);
  } else {
    await connect.row(NAME).click();
    await isClosed(page);
    await seen(connect.news).toHaveText('Connected');
  }
  await saidIn(page);
  return { ...visited, network: networkOf(page) };
}

/** Visits with a wallet on an unsupported network, and requests the account. */
async function strays(visit: Visit, wallet: WalletOptions = {}) {
  const visited = await comes(visit, { chainId: POLYGON, ...wallet });
  const { page, network } = visited;
  await requestDialog(page, 'account');
  await seen(network.ethereum).toBeVisible();
  await saidNow(page, WRONG);
  return visited;
}

/** Visits with a wallet whose owner answers later, and picks Ethereum. */
async function switches(visit: Visit) {
  const visited = await strays(visit);
  visited.wallet.answers.default = 'hold';
  await visited.network.ethereum.click();
  await seen(visited.network.ethereum).toHaveAccessibleName('Ethereum Confirm in wallet');
  await seen.poll(() => visited.wallet.pending.length).toBe(1);
  await saidNow(visited.page, CONFIRM);
  return visited;
}

/** Returns the announcements since the last call, without the name of the button in a notice. */
const newsIn = async (page: Page) => (await saidIn(page)).map((one) => one.replace(/^(alert: .*) Close$/, '$1'));

async function saidNow(page: Page, ...expected: string[]) {
  const said: string[] = [];
  await seen.poll(async () => said.push(...(await newsIn(page)))).toBeGreaterThanOrEqual(expected.length);
  expect(said).toEqual(expected);
}

async function isClosed(page: Page) {
  await seen(page.locator('dialog[open]')).toHaveCount(0);
  await seen(page).toHaveURL(/\/$/);
}

async function hasMoved(page: Page) {
  await isClosed(page);
  await saidNow(page, CHANGED);
  await seen(networkOf(page).trouble).toHaveCount(0);
  await showsAccount(page);
}

const switchings = (wallet: InjectedWallet) => asked(wallet, SWITCHING);

const CLOSINGS: Record<string, (page: Page) => Promise<unknown>> = {
  'the close button': (page) => networkOf(page).close.click(),
  Esc: (page) => page.keyboard.press('Escape'),
  'the way back': (page) => page.goBack(),
  'a press beside it': (page) => page.mouse.click(5, 5),
};

describe('with a wallet on Ethereum', () => {
  test('the network dialog lists Ethereum alone, and nothing can be pressed', async ({ visit }) => {
    const { page, wallet, network } = await comes(visit);
    await requestDialog(page, 'chain');
    await seen(network.title).toBeFocused();
    await seen(network.rows).toHaveText(['EthereumConnected']);
    await seen(network.rows.locator('[aria-current=true]')).toHaveCount(1);
    await seen(network.dialog.getByRole('button')).toHaveCount(1);
    await seen(network.close).toBeVisible();
    await seen(network.notice).toHaveCount(0);
    await seen(page).toHaveURL(/\/#chain$/);
    await network.rows.click();
    await network.rows.dblclick();
    await page.keyboard.press('Tab');
    await seen(network.close).toBeFocused();
    await untilCaughtUp(page);
    await seen(network.dialog).toBeVisible();
    expect([switchings(wallet), asked(wallet, ADDING), await saidIn(page)]).toEqual([0, 0, []]);
  });

  test('the network dialog closes in each way, and restores hash and focus', async ({ visit }) => {
    const { page, network } = await comes(visit);
    const { join } = alphaOf(page);
    for (const [how, close] of Object.entries(CLOSINGS)) {
      await join.focus();
      await requestDialog(page, 'chain');
      await seen(network.title, how).toBeFocused();
      await close(page);
      await isClosed(page);
      await seen(join, how).toBeFocused();
      await seen(network.trouble, how).toHaveCount(0);
      expect(await saidIn(page), how).toEqual([]);
    }
    await showsAccount(page);
  });

  test('/#chain opens the network dialog on return, and /#account the account', async ({ visit }) => {
    const { page, network, connect } = await comes(visit);
    await page.goto('/#chain');
    await page.reload();
    await seen(network.rows).toHaveText(['EthereumConnected']);
    await network.close.click();
    await isClosed(page);
    await page.goto('/#account');
    await page.reload();
    await seen(connect.account).toContainText(`Connected with ${NAME}`);
  });
});

describe('with a wallet on an unsupported network', () => {
  test('a slow switch succeeds', async ({ visit }) => {
    const { page, wallet, network } = await switches(visit);
    await seen(network.ethereum).toHaveAttribute('aria-disabled', 'true');
    await seen(network.ethereum).toBeFocused();
    await wallet.approve();
    await hasMoved(page);
    const [{ params } = {}] = wallet.log.filter(({ method }) => method === SWITCHING);
    expect(params).toEqual([{ chainId: '0x1' }]);
  });

  test('the focus is restored after a switch', async ({ visit }) => {
    const { page, wallet, network } = await comes(visit, { chainId: POLYGON });
    const { join } = alphaOf(page);
    for (const answer of ['reject', 'approve'] as const) {
      await join.focus();
      await requestDialog(page, 'chain');
      await seen(network.title).toBeFocused();
      wallet.answers.default = answer;
      await network.ethereum.press('Enter');
      await isClosed(page);
      await seen(join).toBeFocused();
    }
  });
});
