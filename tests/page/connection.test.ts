import { describe, expect } from 'vitest';
import { test, type VisitOptions } from './visitor/fixtures.ts';
import { say } from './visitor/say.ts';
import { seen } from './visitor/seen.ts';
import { requestsTo } from './visitor/wallets.ts';

const usual: VisitOptions = { again: 'usual' };

describe('a wallet in this browser', () => {
  test('connecting closes the dialog, restores the focus, and the account can be opened', async ({ visit }) => {
    const wallets = [{}, { info: { name: 'Second Wallet', rdns: 'example.second' } }];
    const visitor = await visit({ wallets });
    await visitor.seesWallets('Second Wallet');
    await visitor.closesList();
    const link = visitor.page.getByRole('link', { name: say('landing.hero.how') });
    await link.focus();
    await visitor.requests('connect');
    await visitor.connects();
    await visitor.isHome();
    await seen(link).toBeFocused();
    await visitor.hears('news.connected');
    // Only the chosen wallet is asked.
    expect([visitor.wallets[1]?.log, visitor.foreign]).toEqual([[], []]);
    await visitor.opensAccount();
    expect(requestsTo(visitor.wallet)).toBe(1);
    await visitor.account.dialog.getByRole('button', { name: say('close') }).click();
    await seen(visitor.account.dialog).toBeHidden();
    await visitor.isHome();
  });

  test('the wallet reconnects after a reload, without a dialog', async ({ visit }) => {
    const visitor = await visit({ wallets: [{}], ...usual });
    await visitor.connects();
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
