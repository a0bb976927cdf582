import type { Page } from '@playwright/test';
import { expect } from 'vitest';
import { DEFAULT_ACCOUNT } from '../wallet/wallet.ts';
import { createSignInTest } from './signInSite.ts';
import { expectPage } from './visitor/expectPage.ts';
import type { VisitOptions } from './visitor/fixtures.ts';
import { recordAnnouncements } from './visitor/inPage.ts';
import { sayStatus } from './visitor/say.ts';
import { formatShortAddress, type InjectedWallet } from './visitor/viewer.ts';
import type { Visitor } from './visitor/visitor.ts';
import { countRequests } from './visitor/wallets.ts';

/* Tests sign-in without a server: the page itself verifies signatures, against a local chain. */

const test = createSignInTest('signIn');

const usual: VisitOptions = { again: 'usual', scripts: [recordAnnouncements] };

/** Connects the wallet. The sign-in dialog opens with a message to send. */
async function isAskedToSign(visitor: Visitor) {
  await visitor.picks();
  await expectPage(visitor.signIn.send).toBeVisible();
}

const recordIn = async (page: Page) => {
  const text = await page.evaluate(() => localStorage.getItem('iaborrow.signIn'));
  return text === null ? null : (JSON.parse(text) as { version: number; value: unknown }).value;
};

const signatures = (wallet: InjectedWallet) => countRequests(wallet, 'personal_sign');

/** Lists the methods of requests for which a wallet may ask the visitor. */
const promptsIn = ({ log }: InjectedWallet, from: number) =>
  log
    .slice(from)
    .map(({ method }) => method)
    .filter((method) => !['eth_accounts', 'eth_chainId'].includes(method));

test('a sign-in is announced once, stores only the session, and survives a reload', async ({ visit, chunk }) => {
  const visitor = await visit(usual);
  const { page, alpha, wallet } = visitor;
  await visitor.waitsForScripts();
  await visitor.seesWallets();
  await visitor.escapes();
  await visitor.isHome();
  await alpha.join.focus();
  await visitor.requests('connect');
  await isAskedToSign(visitor);
  await expectPage(page).toHaveURL(/\/#sign-in$/);
  await expectPage(visitor.signIn.dialog).toContainText(formatShortAddress(DEFAULT_ACCOUNT));
  expect(await recordIn(page)).toBeNull();
  await visitor.heard();

  await visitor.signs();
  await expectPage(alpha.join).toBeFocused();
  await visitor.isHome();
  expect(signatures(wallet)).toBe(1);
  expect(await recordIn(page)).toEqual({ address: DEFAULT_ACCOUNT.address, chainId: 1, expiresAt: expect.any(Number) });
  const kept = await page.evaluate(() => Object.keys(localStorage));
  expect(kept.sort()).toEqual(['latest', 'recents', 'session', 'signIn'].map((name) => `iaborrow.${name}`));
  await visitor.opensAccount();
  const said = await visitor.heard();
  expect(said.filter((one) => /signed in|connected$|^alert/i.test(one))).toEqual([sayStatus('news.signedIn')]);

  const before = wallet.log.length;
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await visitor.reloads();
  await expectPage(page.locator('html[data-connected]')).toHaveCount(1);
  await expectPage(visitor.account.dialog).toContainText(formatShortAddress(DEFAULT_ACCOUNT));
  await expectPage(visitor.news).toHaveText('');
  expect(promptsIn(wallet, before)).toEqual([]);
  expect(requests).not.toContain(chunk);
});

test('a sign-in requests one signature and no transaction, and loads code on demand', async ({ visit, chunk }) => {
  const requests: URL[] = [];
  const visitor = await visit({
    wallets: [{ answer: 'hold' }],
    before: async (_, context) => {
      context.on('request', (request) => {
        const url = new URL(request.url());
        // Browsers with visible tabs request the icon themselves.
        if (!url.pathname.startsWith('/favicon.')) requests.push(url);
      });
    },
  });
  const { wallet } = visitor;
  const foreigners = () => requests.filter(({ origin }) => origin !== new URL(visitor.page.url()).origin);
  await visitor.picks();
  await visitor.hears('connect.status.opening.title');
  expect(requests.map(({ pathname }) => pathname)).not.toContain(chunk);
  await visitor.isAsked();
  const before = wallet.log.length;
  await wallet.approve();
  await expectPage(visitor.signIn.send).toBeVisible();
  expect(requests.filter(({ pathname }) => pathname === chunk)).toHaveLength(1);
  expect(foreigners().map(String)).toEqual([]);
  requests.length = 0;
  await visitor.signIn.send.click();
  await wallet.approve();
  await visitor.isSignedIn();
  expect(requests.map(String)).toEqual([]);
  expect(visitor.foreign).toEqual([]);
  expect(promptsIn(wallet, before)).toEqual(['personal_sign']);
});

test('signing in and signing out apply to both tabs', async ({ visit }) => {
  const visitor = await visit(usual);
  const { wallet } = visitor;
  await isAskedToSign(visitor);
  const before = wallet.log.length;
  const tab = await visitor.opensTab();
  await tab.waitsForScripts();
  await expectPage.poll(() => wallet.log.length).toBeGreaterThan(before);
  await tab.receivesAnswers();
  await visitor.signs();
  // A tab that has not noticed the session would request a signature.
  await expectPage.poll(() => recordIn(tab.page)).not.toBeNull();
  await tab.opensAccount();
  expect(signatures(wallet)).toBe(1);

  // The wallet sends no event, so that only the first tab can inform the second.
  wallet.answers.wallet_revokePermissions = 4200;
  await visitor.opensAccount();
  await visitor.account.leave.click();
  for (const one of [visitor, tab]) await one.hears('news.disconnected');
  await expectPage(tab.account.dialog).toBeHidden();
  for (const one of [tab, visitor]) {
    await one.requestsNext('account');
    await one.seesWallets();
    expect(await recordIn(one.page)).toBeNull();
  }
});
