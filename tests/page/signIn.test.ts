import type { Page } from '@playwright/test';
import { describe, expect, inject } from 'vitest';
import { deployContractWallet, fundedAccount } from '../support/chain.ts';
import { gate } from '../support/gate.ts';
import { ACCOUNT } from '../wallet/wallet.ts';
import { holdSignatures, withSignIn } from './signInSite.ts';
import type { VisitOptions } from './visitor/fixtures.ts';
import { breakStorage, noteSaid } from './visitor/inPage.ts';
import { say, sayStatus } from './visitor/say.ts';
import { seen } from './visitor/seen.ts';
import { type InjectedWallet, shortAddress } from './visitor/viewer.ts';
import type { Visitor } from './visitor/visitor.ts';
import { asked, OTHER, REVOKING } from './visitor/wallets.ts';

/* Tests sign-in without a server: the page itself verifies signatures, against a local chain. */

const test = withSignIn('signIn');

const DAY = 24 * 60 * 60_000;
const CUT_OFF = /^Failed to load resource: net::ERR_/;

const usual: VisitOptions = { again: 'usual', scripts: [noteSaid] };

/** Requests the connect dialog after another one has closed. Going back closes it. */
async function startsAtHome(visitor: Visitor, then: () => unknown = () => {}) {
  await visitor.waitsForScripts();
  await visitor.seesWallets();
  await visitor.escapes();
  await visitor.isHome();
  await then();
  await visitor.requests('connect');
}

/** Connects the wallet. The sign-in dialog opens with a message to send. */
async function isAskedToSign(visitor: Visitor) {
  await visitor.picks();
  await seen(visitor.signIn.send).toBeVisible();
}

async function signsIn(visitor: Visitor) {
  await isAskedToSign(visitor);
  await visitor.signs();
}

async function isNobody(visitor: Visitor) {
  await visitor.requestsNext('account');
  await visitor.seesWallets();
  expect(await recordIn(visitor.page)).toBeNull();
}

const recordIn = async (page: Page) => {
  const text = await page.evaluate(() => localStorage.getItem('iaborrow.signIn'));
  return text === null ? null : (JSON.parse(text) as { version: number; value: unknown }).value;
};

const signatures = (wallet: InjectedWallet) => asked(wallet, 'personal_sign');
const nowIn = (page: Page) => page.evaluate(() => Date.now());
function noting(): VisitOptions & { requests: URL[] } {
  const requests: URL[] = [];
  return {
    requests,
    before: async (_, context) => {
      context.on('request', (request) => {
        const url = new URL(request.url());
        // Browsers with visible tabs request the icon themselves.
        if (!url.pathname.startsWith('/favicon.')) requests.push(url);
      });
    },
  };
}

describe('signing in with a plain account', () => {
  test('a sign-in is announced once, stores only the session, and restores the focus', async ({ visit }) => {
    const visitor = await visit(usual);
    const { page, alpha } = visitor;
    await startsAtHome(visitor, () => alpha.join.focus());
    await isAskedToSign(visitor);
    await seen(page).toHaveURL(/\/#sign-in$/);
    await seen(visitor.signIn.dialog).toContainText(shortAddress(ACCOUNT));
    expect(await recordIn(page)).toBeNull();
    await visitor.heard();

    const before = await nowIn(page);
    await visitor.signs();
    const after = await nowIn(page);
    await seen(alpha.join).toBeFocused();
    await visitor.isHome();
    expect(signatures(visitor.wallet)).toBe(1);
    const record = (await recordIn(page)) as { expiresAt: number };
    expect(record).toEqual({ address: ACCOUNT.address, chainId: 1, expiresAt: expect.any(Number) });
    expect(record.expiresAt - DAY).toBeGreaterThanOrEqual(before);
    expect(record.expiresAt - DAY).toBeLessThanOrEqual(after);
    const kept = await page.evaluate(() => Object.keys(localStorage));
    expect(kept.sort()).toEqual(['latest', 'recents', 'session', 'signIn'].map((name) => `iaborrow.${name}`));
    await visitor.opensAccount();
    const said = await visitor.heard();
    expect(said.filter((one) => /signed in|connected$/i.test(one))).toEqual([sayStatus('news.signedIn')]);
    expect(said.filter((one) => one.startsWith('alert'))).toEqual([]);
  });

  test('a sign-in requests one signature and no transaction, and loads code on demand', async ({ visit, chunk }) => {
    const { requests, ...options } = noting();
    const visitor = await visit({ wallets: [{ answer: 'hold' }], ...options });
    const { wallet } = visitor;
    const foreigners = () => requests.filter(({ origin }) => origin !== new URL(visitor.page.url()).origin);
    await visitor.picks();
    await visitor.hears('connect.status.opening.title');
    expect(requests.map(({ pathname }) => pathname)).not.toContain(chunk);
    await visitor.isAsked();
    const before = wallet.log.length;
    await wallet.approve();
    await seen(visitor.signIn.send).toBeVisible();
    expect(requests.filter(({ pathname }) => pathname === chunk)).toHaveLength(1);
    expect(foreigners().map(String)).toEqual([]);
    requests.length = 0;
    await visitor.signIn.send.click();
    await wallet.approve();
    await visitor.isSignedIn();
    expect(requests.map(String)).toEqual([]);
    expect(visitor.foreign).toEqual([]);
    const methods = wallet.log.slice(before).map(({ method }) => method);
    expect(methods.filter((method) => !['eth_accounts', 'eth_chainId'].includes(method))).toEqual(['personal_sign']);
  });
});

test('a contract wallet can sign in, verified by the node that the policy allows', async ({ visit, chain }) => {
  const account = await deployContractWallet(chain, fundedAccount(1));
  const visitor = await visit({ wallets: [{ account }], ...usual });
  await signsIn(visitor);
  await visitor.opensAccount(account);
  expect(await recordIn(visitor.page)).toMatchObject({ address: account.address });
});

describe('leaving while the wallet is asked to sign', () => {
  for (const [way, leave] of Object.entries<(visitor: Visitor) => Promise<unknown>>({
    'the key Escape': (visitor) => visitor.escapes(),
    'the back button of the browser': ({ page }) => page.goBack(),
  }))
    test(`${way} disconnects the wallet, and a late signature is ignored`, async ({ visit }) => {
      const visitor = await visit(usual);
      const { page, wallet, signIn } = visitor;
      await startsAtHome(visitor);
      await isAskedToSign(visitor);
      const sign = holdSignatures(wallet);
      await signIn.send.click();
      await seen(signIn.waiting).toBeVisible();
      await seen.poll(() => signatures(wallet)).toBe(1);
      await seen.poll(async () => (await visitor.heard()).at(-1)).toBe(`status: ${say('sign_in.sentences.signing')}`);

      await leave(visitor);
      await seen(signIn.dialog).toBeHidden();
      await visitor.hears('news.disconnected');
      await seen.poll(() => asked(wallet, REVOKING)).toBe(1);
      expect(await visitor.heard()).toEqual([`status: ${say('news.disconnected')}`]);
      sign();
      await visitor.receivesAnswers();
      await isNobody(visitor);
      // A new connection works as before.
      wallet.answers.personal_sign = 'approve';
      await isAskedToSign(visitor);
      expect(await recordIn(page)).toBeNull();
      await visitor.signsToAccount();
    });
});

describe('pressing the sign-in button', () => {
  test('a double click requests one signature, even if the wallet rejects at once', async ({ visit }) => {
    const visitor = await visit(usual);
    const { wallet, signIn } = visitor;
    await isAskedToSign(visitor);
    wallet.answers.personal_sign = 'reject';
    await signIn.send.click({ clickCount: 2, delay: 60 });
    await visitor.receivesAnswers();
    await seen(signIn.send).toBeVisible();
    expect(signatures(wallet)).toBe(1);
  });

  test('a sign-in code that fails to load shows an error, and can be retried', async ({ visit, chunk }) => {
    const [load, loaded] = gate();
    let tries = 0;
    const visitor = await visit({
      before: async (page) => {
        await page.clock.install();
        await page.route(`**${chunk}`, async (route) => {
          tries += 1;
          if (tries === 1) return route.abort();
          await loaded;
          return route.continue();
        });
      },
    });
    const { signIn } = visitor;
    visitor.forgiven.push(CUT_OFF);
    await visitor.picks();
    await seen(signIn.alert).toHaveText(say('sign_in.signature.preparing_error'));
    // Browsers don't load a failed module again until the page reloads.
    await Promise.all([visitor.page.waitForEvent('load'), signIn.retry.click()]);
    await seen(signIn.preparing).toHaveAttribute('aria-disabled', 'true');
    await seen(signIn.alert).toBeEmpty();
    await visitor.page.clock.runFor(15_500);
    await seen(signIn.alert).toHaveText(say('sign_in.signature.preparing_error'));
    await signIn.retry.click();
    await seen(signIn.preparing).toBeVisible();
    await seen(signIn.alert).toBeEmpty();
    load();
    await seen(signIn.send).toBeVisible();
    await visitor.signs();
    expect(tries).toBe(2);
  });
});

describe('signing in and the next visit', () => {
  test('the same account is signed in on the next visit, without an announcement', async ({ visit, chunk }) => {
    const visitor = await visit(usual);
    const { page, wallet } = visitor;
    await signsIn(visitor);
    const before = wallet.log.length;
    const requests: URL[] = [];
    page.on('request', (request) => requests.push(new URL(request.url())));
    await visitor.reloads();
    await seen.poll(() => wallet.log.length).toBeGreaterThan(before);
    await seen(page.locator('html[data-connected]')).toHaveCount(1);
    await visitor.seesNoDialog();
    await seen(visitor.news).toHaveText('');
    await visitor.opensAccount();
    const methods = new Set(wallet.log.slice(before).map(({ method }) => method));
    expect([...methods].filter((method) => !['eth_accounts', 'eth_chainId'].includes(method))).toEqual([]);
    expect(requests.map(({ pathname }) => pathname)).not.toContain(chunk);
  });
});

test('signing in and signing out apply to both tabs', async ({ visit }) => {
  const visitor = await visit(usual);
  const { wallet } = visitor;
  await isAskedToSign(visitor);
  const before = wallet.log.length;
  const tab = await visitor.opensTab();
  await tab.waitsForScripts();
  await seen.poll(() => wallet.log.length).toBeGreaterThan(before);
  await tab.receivesAnswers();
  await visitor.signs();
  // A tab that has not noticed the session would request its own signature.
  await seen.poll(() => recordIn(tab.page)).not.toBeNull();
  await tab.opensAccount();
  expect(signatures(wallet)).toBe(1);

  // Only messages between the tabs may tell the other tab.
  wallet.answers.wallet_revokePermissions = 4200;
  await visitor.opensAccount();
  await visitor.account.leave.click();
  await visitor.hears('news.disconnected');
  await seen(tab.account.dialog).toBeHidden();
  await tab.hears('news.disconnected');
  await isNobody(tab);
  await isNobody(visitor);
});

test('without access to storage, a sign-in lasts until the page closes', async ({ visit }) => {
  const visitor = await visit({ before: (page) => page.addInitScript(breakStorage, 'denied') });
  await signsIn(visitor);
  await visitor.opensAccount();
  await visitor.page.reload();
  await visitor.seesWallets();
});

test('no sign-in is requested if the site does not require it', async ({ visit, chunk }) => {
  const { requests, ...options } = noting();
  const visitor = await visit({ origin: inject('openOrigin'), ...options });
  await visitor.connects();
  await visitor.hears('news.connected');
  for (const hash of ['sign-in', 'connect', 'account']) {
    await visitor.requests(hash);
    await seen(visitor.account.dialog).toContainText(shortAddress(ACCOUNT));
    await visitor.escapes();
    await seen(visitor.account.dialog).toBeHidden();
    await visitor.isHome();
  }
  await visitor.wallet.setAccount(OTHER);
  await visitor.opensAccount(OTHER);
  expect(signatures(visitor.wallet)).toBe(0);
  expect(requests.map(({ pathname }) => pathname.replace(/-[\w-]{8}\.js$/, ''))).not.toContain(
    chunk.replace(/-[\w-]{8}\.js$/, ''),
  );
});
