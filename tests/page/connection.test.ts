import type { Page } from '@playwright/test';
import { describe, expect } from 'vitest';
import { ACCOUNT } from '../wallet/wallet.ts';
import { asked, connectsWallet, NAME, OTHER, REVOKING, seesAccount, short, showsAccount } from './injected.ts';
import { seen } from './seen.ts';
import { alive, ask, askAfresh, connectOf, isConnected, reload, test, type VisitOptions, visitWith } from './visit.ts';

const usual: VisitOptions = { again: 'usual' };

describe('a connected wallet', () => {
  const connected = async (visit: Parameters<typeof visitWith>[0]) => {
    const visited = await visitWith(visit, [{}], usual);
    await visited.connect.row(NAME).click();
    await seen(visited.connect.dialog).toBeHidden();
    await showsAccount(visited.page);
    return visited;
  };

  test('Disconnect closes the account, and disconnects the wallet', async ({ visit }) => {
    const { page, connect, wallet } = await connected(visit);
    await connect.leave.click();
    await seen(connect.account).toBeHidden();
    await seen(connect.news).toHaveText('Disconnected');
    await seen.poll(() => asked(wallet, REVOKING)).toBe(1);
    await askAfresh(page, 'account');
    await seen(connect.row(NAME)).toContainText('Recent');
    await connectsWallet(connect);
    await seesAccount(page);
  });

  test('a wallet that ends the connection closes the account, and this is announced', async ({ visit }) => {
    const { page, connect, wallet } = await connected(visit);
    await wallet.disconnect();
    await seen(connect.account).toBeHidden();
    await seen(connect.news).toHaveText('Disconnected');
    await seen(page).toHaveURL(/\/$/);
    await wallet.unlock();
    await ask(page, 'account');
    await seen(connect.row(NAME)).toBeVisible();
  });

  test('a locked wallet closes the account, and connects again once it is unlocked', async ({ visit }) => {
    const { page, connect, wallet } = await connected(visit);
    await wallet.lock();
    await seen(connect.account).toBeHidden();
    await seen(connect.news).toHaveText('Disconnected');
    await seen(page).toHaveURL(/\/$/);
    await wallet.unlock();
    await seen.poll(() => isConnected(page)).toBe(true);
    await showsAccount(page);
    // The wallet got no request to connect, and kept its permission.
    expect([asked(wallet), asked(wallet, REVOKING)]).toEqual([1, 0]);
  });

  test('a wallet that reports no account for a moment stays connected', async ({ visit }) => {
    const { page, connect, wallet } = await connected(visit);
    await Promise.all([wallet.lock(), wallet.unlock()]);
    await seen(connect.news).toHaveText('Disconnected');
    await seen(connect.account).toBeHidden();
    await seen.poll(() => isConnected(page)).toBe(true);
    await showsAccount(page);
    expect([asked(wallet), asked(wallet, REVOKING)]).toEqual([1, 0]);
  });

  test('a wallet that is locked on return connects once it is unlocked', async ({ visit }) => {
    const { page, connect, wallet } = await connected(visit);
    await page.keyboard.press('Escape');
    await seen(page).toHaveURL(/\/$/);
    await wallet.lock();
    await reload(page);
    await ask(page, 'account');
    await seen(connect.row(NAME)).toBeVisible();
    await wallet.unlock();
    await seen(connect.dialog).toBeHidden();
    await seesAccount(page);
    // Its step has asked the owner to unlock it.
    expect([asked(wallet), asked(wallet, REVOKING)]).toEqual([2, 0]);
  });

  test('requesting the account asks the owner of a locked wallet to unlock it', async ({ visit }) => {
    const { page, connect, wallet } = await connected(visit);
    await wallet.lock();
    await seen(connect.account).toBeHidden();
    await askAfresh(page, 'account');
    await seesAccount(page);
    expect([asked(wallet), asked(wallet, REVOKING)]).toEqual([2, 0]);
  });

  test('picking a locked wallet in the list asks its owner to unlock it', async ({ visit }) => {
    const { page, connect, wallet } = await connected(visit);
    await wallet.lock();
    await seen(connect.account).toBeHidden();
    await askAfresh(page, 'connect');
    await connectsWallet(connect);
    await seen(connect.dialog).toBeHidden();
    await showsAccount(page);
    expect([asked(wallet), asked(wallet, REVOKING)]).toEqual([2, 0]);
  });

  test('the page follows when a connected wallet changes its account or network', async ({ visit }) => {
    const { connect, wallet } = await connected(visit);
    await wallet.setAccount(OTHER);
    await seen(connect.account).toContainText(short(OTHER));
    await wallet.setChain(137);
    await wallet.setAccount(ACCOUNT);
    await seen(connect.account).toContainText(short(ACCOUNT));
  });

  describe.each(['focus', 'pageshow'])('a visitor who returns to the page by %s', (event) => {
    const goBack = (page: Page) => page.evaluate((name) => dispatchEvent(new Event(name)), event);

    test('the page notices a new account whose event it missed', async ({ visit }) => {
      const { page, connect, wallet } = await connected(visit);
      wallet.answers.eth_accounts = () => [OTHER.address];
      await goBack(page);
      await seen(connect.account).toContainText(short(OTHER));
    });

    test('the page notices a new network whose event it missed', async ({ visit }) => {
      const { page, wallet } = await connected(visit);
      await page.keyboard.press('Escape');
      await seen(page).toHaveURL(/\/$/);
      wallet.answers.eth_chainId = () => '0x89';
      const before = asked(wallet, 'eth_chainId');
      await goBack(page);
      await seen.poll(() => asked(wallet, 'eth_chainId')).toBeGreaterThan(before);
      await ask(page, 'account');
      await seen(page.getByRole('dialog', { name: /network/i })).toBeVisible();
    });

    test('the page notices a locked wallet whose event it missed', async ({ visit }) => {
      const { page, connect, wallet } = await connected(visit);
      wallet.answers.eth_accounts = () => [];
      await goBack(page);
      await seen(connect.account).toBeHidden();
      delete wallet.answers.eth_accounts;
      await goBack(page);
      await seen.poll(() => isConnected(page)).toBe(true);
      expect([asked(wallet), asked(wallet, REVOKING)]).toEqual([1, 0]);
    });
  });

  test('a wallet that is offline for a moment but has an account stays connected', async ({ visit }) => {
    const { page, connect, wallet } = await connected(visit);
    const before = asked(wallet, 'eth_accounts');
    wallet.answers.eth_accounts = () => [ACCOUNT.address];
    await wallet.disconnect();
    await seen.poll(() => asked(wallet, 'eth_accounts')).toBeGreaterThan(before);
    await seen(connect.account).toContainText(short(ACCOUNT));
    expect(await isConnected(page)).toBe(true);
  });

  test('the wallet reconnects after a reload, without a dialog', async ({ visit }) => {
    const { page, connect, wallet } = await connected(visit);
    await page.keyboard.press('Escape');
    await seen(page).toHaveURL(/\/$/);
    const before = asked(wallet, 'eth_chainId');
    await reload(page);
    await seen.poll(() => asked(wallet, 'eth_chainId')).toBeGreaterThan(before);
    await seen(page.getByRole('dialog')).toHaveCount(0);
    // A reconnection is not announced.
    await seen(connect.news).toHaveText('');
    await showsAccount(page);
    expect(asked(wallet)).toBe(1);
    await page.keyboard.press('Escape');
    await askAfresh(page, 'connect');
    await seen(connect.account).toBeVisible();
  });

  test('a wallet that has revoked its permission is not connected after a reload', async ({ visit }) => {
    const { page, connect, wallet } = await connected(visit);
    await page.keyboard.press('Escape');
    await seen(page).toHaveURL(/\/$/);
    await wallet.disconnect();
    await reload(page);
    await ask(page, 'account');
    await seen(connect.row(NAME)).toBeVisible();
  });

  describe('a wallet that hangs after a reload delays a requested dialog by at most 5 s', () => {
    const hanging = async (visit: Parameters<typeof visitWith>[0], hash: string) => {
      const visited = await connected(visit);
      const { page, connect, wallet } = visited;
      await page.clock.install();
      await page.evaluate((hash) => history.replaceState(null, '', `#${hash}`), hash);
      wallet.answers.eth_accounts = 'hold';
      await page.reload();
      await seen.poll(() => wallet.pending.length).toBe(1);
      await seen(connect.dialog).toBeVisible();
      await seen(connect.status).toContainText('One moment…');
      return visited;
    };

    test('then the step of the wallet asks it again', async ({ visit }) => {
      const { page, wallet } = await hanging(visit, 'account');
      delete wallet.answers.eth_accounts;
      await page.clock.fastForward(5_000);
      await seesAccount(page);
    });

    test('then the visitor picks the wallet in the list', async ({ visit }) => {
      const { page, connect, wallet } = await hanging(visit, 'connect');
      await page.clock.fastForward(5_000);
      await seen(connect.row(NAME)).toBeVisible();
      delete wallet.answers.eth_accounts;
      await connectsWallet(connect);
      await seen(connect.dialog).toBeHidden();
      await showsAccount(page);
    });
  });
});

describe('two tabs', () => {
  test('connecting and disconnecting in one tab do the same in the other', async ({ visit }) => {
    const { page, context, connect, wallet } = await visitWith(visit, [{}], usual);
    // The wallet refuses to end its permission, so the other tab can learn of it only from this one.
    wallet.answers.wallet_revokePermissions = 4200;
    const tab = await context.newPage();
    await tab.goto('/#connect');
    const other = connectOf(tab);
    await seen(other.row(NAME)).toBeVisible();
    await connectsWallet(connect);
    await seen(other.dialog).toBeHidden();
    await showsAccount(tab);
    expect(asked(wallet)).toBe(1);

    await showsAccount(page);
    await connect.leave.click();
    await seen(connect.news).toHaveText('Disconnected');
    await seen(other.account).toBeHidden();
    await seen(other.news).toHaveText('Disconnected');
    await askAfresh(tab, 'account');
    await seen(other.row(NAME)).toBeVisible();
  });

  test('a tab without a dialog notices the connection at its first request', async ({ visit }) => {
    const { context, connect } = await visitWith(visit, [{}], usual);
    const tab = await context.newPage();
    await tab.goto('/');
    await alive(tab);
    await connectsWallet(connect);
    await showsAccount(tab);
  });
});
