import { describe, expect } from 'vitest';
import { connectsWallet, seesAccount, showsAccount } from './injected.ts';
import { askAfresh, connectOf, reloadPage, visitWith } from './visit.ts';
import { test, type VisitOptions } from './visitor/fixtures.ts';
import { NAME } from './visitor/say.ts';
import { seen } from './visitor/seen.ts';
import { asked, REVOKING } from './visitor/wallets.ts';

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

  test('the wallet reconnects after a reload, without a dialog', async ({ visit }) => {
    const { page, connect, wallet } = await connected(visit);
    await page.keyboard.press('Escape');
    await seen(page).toHaveURL(/\/$/);
    const before = asked(wallet, 'eth_chainId');
    await reloadPage(page);
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
});
