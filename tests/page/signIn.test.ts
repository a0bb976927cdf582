import type { Page } from '@playwright/test';
import { describe, expect } from 'vitest';
import { deployContractWallet, fundedAccount } from '../support/chain.ts';
import { gate } from '../support/gate.ts';
import { ACCOUNT } from '../wallet/wallet.ts';
import { asked, connectsWallet, NAME, OTHER, REVOKING, seesAccount, shortAddress, showsAccount } from './injected.ts';
import { seen } from './seen.ts';
import { holdSignatures, noteSaid, saidIn, signInOf, untilCaughtUp, withSignIn } from './signing.ts';
import { breakStorage } from './storage.ts';
import {
  alive,
  alphaOf,
  askAfresh,
  connectOf,
  type InjectedWallet,
  reloadPage,
  requestDialog,
  type VisitOptions,
  visitWith,
} from './visit.ts';

/* Tests sign-in without a server: the page itself verifies signatures, against a local chain. */

const test = withSignIn('signIn');

const DAY = 24 * 60 * 60_000;
const PREPARING = 'Error preparing message, please retry';
const CUT_OFF = /^Failed to load resource: net::ERR_/;

type Come = (wallets?: Parameters<typeof visitWith>[1], options?: VisitOptions) => ReturnType<typeof visitWith>;
type Visited = Awaited<ReturnType<typeof connects>>;

const usual: VisitOptions = { again: 'usual', before: (page) => page.addInitScript(noteSaid) };

/** Requests the connect dialog after another one has closed. Going back closes it. */
async function fromHome(page: Page, then: () => unknown = () => {}) {
  await alive(page);
  await seen(connectOf(page).row(NAME)).toBeVisible();
  await page.keyboard.press('Escape');
  await seen(page).toHaveURL(/\/$/);
  await then();
  await requestDialog(page, 'connect');
}

/** Visits, awaits `once`, and connects a wallet. The sign-in dialog opens with a message to send. */
async function connects(
  come: Come,
  wallet: NonNullable<Parameters<typeof visitWith>[1]>[number] = {},
  once: (page: Page) => unknown = () => {},
  options = usual,
) {
  const visited = await come([wallet], options);
  const signIn = signInOf(visited.page);
  await once(visited.page);
  await visited.connect.row(NAME).click();
  await seen(signIn.send).toBeVisible();
  return { ...visited, signIn };
}

async function enters(...given: Parameters<typeof connects>) {
  const visited = await connects(...given);
  await signs(visited.page);
  return visited;
}

async function isSignedIn(page: Page) {
  await seen(connectOf(page).news).toHaveText('Signed in');
  await seen(dialogsOf(page)).toHaveCount(0);
}

async function signs(page: Page) {
  await signInOf(page).send.click();
  await isSignedIn(page);
}

async function reachesAccount(page: Page, account = ACCOUNT) {
  await seen(connectOf(page).account.getByRole('status').first()).toHaveText('Signed in');
  await seesAccount(page, account);
}

async function isNobody(page: Page) {
  await askAfresh(page, 'account');
  await seen(connectOf(page).row(NAME)).toBeVisible();
  expect(await recordIn(page)).toBeNull();
}

const recordIn = async (page: Page) => {
  const text = await page.evaluate(() => localStorage.getItem('iaborrow.signIn'));
  return text === null ? null : (JSON.parse(text) as { version: number; value: unknown }).value;
};

const dialogsOf = (page: Page) => page.locator('dialog[open]');

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
  test('a sign-in is announced once, stores little, and restores the focus', async ({ come }) => {
    const { page, wallet, signIn } = await connects(come, {}, (page) =>
      fromHome(page, () => alphaOf(page).join.focus()),
    );
    await seen(page).toHaveURL(/\/#sign-in$/);
    await seen(signIn.dialog).toContainText(shortAddress(ACCOUNT));
    expect(await recordIn(page)).toBeNull();
    await saidIn(page);

    const before = await nowIn(page);
    await signs(page);
    const after = await nowIn(page);
    await seen(alphaOf(page).join).toBeFocused();
    await seen(page).toHaveURL(/\/$/);
    expect(signatures(wallet)).toBe(1);
    const record = (await recordIn(page)) as { expiresAt: number };
    expect(record).toEqual({ address: ACCOUNT.address, chainId: 1, expiresAt: expect.any(Number) });
    expect(record.expiresAt - DAY).toBeGreaterThanOrEqual(before);
    expect(record.expiresAt - DAY).toBeLessThanOrEqual(after);
    const kept = await page.evaluate(() => Object.keys(localStorage));
    expect(kept.sort()).toEqual(['latest', 'recents', 'session', 'signIn'].map((name) => `iaborrow.${name}`));
    await showsAccount(page);
    const said = await saidIn(page);
    expect(said.filter((one) => /signed in|connected$/i.test(one))).toEqual(['status: Signed in']);
    expect(said.filter((one) => one.startsWith('alert'))).toEqual([]);
  });

  test('a sign-in only asks for a signature, sends no request, and loads code on demand', async ({ come, chunk }) => {
    const { requests, ...options } = noting();
    const { page, wallet, connect, foreign } = await come([{ answer: 'hold' }], options);
    const signIn = signInOf(page);
    const foreigners = () => requests.filter(({ origin }) => origin !== new URL(page.url()).origin);
    await connect.row(NAME).click();
    await seen(connect.status).toContainText(`Opening ${NAME}`);
    expect(requests.map(({ pathname }) => pathname)).not.toContain(chunk);
    await seen.poll(() => wallet.pending.length).toBe(1);
    const before = wallet.log.length;
    await wallet.approve();
    await seen(signIn.send).toBeVisible();
    expect(requests.filter(({ pathname }) => pathname === chunk)).toHaveLength(1);
    expect(foreigners().map(String)).toEqual([]);
    requests.length = 0;
    await signIn.send.click();
    await wallet.approve();
    await isSignedIn(page);
    expect(requests.map(String)).toEqual([]);
    expect(foreign).toEqual([]);
    const methods = wallet.log.slice(before).map(({ method }) => method);
    expect(methods.filter((method) => !['eth_accounts', 'eth_chainId'].includes(method))).toEqual(['personal_sign']);
  });
});

test('a contract wallet signs in, by the node that the policy allows', async ({ come, chain }) => {
  const account = await deployContractWallet(chain, fundedAccount(1));
  const { page } = await enters(come, { account });
  await showsAccount(page, { ...ACCOUNT, address: account.address });
  expect(await recordIn(page)).toMatchObject({ address: account.address });
});

describe('events while the wallet is asked to sign', () => {
  /** Sends the message. The wallet signs it when the test calls `sign`. */
  const asks = async (come: Come, once?: (page: Page) => unknown) => {
    const visited = await connects(come, {}, once);
    const sign = holdSignatures(visited.wallet);
    await visited.signIn.send.click();
    await seen(visited.signIn.waiting).toBeVisible();
    await seen.poll(() => signatures(visited.wallet)).toBe(1);
    return { ...visited, sign };
  };

  for (const [way, leave] of Object.entries<(visited: Visited) => Promise<unknown>>({
    'the key Escape': ({ page }) => page.keyboard.press('Escape'),
    'the back button of the browser': ({ page }) => page.goBack(),
  }))
    test(`${way} disconnects the wallet, and a late signature is void`, async ({ come }) => {
      const visited = await asks(come, fromHome);
      const { page, wallet, connect, signIn, sign } = visited;
      await seen.poll(async () => (await saidIn(page)).at(-1)).toMatch(/^status: Open Test Wallet and sign/);

      await leave(visited);
      await seen(signIn.dialog).toBeHidden();
      await seen(connect.news).toHaveText('Disconnected');
      await seen.poll(() => asked(wallet, REVOKING)).toBe(1);
      expect(await saidIn(page)).toEqual(['status: Disconnected']);
      sign();
      await untilCaughtUp(page);
      await isNobody(page);
      // A new connection works as before.
      wallet.answers.personal_sign = 'approve';
      await connect.row(NAME).click();
      await seen(signIn.send).toBeVisible();
      expect(await recordIn(page)).toBeNull();
      await signIn.send.click();
      await reachesAccount(page);
    });
});

describe('sending the message', () => {
  test('a double click sends the message once, even if the wallet declines at once', async ({ come }) => {
    const { page, wallet, signIn } = await connects(come);
    wallet.answers.personal_sign = 'reject';
    await signIn.send.click({ clickCount: 2, delay: 60 });
    await untilCaughtUp(page);
    await seen(signIn.send).toBeVisible();
    expect(signatures(wallet)).toBe(1);
  });

  test('a message that cannot be loaded in time shows an error, and can be retried', async ({ come, chunk }) => {
    const [load, loaded] = gate();
    let tries = 0;
    const { page, connect, forgiven } = await come([{}], {
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
    forgiven.push(CUT_OFF);
    const signIn = signInOf(page);
    await connect.row(NAME).click();
    await seen(signIn.alert).toHaveText(PREPARING);
    // Browsers don't load a failed module again until the page reloads.
    await Promise.all([page.waitForEvent('load'), signIn.retry.click()]);
    await seen(signIn.preparing).toHaveAttribute('aria-disabled', 'true');
    await seen(signIn.alert).toBeEmpty();
    await page.clock.runFor(15_500);
    await seen(signIn.alert).toHaveText(PREPARING);
    await signIn.retry.click();
    await seen(signIn.preparing).toBeVisible();
    await seen(signIn.alert).toBeEmpty();
    load();
    await seen(signIn.send).toBeVisible();
    await signs(page);
    expect(tries).toBe(2);
  });
});

describe('the next visit', () => {
  test('the same account is signed in on the next visit, without an announcement', async ({ come, chunk }) => {
    const { page, wallet, connect } = await enters(come);
    const before = wallet.log.length;
    const requests: URL[] = [];
    page.on('request', (request) => requests.push(new URL(request.url())));
    await reloadPage(page);
    await seen.poll(() => wallet.log.length).toBeGreaterThan(before);
    await seen(page.locator('html[data-connected]')).toHaveCount(1);
    await seen(dialogsOf(page)).toHaveCount(0);
    await seen(connect.news).toHaveText('');
    await showsAccount(page);
    const methods = new Set(wallet.log.slice(before).map(({ method }) => method));
    expect([...methods].filter((method) => !['eth_accounts', 'eth_chainId'].includes(method))).toEqual([]);
    expect(requests.map(({ pathname }) => pathname)).not.toContain(chunk);
  });
});

test('two tabs share sign-in and sign-out', async ({ come }) => {
  const { page, context, wallet, connect } = await connects(come);
  const tab = await context.newPage();
  const before = wallet.log.length;
  await tab.goto('/');
  await alive(tab);
  await seen.poll(() => wallet.log.length).toBeGreaterThan(before);
  const other = { page: tab, connect: connectOf(tab) };
  await untilCaughtUp(tab);
  await signs(page);
  // A tab that has not noticed the session would request its own signature.
  await seen.poll(() => tab.evaluate(() => localStorage.getItem('iaborrow.signIn'))).not.toBeNull();
  await showsAccount(tab);
  expect(signatures(wallet)).toBe(1);

  // Only messages between the tabs may tell the other tab.
  wallet.answers.wallet_revokePermissions = 4200;
  await showsAccount(page);
  await connect.leave.click();
  await seen(connect.news).toHaveText('Disconnected');
  await seen(other.connect.account).toBeHidden();
  await seen(other.connect.news).toHaveText('Disconnected');
  await isNobody(other.page);
  await isNobody(page);
});

describe('browsers without storage, and sites without sign-in', () => {
  test('without access to storage, a sign-in lasts for this visit', async ({ come }) => {
    const { page, connect } = await enters(come, {}, () => {}, {
      before: (page) => page.addInitScript(breakStorage, 'denied'),
    });
    await showsAccount(page);
    await page.reload();
    await seen(connect.row(NAME)).toBeVisible();
  });
});

test('no visitor has to sign in if the site does not require it', async ({ visit, chunk }) => {
  const { requests, ...options } = noting();
  const { page, wallet, connect } = await visitWith(visit, [{}], options);
  await connectsWallet(connect);
  await seen(connect.news).toHaveText('Connected');
  for (const hash of ['sign-in', 'connect', 'account']) {
    await requestDialog(page, hash);
    await seen(connect.account).toContainText(shortAddress(ACCOUNT));
    await page.keyboard.press('Escape');
    await seen(connect.account).toBeHidden();
    await seen(page).toHaveURL(/\/$/);
  }
  await wallet.setAccount(OTHER);
  await showsAccount(page, OTHER);
  expect(signatures(wallet)).toBe(0);
  expect(requests.map(({ pathname }) => pathname.replace(/-[\w-]{8}\.js$/, ''))).not.toContain(
    chunk.replace(/-[\w-]{8}\.js$/, ''),
  );
});
