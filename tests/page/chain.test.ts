import { describe, expect } from 'vitest';
import type { InstallOptions } from '../wallet/browser.ts';
import type { Visiting } from './visitor/fixtures.ts';
import { test } from './visitor/fixtures.ts';
import { noteSaid } from './visitor/inPage.ts';
import { say, sayStatus } from './visitor/say.ts';
import { seen } from './visitor/seen.ts';
import type { InjectedWallet } from './visitor/viewer.ts';
import type { Visitor } from './visitor/visitor.ts';
import { asked } from './visitor/wallets.ts';

const CONFIRM = sayStatus('chain.confirm');
const WRONG = `${sayStatus('chain.astray.title')} ${say('chain.astray.text')}`;

/* Tests the network dialog. The page supports Ethereum alone, so a wallet on another network must switch. */

const POLYGON = 137;
const SWITCHING = 'wallet_switchEthereumChain';
const ADDING = 'wallet_addEthereumChain';
const CHANGED = `status: ${say('news.moved')}`;

let last: InjectedWallet | undefined;

/** Visits and connects the wallet. No dialog is open afterwards. Announcements are recorded from here on. */
async function comes(visit: Visiting, wallet: InstallOptions = {}) {
  const before = last?.chainId;
  const visitor = await visit({ wallets: [wallet], again: 'usual', stays: true, clock: true, scripts: [noteSaid] });
  const { wallet: own } = visitor;
  last = own;
  if (await visitor.isConnected()) {
    if (own.chainId !== before) await seen.poll(() => visitor.heard()).toContain(CHANGED);
  } else {
    await visitor.picks();
    await visitor.isAtRest();
    await visitor.hears('news.connected');
  }
  await visitor.heard();
  return visitor;
}

/** Visits with a wallet on an unsupported network, and requests the account. */
async function strays(visit: Visiting) {
  const visitor = await comes(visit, { chainId: POLYGON });
  await visitor.requests('account');
  await seen(visitor.network.ethereum).toBeVisible();
  await saidNow(visitor, WRONG);
  return visitor;
}

/** Visits with a wallet whose owner answers later, and picks Ethereum. */
async function switches(visit: Visiting) {
  const visitor = await strays(visit);
  const { ethereum } = visitor.network;
  visitor.wallet.answers.default = 'hold';
  await ethereum.click();
  await seen(ethereum).toHaveAccessibleName(`Ethereum ${say('chain.confirm')}`);
  await visitor.isAsked();
  await saidNow(visitor, CONFIRM);
  return visitor;
}

/** Returns the announcements since the last call, without the name of the button in a notice. */
const newsIn = async (visitor: Visitor) =>
  (await visitor.heard()).map((one) => one.replace(/^(alert: .*) Close$/, '$1'));

async function saidNow(visitor: Visitor, ...expected: string[]) {
  const said: string[] = [];
  await seen.poll(async () => said.push(...(await newsIn(visitor)))).toBeGreaterThanOrEqual(expected.length);
  expect(said).toEqual(expected);
}

async function hasMoved(visitor: Visitor) {
  await visitor.isAtRest();
  await saidNow(visitor, CHANGED);
  await seen(visitor.network.trouble).toHaveCount(0);
  await visitor.opensAccount();
}

const switchings = (wallet: InjectedWallet) => asked(wallet, SWITCHING);

const CLOSINGS: Record<string, (visitor: Visitor) => Promise<unknown>> = {
  'the close button': ({ network }) => network.close.click(),
  Esc: (visitor) => visitor.escapes(),
  'the way back': ({ page }) => page.goBack(),
  'a press beside it': ({ page }) => page.mouse.click(5, 5),
};

describe('with a wallet on Ethereum', () => {
  test('the network dialog lists only Ethereum, and its row cannot be pressed', async ({ visit }) => {
    const visitor = await comes(visit);
    const { page, wallet, network } = visitor;
    await visitor.requests('chain');
    await seen(network.title).toBeFocused();
    await seen(network.rows).toHaveText([`Ethereum${say('chain.connected')}`]);
    await seen(network.rows.locator('[aria-current=true]')).toHaveCount(1);
    await seen(network.dialog.getByRole('button')).toHaveCount(1);
    await seen(network.close).toBeVisible();
    await seen(network.notice).toHaveCount(0);
    await seen(page).toHaveURL(/\/#chain$/);
    await network.rows.click();
    await network.rows.dblclick();
    await page.keyboard.press('Tab');
    await seen(network.close).toBeFocused();
    await visitor.receivesAnswers();
    await seen(network.dialog).toBeVisible();
    expect([switchings(wallet), asked(wallet, ADDING), await visitor.heard()]).toEqual([0, 0, []]);
  });

  test('the network dialog closes in each way, and hash and focus are restored', async ({ visit }) => {
    const visitor = await comes(visit);
    const { network } = visitor;
    const { join } = visitor.alpha;
    for (const [how, close] of Object.entries(CLOSINGS)) {
      await join.focus();
      await visitor.requests('chain');
      await seen(network.title, how).toBeFocused();
      await close(visitor);
      await visitor.isAtRest();
      await seen(join, how).toBeFocused();
      await seen(network.trouble, how).toHaveCount(0);
      expect(await visitor.heard(), how).toEqual([]);
    }
    await visitor.opensAccount();
  });

  test('/#chain opens the network dialog after a reload, and /#account the account', async ({ visit }) => {
    const visitor = await comes(visit);
    const { page, network } = visitor;
    await page.goto('/#chain');
    await page.reload();
    await seen(network.rows).toHaveText([`Ethereum${say('chain.connected')}`]);
    await network.close.click();
    await visitor.isAtRest();
    await page.goto('/#account');
    await page.reload();
    await seen(visitor.account.dialog).toContainText(say('account.through'));
  });
});

describe('with a wallet on an unsupported network', () => {
  test('a network that the wallet adds slowly is switched to', async ({ visit }) => {
    const visitor = await switches(visit);
    const { wallet, network } = visitor;
    await seen(network.ethereum).toHaveAttribute('aria-disabled', 'true');
    await seen(network.ethereum).toBeFocused();
    await wallet.approve();
    await hasMoved(visitor);
    const [{ params } = {}] = wallet.log.filter(({ method }) => method === SWITCHING);
    expect(params).toEqual([{ chainId: '0x1' }]);
  });

  test('the focus returns to the control after a switch of the network', async ({ visit }) => {
    const visitor = await comes(visit, { chainId: POLYGON });
    const { wallet, network } = visitor;
    const { join } = visitor.alpha;
    for (const answer of ['reject', 'approve'] as const) {
      await join.focus();
      await visitor.requests('chain');
      await seen(network.title).toBeFocused();
      wallet.answers.default = answer;
      await network.ethereum.press('Enter');
      await visitor.isAtRest();
      await seen(join).toBeFocused();
    }
  });
});
