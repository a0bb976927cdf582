import { expect } from 'vitest';
import { DEFAULT_ACCOUNT } from '../wallet/wallet.ts';
import { createSignInTest } from './signInSite.ts';
import { expectPage } from './visitor/expectPage.ts';
import { recordAnnouncements } from './visitor/inPage.ts';
import { sayStatus } from './visitor/say.ts';
import { countRequests, formatShortAddress, type InjectedWallet } from './visitor/viewer.ts';

/* Tests sign-in without a server: the page verifies signatures itself, with a local chain. */

const test = createSignInTest('signIn');

/** Returns the methods of the requests since `from` for which a wallet may prompt the visitor. */
const promptsIn = ({ log }: InjectedWallet, from: number) =>
  log.flatMap(({ method }, i) => (i < from || ['eth_accounts', 'eth_chainId'].includes(method) ? [] : [method]));

test('a sign-in is announced once, stores only the session, and survives a reload', async ({ visit, chunk }) => {
  const visitor = await visit({ scripts: [recordAnnouncements] });
  const { page, alpha, wallet, asked } = visitor;
  const loadsOf = (file: string) => asked.filter((path) => path === file);
  await visitor.waitsForScripts();
  await visitor.seesWallets();
  await visitor.escapes();
  await visitor.seesNoHash();
  await alpha.join.focus();
  await visitor.requests('connect');
  expect(loadsOf(chunk)).toEqual([]);
  await visitor.picks();
  await expectPage(visitor.signIn.send).toBeVisible();
  await expectPage(page).toHaveURL(/\/#sign-in$/);
  await expectPage(visitor.signIn.dialog).toContainText(formatShortAddress(DEFAULT_ACCOUNT));
  expect(loadsOf(chunk)).toHaveLength(1);
  expect(await visitor.stored('signIn')).toBeNull();
  await visitor.heard();

  const before = wallet.log.length;
  asked.length = 0;
  await visitor.signs();
  expect([asked, visitor.foreign]).toEqual([[], []]);
  expect(promptsIn(wallet, before)).toEqual(['personal_sign']);
  await expectPage(alpha.join).toBeFocused();
  await visitor.seesNoHash();
  expect(await visitor.stored('signIn')).toEqual({
    address: DEFAULT_ACCOUNT.address,
    chainId: 1,
    expiresAt: expect.any(Number),
  });
  const kept = await page.evaluate(() => Object.keys(localStorage));
  expect(kept.sort()).toEqual(['latest', 'recents', 'session', 'signIn'].map((name) => `iaborrow.${name}`));
  await visitor.opensAccount();
  const said = await visitor.heard();
  expect(said.filter((one) => /signed in|connected$|^alert/i.test(one))).toEqual([sayStatus('news.signedIn')]);

  const signed = wallet.log.length;
  await visitor.reloads();
  await expectPage(page.locator('html[data-connected]')).toHaveCount(1);
  await expectPage(visitor.account.dialog).toContainText(formatShortAddress(DEFAULT_ACCOUNT));
  await expectPage(visitor.news).toHaveText('');
  expect(promptsIn(wallet, signed)).toEqual([]);
  expect(loadsOf(chunk)).toEqual([]);
});

test('signing in and signing out apply to both tabs', async ({ visit }) => {
  const visitor = await visit();
  const { wallet } = visitor;
  await visitor.connects();
  const before = wallet.log.length;
  const tab = await visitor.opensTab();
  await tab.waitsForScripts();
  await expectPage.poll(() => wallet.log.length).toBeGreaterThan(before);
  await tab.receivesAnswers();
  await visitor.signs();
  // Without the session of the first tab, the second tab would request a second signature.
  await expectPage.poll(() => tab.stored('signIn')).not.toBeNull();
  await tab.opensAccount();
  expect(countRequests(wallet, 'personal_sign')).toBe(1);

  // A wallet without this method sends no event, so only the first tab can inform the second tab.
  wallet.answers.wallet_revokePermissions = 4200;
  await visitor.opensAccount();
  await visitor.account.leave.click();
  for (const one of [visitor, tab]) await one.hears('news.disconnected');
  await expectPage(tab.account.dialog).toBeHidden();
  for (const one of [tab, visitor]) {
    await one.requestsNext('account');
    await one.seesWallets();
    expect(await one.stored('signIn')).toBeNull();
  }
});
