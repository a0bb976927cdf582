import type { Page } from '@playwright/test';
import { describe, expect, inject } from 'vitest';
import { asked, asksForWallets, LEAVINGS, NAME, OTHER, REVOKING, showsAccount } from './injected.ts';
import { CONFIRM, networkOf, UNCHANGED, WRONG } from './network.ts';
import { seen } from './seen.ts';
import { caughtUp, noteSaid, saidIn, signInOf } from './signing.ts';
import { alphaOf, ask, type InjectedWallet, isConnected, reload, test, visitWith, withClock } from './visit.ts';

/* Tests the network dialog. The page supports Ethereum alone, so a wallet on another network must switch. */

type Visit = Parameters<typeof visitWith>[0];
type WalletOptions = NonNullable<Parameters<typeof visitWith>[1]>[number];

const POLYGON = 137;
const OPTIMISM = 10;
const SWITCHING = 'wallet_switchEthereumChain';
const ADDING = 'wallet_addEthereumChain';
const CHANGED = 'status: Network changed';
const STAYED = `alert: ${UNCHANGED}`;

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
  await ask(page, 'account');
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

/** Checks that exactly `expected` was announced, with or without the hint of a slow wallet. */
async function saidAtLast(page: Page, expected: string) {
  const said: string[] = [];
  const hear = async () => said.push(...(await newsIn(page)).filter((one) => one !== CONFIRM));
  await seen.poll(hear).toBeGreaterThan(0);
  expect(said).toEqual([expected]);
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

async function hasStayed(page: Page) {
  const network = networkOf(page);
  await isClosed(page);
  await seen(network.trouble).toBeVisible();
  await saidNow(page, STAYED);
  await ask(page, 'account');
  await seen(network.ethereum).toHaveAccessibleName('Ethereum');
  await seen(network.trouble).toHaveCount(0);
  await saidNow(page, WRONG);
}

async function isNobody(page: Page) {
  await isClosed(page);
  await asksForWallets(page, 'account');
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
    await ask(page, 'chain');
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
    await caughtUp(page);
    await seen(network.dialog).toBeVisible();
    expect([switchings(wallet), asked(wallet, ADDING), await saidIn(page)]).toEqual([0, 0, []]);
  });

  test('the network dialog closes in each way, and restores hash and focus', async ({ visit }) => {
    const { page, network } = await comes(visit);
    const { join } = alphaOf(page);
    for (const [how, close] of Object.entries(CLOSINGS)) {
      await join.focus();
      await ask(page, 'chain');
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

  test('moving to another network closes the dialog, and the next request says why', async ({ visit }) => {
    const { page, wallet, network } = await comes(visit);
    await ask(page, 'chain');
    await seen(network.rows).toHaveText(['EthereumConnected']);
    await wallet.setChain(POLYGON);
    await isClosed(page);
    await saidNow(page, CHANGED);
    await ask(page, 'chain');
    await seen(network.notice).toBeVisible();
  });

  test('a wallet that changes its network while no dialog is open is announced', async ({ visit }) => {
    const { page, wallet } = await comes(visit);
    await wallet.setChain(POLYGON);
    await saidNow(page, CHANGED);
    await caughtUp(page);
    await isClosed(page);
  });
});

describe('with a wallet on an unsupported network', () => {
  test('every request opens the network dialog, and announces the wrong network', async ({ visit }) => {
    const { page, network } = await comes(visit, { chainId: POLYGON });
    for (const hash of ['account', 'chain', 'connect', 'sign-in']) {
      await ask(page, hash);
      await seen(network.title, hash).toBeFocused();
      await seen(network.notice, hash).toContainText(/^Wrong network\. Your wallet is on a network/);
      await seen(network.rows, hash).toHaveText(['Ethereum']);
      await seen(network.rows.locator('[aria-current]'), hash).toHaveCount(0);
      await seen(network.leave, hash).toBeVisible();
      await seen(page, hash).toHaveURL(/\/#chain$/);
      await saidNow(page, WRONG);
      await page.keyboard.press('Escape');
      await isClosed(page);
    }
  });

  test('connecting opens no network dialog, and neither does a later visit', async ({ visit }) => {
    const { page, wallet } = await comes(visit, { chainId: POLYGON });
    const before = asked(wallet, 'eth_chainId');
    await reload(page);
    await seen.poll(() => asked(wallet, 'eth_chainId')).toBeGreaterThan(before);
    await caughtUp(page);
    await isClosed(page);
    expect(await saidIn(page)).toEqual([]);
  });

  test('the network dialog closes in each way, and opens again on request', async ({ visit }) => {
    const { page, wallet, network } = await strays(visit);
    for (const [how, close] of Object.entries(CLOSINGS)) {
      await close(page);
      await isClosed(page);
      await seen(network.trouble, how).toHaveCount(0);
      expect([await saidIn(page), switchings(wallet)], how).toEqual([[], 0]);
      await ask(page, 'account');
      await seen(network.notice, how).toBeVisible();
      await saidNow(page, WRONG);
    }
  });

  test('a switch that succeeds at once closes the dialog, and opens the account', async ({ visit }) => {
    const { page, wallet, network } = await strays(visit);
    await network.ethereum.click();
    await isClosed(page);
    await saidAtLast(page, CHANGED);
    expect(switchings(wallet)).toBe(1);
    await showsAccount(page);
  });

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
      await ask(page, 'chain');
      await seen(network.title).toBeFocused();
      wallet.answers.default = answer;
      await network.ethereum.press('Enter');
      await isClosed(page);
      await seen(join).toBeFocused();
    }
  });

  test('a declined switch closes the dialog, and is announced', async ({ visit }) => {
    const { page, wallet, network } = await switches(visit);
    await wallet.reject();
    await hasStayed(page);
    await seen(network.leave).toBeVisible();
  });

  test('a failed switch changes nothing, whatever the reason, and can be retried', async ({ visit }) => {
    const { page, wallet, network } = await strays(visit);
    // A request is pending already, the request fails, switching is unsupported, or the wallet is offline.
    for (const code of [-32002, -32603, 4200, 4900]) {
      wallet.answers[SWITCHING] = code;
      await network.ethereum.click();
      await isClosed(page);
      await seen(network.trouble, String(code)).toBeVisible();
      await saidAtLast(page, STAYED);
      await ask(page, 'account');
      await seen(network.ethereum, String(code)).toHaveAccessibleName('Ethereum');
      await saidNow(page, WRONG);
    }
    delete wallet.answers[SWITCHING];
    await network.ethereum.click();
    await saidAtLast(page, CHANGED);
    await isClosed(page);
    await showsAccount(page);
  });

  test('the notice of a failed switch is shown for 8 s', async ({ visit }) => {
    const { page, wallet, network } = await switches(visit);
    await wallet.reject();
    await seen(network.trouble).toBeVisible();
    await page.clock.runFor(7_000);
    await seen(network.trouble).toBeVisible();
    await page.clock.runFor(1_000);
    await seen(network.trouble).toHaveCount(0);
    await saidNow(page, STAYED);
  });

  test('the notice of a failed switch can be dismissed', async ({ visit }) => {
    const { page, wallet, network } = await switches(visit);
    await wallet.reject();
    await network.dismiss.click();
    await seen(network.trouble).toHaveCount(0);
    await isClosed(page);
  });

  test('the notice of a second failed switch is shown for 8 s as well', async ({ visit }) => {
    const { page, wallet, network } = await switches(visit);
    await wallet.reject();
    await seen(network.trouble).toBeVisible();
    await page.clock.runFor(5_000);
    await ask(page, 'chain');
    await network.ethereum.click();
    await wallet.reject();
    await isClosed(page);
    await seen(network.trouble).toBeVisible();
    // More than 8 s have passed since the first failure, and less since the second.
    await page.clock.runFor(5_000);
    await seen(network.trouble).toBeVisible();
    await page.clock.runFor(3_000);
    await seen(network.trouble).toHaveCount(0);
  });

  test('a switch fails after 60 s without an answer', async ({ visit }) => {
    const { page, network } = await switches(visit);
    await page.clock.runFor(59_000);
    await seen(network.ethereum).toHaveAccessibleName('Ethereum Confirm in wallet');
    await page.clock.runFor(1_500);
    await hasStayed(page);
  });

  test('a switch that succeeds after 60 s counts, and the failure notice goes', async ({ visit }) => {
    const { page, wallet, network } = await switches(visit);
    await page.clock.runFor(60_500);
    await seen(network.trouble).toBeVisible();
    await isClosed(page);
    await saidIn(page);
    await wallet.approve();
    await saidNow(page, CHANGED);
    await seen(network.trouble).toHaveCount(0);
    await showsAccount(page);
  });

  test('a switch succeeds if the wallet only sends an event', async ({ visit }) => {
    const { page, wallet, network } = await strays(visit);
    wallet.answers[SWITCHING] = 'event';
    await network.ethereum.click();
    await isClosed(page);
    await page.clock.runFor(61_000);
    await saidAtLast(page, CHANGED);
    await seen(network.trouble).toHaveCount(0);
    await showsAccount(page);
  });

  test('a switch fails soon if the wallet confirms but stays where it is', async ({ visit }) => {
    const { page, wallet, network } = await strays(visit);
    for (const answer of [null, true, 'yes', { code: 4001 }]) {
      const why = JSON.stringify(answer);
      const before = switchings(wallet);
      wallet.answers[SWITCHING] = () => answer;
      await network.ethereum.click();
      await seen.poll(() => switchings(wallet), why).toBe(before + 1);
      await page.clock.runFor(1_000);
      await isClosed(page);
      await seen(network.trouble, why).toBeVisible();
      await saidAtLast(page, STAYED);
      await ask(page, 'account');
      await saidNow(page, WRONG);
    }
    delete wallet.answers[SWITCHING];
    await network.ethereum.click();
    await isClosed(page);
    await showsAccount(page);
  });

  test('several presses send one request', async ({ visit }) => {
    const { page, wallet, network } = await strays(visit);
    wallet.answers.default = 'hold';
    await network.ethereum.dblclick();
    await seen(network.ethereum).toHaveAccessibleName('Ethereum Confirm in wallet');
    await network.ethereum.click({ force: true });
    await page.keyboard.press('Enter');
    await page.keyboard.press('Space');
    await caughtUp(page);
    expect(switchings(wallet)).toBe(1);
    await saidNow(page, CONFIRM);
    await wallet.approve();
    await hasMoved(page);
  });
});

describe('closing the dialog during a switch', () => {
  test('a late rejection changes nothing, however the dialog was closed', async ({ visit }) => {
    const { page, wallet, network } = await switches(visit);
    for (const [how, close] of Object.entries(CLOSINGS)) {
      await close(page);
      await isClosed(page);
      await wallet.reject();
      await caughtUp(page);
      await isClosed(page);
      await seen(network.trouble, how).toHaveCount(0);
      expect(await saidIn(page), how).toEqual([]);
      await ask(page, 'account');
      await seen(network.ethereum, how).toHaveAccessibleName('Ethereum');
      await saidNow(page, WRONG);
      await network.ethereum.click();
      await saidNow(page, CONFIRM);
      await seen.poll(() => wallet.pending.length, how).toBe(1);
    }
  });

  test('a late switch counts, however the dialog was closed', async ({ visit }) => {
    const { page, wallet, network } = await strays(visit);
    wallet.answers[SWITCHING] = 'hold';
    for (const [how, close] of Object.entries(CLOSINGS)) {
      await network.ethereum.click();
      await seen(network.ethereum, how).toHaveAccessibleName('Ethereum Confirm in wallet');
      await seen.poll(() => wallet.pending.length, how).toBe(1);
      await close(page);
      await isClosed(page);
      await saidNow(page, CONFIRM);
      await wallet.approve();
      await hasMoved(page);
      await page.keyboard.press('Escape');
      await isClosed(page);
      await wallet.setChain(POLYGON);
      await saidNow(page, CHANGED);
      await ask(page, 'chain');
      await saidNow(page, WRONG);
    }
  });

  test('a second request after closing ignores the answer to the first', async ({ visit }) => {
    const { page, wallet, network } = await switches(visit);
    await network.close.click();
    await isClosed(page);
    await ask(page, 'chain');
    await seen(network.ethereum).toHaveAccessibleName('Ethereum');
    await network.ethereum.click();
    await seen.poll(() => switchings(wallet)).toBe(2);
    await wallet.reject();
    await caughtUp(page);
    await seen(network.ethereum).toHaveAccessibleName('Ethereum Confirm in wallet');
    await seen(network.trouble).toHaveCount(0);
    await wallet.approve();
    await isClosed(page);
    expect((await newsIn(page)).filter((one) => one !== CONFIRM && one !== WRONG)).toEqual([CHANGED]);
    await showsAccount(page);
  });

  test('after closing, an answer after 60 s is not announced', async ({ visit }) => {
    const { page, network } = await switches(visit);
    await network.close.click();
    await isClosed(page);
    await page.clock.runFor(61_000);
    await caughtUp(page);
    await seen(network.trouble).toHaveCount(0);
    expect(await saidIn(page)).toEqual([]);
  });
});

describe('a network that the wallet does not know', () => {
  const strangers = { chainId: POLYGON, chains: [POLYGON] };

  test('an unknown network is added to the wallet, which switches to it', async ({ visit }) => {
    const { page, wallet, network } = await strays(visit, strangers);
    wallet.answers[ADDING] = 'hold';
    await network.ethereum.click();
    await seen.poll(() => wallet.pending.length).toBe(1);
    await seen(network.ethereum).toHaveAccessibleName('Ethereum Confirm in wallet');
    await network.ethereum.click({ force: true });
    await saidNow(page, CONFIRM);
    await wallet.approve();
    await hasMoved(page);
    expect([switchings(wallet), asked(wallet, ADDING)]).toEqual([1, 1]);
    const [{ params } = {}] = wallet.log.filter(({ method }) => method === ADDING);
    expect(params).toEqual([
      {
        chainId: '0x1',
        chainName: 'Ethereum',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: [expect.stringMatching(/^https:/)],
        blockExplorerUrls: ['https://etherscan.io'],
      },
    ]);
  });

  test('adding an unknown network succeeds if the wallet only sends an event', async ({ visit }) => {
    const { page, wallet, network } = await strays(visit, strangers);
    wallet.answers[ADDING] = 'event';
    await network.ethereum.click();
    await isClosed(page);
    await page.clock.runFor(61_000);
    await saidAtLast(page, CHANGED);
    await seen(network.trouble).toHaveCount(0);
  });

  test('a rejected unknown network changes nothing, and can be retried', async ({ visit }) => {
    const { page, wallet, network } = await strays(visit, strangers);
    const refusals = {
      'its owner declines': 'reject',
      'it fails': -32603,
      'it cannot add any': 4200,
      'it is added, and not gone to': () => null,
    } as const;
    for (const [why, answer] of Object.entries(refusals)) {
      wallet.answers[ADDING] = answer;
      await network.ethereum.click();
      await isClosed(page);
      await seen(network.trouble, why).toBeVisible();
      await saidAtLast(page, STAYED);
      await ask(page, 'chain');
      await seen(network.trouble, why).toHaveCount(0);
      await saidNow(page, WRONG);
    }
    expect(asked(wallet, ADDING)).toBe(4);
    delete wallet.answers[ADDING];
    await network.ethereum.click();
    await isClosed(page);
    await showsAccount(page);
  });

  test('adding an unknown network fails after 60 s without an answer', async ({ visit }) => {
    const { page, wallet, network } = await strays(visit, strangers);
    wallet.answers[ADDING] = 'hold';
    await network.ethereum.click();
    await seen.poll(() => wallet.pending.length).toBe(1);
    await page.clock.runFor(60_500);
    await isClosed(page);
    await seen(network.trouble).toBeVisible();
  });
});

describe('disconnecting in the network dialog', () => {
  test('Disconnect closes the network dialog, and disconnects the wallet', async ({ visit }) => {
    const { page, wallet, network } = await strays(visit);
    await network.leave.click();
    await isClosed(page);
    await saidNow(page, 'status: Disconnected');
    await seen.poll(() => asked(wallet, REVOKING)).toBe(1);
    expect(switchings(wallet)).toBe(0);
    await isNobody(page);
  });

  for (const answer of ['reject', 'approve'] as const)
    test(`a late answer after Disconnect is ignored: ${answer}`, async ({ visit }) => {
      const { page, wallet, network } = await switches(visit);
      await network.leave.click();
      await isClosed(page);
      await saidNow(page, 'status: Disconnected');
      await wallet[answer]();
      await caughtUp(page);
      expect(await saidIn(page)).toEqual([]);
      await seen(network.trouble).toHaveCount(0);
      await isNobody(page);
    });

  for (const [happening, act] of Object.entries(LEAVINGS))
    for (const [when, comesTo] of Object.entries({ 'it is asked': switches, 'the networks are shown': strays }))
      test(`the network dialog closes with a message when the wallet ${happening} while ${when}`, async ({ visit }) => {
        const { page, wallet, network } = await comesTo(visit);
        await act(wallet);
        await isClosed(page);
        await saidNow(page, 'status: Disconnected');
        await seen(network.trouble).toHaveCount(0);
        await isNobody(page);
      });
});

describe('a wallet that changes its network or account itself', () => {
  for (const [when, comesTo] of Object.entries({ 'it is asked': switches, 'the networks are shown': strays })) {
    test(`a move to Ethereum while ${when} counts as the switch`, async ({ visit }) => {
      const { page, wallet } = await comesTo(visit);
      await wallet.setChain(1);
      await hasMoved(page);
    });

    test(`a move to another unsupported network while ${when} closes the dialog`, async ({ visit }) => {
      const { page, wallet, network } = await comesTo(visit);
      await wallet.setChain(OPTIMISM);
      await isClosed(page);
      await saidNow(page, CHANGED);
      await ask(page, 'account');
      await seen(network.notice).toBeVisible();
      await seen(network.ethereum).toHaveAccessibleName('Ethereum');
    });

    test(`a change of account while ${when} closes the dialog`, async ({ visit }) => {
      const { page, wallet, network } = await comesTo(visit);
      await wallet.setAccount(OTHER);
      await isClosed(page);
      await ask(page, 'account');
      await seen(network.notice).toBeVisible();
      await wallet.setChain(1);
      await isClosed(page);
      await showsAccount(page, OTHER);
    });
  }

  test('moving to another network and back is announced twice', async ({ visit }) => {
    const { page, wallet } = await comes(visit);
    for (const id of [POLYGON, 1, POLYGON]) {
      await wallet.setChain(id);
      await saidNow(page, CHANGED);
    }
  });

  test('a move to Ethereum closes the network dialog in two tabs', async ({ visit }) => {
    const { page, context, wallet } = await switches(visit);
    const tab = await context.newPage();
    await tab.addInitScript(noteSaid);
    await tab.goto('/#chain');
    const other = networkOf(tab);
    await seen(other.notice).toBeVisible();
    await wallet.approve();
    await hasMoved(page);
    await seen(other.dialog).toBeHidden();
    await showsAccount(tab);
    expect((await saidIn(tab)).filter((one) => one === CHANGED)).toEqual([CHANGED]);
    expect(switchings(wallet)).toBe(1);
  });
});

describe('visitors who cannot choose a network yet', () => {
  test('a visitor who is not connected connects first, and then sees the networks', async ({ visit }) => {
    const { page, connect } = await visitWith(visit, [{ chainId: POLYGON }], { path: '/#chain' });
    await seen(connect.row(NAME)).toBeVisible();
    await seen(page).toHaveURL(/\/#connect$/);
    await connect.row(NAME).click();
    await seen(networkOf(page).notice).toBeVisible();
    await seen(page).toHaveURL(/\/#chain$/);
  });

  test('a visitor who is not signed in signs in first, and then sees the networks', async ({ visit }) => {
    const { page, connect, wallet } = await visitWith(visit, [{}], { origin: inject('origin') });
    const signIn = signInOf(page);
    const network = networkOf(page);
    await connect.row(NAME).click();
    await seen(signIn.send).toBeVisible();
    // Connects again without having signed in.
    await page.goto('/#chain');
    await page.reload();
    await seen(signIn.send).toBeVisible();
    await seen(network.dialog).toHaveCount(0);
    await signIn.send.click();
    await seen(network.rows).toHaveText(['EthereumConnected']);
    await network.close.click();
    await isClosed(page);

    // A change of network keeps the session.
    await wallet.setChain(POLYGON);
    await ask(page, 'account');
    await seen(network.notice).toBeVisible();
    await network.ethereum.click();
    await isClosed(page);
    await showsAccount(page);
    expect(asked(wallet, 'personal_sign')).toBe(1);
    await page.keyboard.press('Escape');
    await isClosed(page);

    // Disconnecting in the network dialog ends the session as well.
    const signIns = () => page.evaluate(() => localStorage.getItem('iaborrow.signIn'));
    expect(await signIns()).not.toBeNull();
    await wallet.setChain(POLYGON);
    await ask(page, 'chain');
    await network.leave.click();
    await isClosed(page);
    expect(await signIns()).toBeNull();
    await ask(page, 'chain');
    await seen(connect.row(NAME)).toBeVisible();
  });
});
