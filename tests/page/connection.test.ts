import { describe, expect } from 'vitest';
import { test, type Visiting, type VisitOptions } from './visitor/fixtures.ts';
import { say, TEST_WALLET_NAME } from './visitor/say.ts';
import { seen } from './visitor/seen.ts';
import { REVOKE_METHOD, requestsTo } from './visitor/wallets.ts';

const usual: VisitOptions = { again: 'usual' };

describe('a connected wallet', () => {
  const connected = async (visit: Visiting) => {
    const visited = await visit({ wallets: [{}], ...usual });
    await visited.connects();
    await visited.opensAccount();
    return visited;
  };

  test('Disconnect closes the account dialog, and disconnects the wallet', async ({ visit }) => {
    const visitor = await connected(visit);
    await visitor.disconnects();
    await visitor.hears('news.disconnected');
    await seen.poll(() => requestsTo(visitor.wallet, REVOKE_METHOD)).toBe(1);
    await visitor.requestsNext('account');
    await seen(visitor.connect.row(TEST_WALLET_NAME)).toContainText(say('recent'));
    await visitor.connects();
    await visitor.seesAccount();
  });

  test('the wallet reconnects after a reload, without a dialog', async ({ visit }) => {
    const visitor = await connected(visit);
    await visitor.escapes();
    await visitor.isHome();
    const before = requestsTo(visitor.wallet, 'eth_chainId');
    await visitor.reloads();
    await seen.poll(() => requestsTo(visitor.wallet, 'eth_chainId')).toBeGreaterThan(before);
    await visitor.seesNoDialog();
    // A reconnection is not announced.
    await seen(visitor.news).toHaveText('');
    await visitor.opensAccount();
    expect(requestsTo(visitor.wallet)).toBe(1);
    await visitor.escapes();
    await visitor.requestsNext('connect');
    await seen(visitor.account.dialog).toBeVisible();
  });

  describe('a wallet that does not answer after a reload delays a dialog by at most 5 s', () => {
    const hanging = async (visit: Visiting, hash: string) => {
      const visited = await connected(visit);
      const { page, connect, wallet } = visited;
      await page.clock.install();
      await page.evaluate((hash) => history.replaceState(null, '', `#${hash}`), hash);
      wallet.answers.eth_accounts = 'hold';
      await page.reload();
      await seen.poll(() => wallet.pending.length).toBe(1);
      await seen(connect.dialog).toBeVisible();
      await seen(connect.status).toContainText(say('wallet.slow.title'));
      return visited;
    };

    test('the visitor can then pick the wallet in the list', async ({ visit }) => {
      const visitor = await hanging(visit, 'connect');
      await visitor.page.clock.fastForward(5_000);
      await visitor.seesWallets();
      delete visitor.wallet.answers.eth_accounts;
      await visitor.connects();
      await visitor.opensAccount();
    });
  });
});

describe('two tabs', () => {
  test('connecting and disconnecting in one tab apply to the other', async ({ visit }) => {
    const visitor = await visit({ wallets: [{}], ...usual });
    // The wallet keeps its permission, so the other tab can learn of the disconnection only from this tab.
    visitor.wallet.answers.wallet_revokePermissions = 4200;
    const tab = await visitor.opensTab('/#connect');
    await tab.seesWallets();
    await visitor.connects();
    await seen(tab.connect.dialog).toBeHidden();
    await tab.opensAccount();
    expect(requestsTo(visitor.wallet)).toBe(1);

    await visitor.opensAccount();
    await visitor.account.leave.click();
    await visitor.hears('news.disconnected');
    await seen(tab.account.dialog).toBeHidden();
    await tab.hears('news.disconnected');
    await tab.requestsNext('account');
    await tab.seesWallets();
  });
});
