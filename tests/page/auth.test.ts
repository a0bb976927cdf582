import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { hexToString } from 'viem';
import { describe, expect } from 'vitest';
import { DIST } from '../support/build.ts';
import type { startVerifier } from '../support/verifier.ts';
import { ACCOUNT } from '../wallet/wallet.ts';
import { withSignIn } from './signInSite.ts';
import type { VisitOptions } from './visitor/fixtures.ts';
import { say } from './visitor/say.ts';
import { seen } from './visitor/seen.ts';
import type { InjectedWallet } from './visitor/viewer.ts';
import type { Visitor } from './visitor/visitor.ts';
import { asked, REVOKING } from './visitor/wallets.ts';

/* Tests sign-in by a server (`VITE_AUTH_URL`). A real server runs on another origin and sets a cookie. */

type Verifier = Awaited<ReturnType<typeof startVerifier>>;
type Connecting = (options?: VisitOptions, once?: (page: Page) => unknown) => Promise<Visitor>;

interface Fixtures {
  /** How many requests the server had received when the wallet was picked. */
  picked: { at: number };
  /** Requests to the server since the wallet was picked, such as `GET /nonce 200`, or without a status. */
  asks: () => string[];
  /** Visits, and connects a wallet after `once`. */
  connected: Connecting;
  signedIn: Connecting;
}

const usual: VisitOptions = { again: 'usual' };

const test = withSignIn('auth', { withServer: true }).extend<Fixtures>({
  picked: async ({ task: _ }, use) => use({ at: 0 }),
  asks: async ({ verifier, picked }, use) =>
    use(() =>
      verifier.log.slice(picked.at).map(({ method, path, status }) => `${method} ${path} ${status ?? ''}`.trim()),
    ),
  connected: async ({ visit, verifier, picked }, use) =>
    use(async (options = usual, once = () => {}) => {
      const visitor = await visit({ wallets: [{}], ...options });
      await once(visitor.page);
      // The list appears after the previous visitor has been signed out.
      await visitor.seesWallets();
      picked.at = verifier.log.length;
      await visitor.connects();
      return visitor;
    }),
  signedIn: async ({ connected }, use) =>
    use(async (...given) => {
      const visitor = await connected(...given);
      await visitor.signs();
      return visitor;
    }),
});

const SIGNING = 'personal_sign';
const DAY = 24 * 60 * 60_000;

const UNLOADED = /^Failed to load resource/;
const UNREAD = /blocked by CORS policy/;

const noncesIn = ({ log }: InjectedWallet) =>
  log
    .filter(({ method }) => method === SIGNING)
    .map(({ params }) => /^Nonce: (\w+)$/m.exec(hexToString((params as [`0x${string}`])[0]))?.[1]);

/** Returns the session that the server reports to the page. */
const who = (page: Page, { url }: Verifier) =>
  page.evaluate((url) => fetch(`${url}/session`, { credentials: 'include' }).then((answer) => answer.json()), url);

describe('signing in with a server', () => {
  test('a plain account gets a session cookie, and the page stores no session', async ({
    signedIn,
    asks,
    verifier,
  }) => {
    const visitor = await signedIn();
    const { page, context, wallet } = visitor;
    expect(asks()).toEqual([
      'GET /session 200',
      'GET /nonce 200',
      'OPTIONS /verify 204',
      'POST /verify 204',
      'GET /session 200',
    ]);
    expect(await who(page, verifier)).toEqual({ address: ACCOUNT.address, chainId: 1 });

    const [cookie, ...others] = await context.cookies(verifier.url);
    expect(others).toEqual([]);
    expect(cookie).toMatchObject({ name: 'session', httpOnly: true, sameSite: 'Lax' });
    const [nonce] = noncesIn(wallet);
    const kept = await page.evaluate(() => ({
      cookie: document.cookie,
      local: { ...localStorage } as Record<string, string>,
      session: { ...sessionStorage } as Record<string, string>,
    }));
    expect(kept).toMatchObject({ cookie: '', session: {} });
    expect(
      Object.keys(kept.local)
        .map((key) => key.split('.').at(-1))
        .sort(),
    ).toEqual(['latest', 'recents', 'session']);
    for (const secret of [nonce!, cookie!.value])
      expect(JSON.stringify(kept).toLowerCase()).not.toContain(secret.toLowerCase());
    // The record of the connection names the account, so that the next visit can show it.
    const { 'iaborrow.session': _, ...unnamed } = kept.local;
    expect(JSON.stringify(unnamed).toLowerCase()).not.toContain(ACCOUNT.address.toLowerCase());
    await visitor.opensAccount();
  });

  test('a wrong clock is reported if the server does not expose its Date header', async ({ connected, verifier }) => {
    verifier.exposeDate(false);
    const visitor = await connected(usual, async (page) => {
      await page.clock.install();
      await page.clock.setSystemTime(Date.now() - DAY);
    });
    const { page, signIn, wallet } = visitor;
    visitor.forgiven.push(UNLOADED);
    await signIn.send.click();
    await seen.poll(() => asked(wallet, SIGNING)).toBe(1);
    await seen(signIn.alert).toHaveText(say('sign_in.signature.clock_error'));
    await page.clock.setSystemTime(Date.now());
    // The prepared message has a time of the wrong clock, so the page replaces it when it is sent.
    await visitor.signs();
  });
});

describe('requests to the sign-in server', () => {
  test('the policy allows requests to the configured sign-in server, and to no other', async ({ verifier }) => {
    const policyOf = (dist: string) =>
      / connect-src ([^;]+);/.exec(readFileSync(join(dist, '_headers'), 'utf8'))?.[1]?.split(' ') ?? [];
    expect(policyOf(`${DIST}-auth`)).toContain(verifier.url);
    expect(policyOf(DIST).filter((source) => !/^('self'|(https|wss):\/\/[\w.-]+)$/.test(source))).toEqual([]);
  });

  test('the server refuses requests of a page at another origin', async ({ connected, asks, site, verifier }) => {
    const { port } = new URL(site);
    const visitor = await connected({ origin: `http://127.0.0.1:${port}` });
    visitor.forgiven.push(UNLOADED, UNREAD);
    await seen(visitor.signIn.alert).toHaveText(say('sign_in.signature.preparing_error'));
    expect(asks()).toEqual(['GET /session 403', 'GET /nonce 403']);
    expect(verifier.visitors()).toEqual([]);
  });
});

describe('a returning visitor and the session cookie', () => {
  test('a returning visitor is still signed in, and the wallet is not asked again', async ({ signedIn, asks }) => {
    const visitor = await signedIn();
    const { wallet } = visitor;
    const before = asks();
    await visitor.reloads();
    await seen.poll(() => asks().slice(before.length)).toEqual(['GET /session 200']);
    await visitor.seesNoDialog();
    await visitor.opensAccount();
    await seen(visitor.news).toHaveText('');
    expect(asked(wallet, SIGNING)).toBe(1);
    expect(asked(wallet)).toBe(1);
    expect(asks().slice(before.length)).toEqual(['GET /session 200']);
  });

  test('a visitor stays signed in after a reload while the server confirms the session', async ({
    connected,
    asks,
    verifier,
  }) => {
    const { page, wallet, signIn } = await connected();
    await seen(signIn.send).toBeVisible();
    const release = verifier.hold('/session');
    await signIn.send.click();
    await seen.poll(() => asks().slice(-2)).toEqual(['POST /verify 204', 'GET /session']);
    await page.reload();
    release();
    await seen(page.locator('html')).toHaveAttribute('data-connected');
    expect(asks().filter((one) => one.startsWith('POST /sign-out'))).toEqual([]);
    expect(asked(wallet, SIGNING)).toBe(1);
  });
});

describe('signing out', () => {
  test('Disconnect ends the session at the server', async ({ signedIn, asks, verifier }) => {
    const visitor = await signedIn();
    const { wallet } = visitor;
    await visitor.opensAccount();
    const before = asks().length;
    await visitor.account.leave.click();
    await visitor.hears('news.disconnected');
    expect(asks().slice(before)).toEqual(['POST /sign-out 204']);
    expect(await visitor.context.cookies(verifier.url)).toEqual([]);
    expect(await who(visitor.page, verifier)).toBeNull();
    expect(verifier.visitors()).toEqual([]);
    expect(asked(wallet, REVOKING)).toBe(1);

    // The server is not asked while no wallet is connected.
    const after = asks().length;
    await visitor.isHome();
    await visitor.reloads();
    await visitor.requestsWallets('account');
    expect(asks().length).toBe(after);
    await visitor.connects();
    await visitor.signsToAccount();
    expect(asked(wallet, SIGNING)).toBe(2);
  });
});

test('signing in and signing out apply to both tabs', async ({ connected, verifier }) => {
  const visitor = await connected();
  const { wallet } = visitor;
  await seen(visitor.signIn.send).toBeVisible();
  const { length } = verifier.log;
  const tab = await visitor.opensTab();
  await tab.waitsForScripts();
  await seen.poll(() => verifier.log[length]?.status).toBe(200);
  await visitor.signs();
  // A tab learns of it when the visitor returns to it.
  await seen
    .poll(async () => {
      await tab.looksAgain();
      return tab.news.textContent();
    })
    .toBe(say('news.signedIn'));
  await tab.opensAccount();
  expect(asked(wallet, SIGNING)).toBe(1);

  await visitor.opensAccount();
  await visitor.account.leave.click();
  for (const one of [visitor, tab]) await one.hears('news.disconnected');
  await seen(tab.account.dialog).toBeHidden();
  await tab.seesNo('trouble.signOut');
  expect(verifier.visitors()).toEqual([]);
  expect(await who(tab.page, verifier)).toBeNull();
});
