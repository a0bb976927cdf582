import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { hexToString } from 'viem';
import { describe, expect } from 'vitest';
import { DIST } from '../support/build.ts';
import type { startVerifier } from '../support/verifier.ts';
import { ACCOUNT } from '../wallet/wallet.ts';
import { asked, NAME, REVOKING, seesAccount, showsAccount } from './injected.ts';
import { seen } from './seen.ts';
import { signInOf, withSignIn } from './signing.ts';
import {
  alive,
  connectOf,
  type InjectedWallet,
  lookAt,
  reloadPage,
  requestDialog,
  type VisitOptions,
  type visitWith,
} from './visit.ts';

/* Tests sign-in by a server (`VITE_AUTH_URL`). A real server runs on another origin and sets a cookie. */

type Verifier = Awaited<ReturnType<typeof startVerifier>>;
type WalletOptions = NonNullable<Parameters<typeof visitWith>[1]>[number];
type Enter = (wallet?: WalletOptions, once?: (page: Page) => unknown, options?: VisitOptions) => Promise<Entered>;

interface Entered extends Awaited<ReturnType<typeof visitWith>> {
  signIn: ReturnType<typeof signInOf>;
  /** Requests to the server since the wallet was picked, such as `GET /nonce 200`, or without a status. */
  asks: () => string[];
}

interface Fixtures {
  enter: Enter;
  enterSignedIn: Enter;
}

const usual: VisitOptions = { again: 'usual' };

const test = withSignIn('auth', { withServer: true }).extend<Fixtures>({
  enter: async ({ come, verifier }, use) =>
    use(async (wallet = {}, once, options = usual) => {
      const visited = await come([wallet], options);
      await once?.(visited.page);
      // The list appears after the previous visitor has been signed out.
      await seen(visited.connect.row(NAME)).toBeVisible();
      const { length } = verifier.log;
      await visited.connect.row(NAME).click();
      await seen(visited.connect.dialog).toBeHidden();
      const asks = () =>
        verifier.log.slice(length).map(({ method, path, status }) => `${method} ${path} ${status ?? ''}`.trim());
      return { ...visited, signIn: signInOf(visited.page), asks };
    }),
  enterSignedIn: async ({ enter }, use) =>
    use(async (...given) => {
      const entered = await enter(...given);
      await sign(entered);
      return entered;
    }),
});

const SIGNING = 'personal_sign';
const DAY = 24 * 60 * 60_000;

const UNLOADED = /^Failed to load resource/;
const UNREAD = /blocked by CORS policy/;

const UNPREPARED = 'Error preparing message, please retry';

async function sign({ signIn, connect }: Pick<Entered, 'signIn' | 'connect'>) {
  await signIn.send.click();
  await seen(signIn.dialog).toBeHidden();
  await seen(connect.news).toHaveText('Signed in');
}

async function signToAccount(page: Page, account = ACCOUNT) {
  await signInOf(page).send.click();
  await seen(connectOf(page).account.getByRole('status').first()).toHaveText('Signed in');
  await seesAccount(page, account);
}

const noncesIn = ({ log }: InjectedWallet) =>
  log
    .filter(({ method }) => method === SIGNING)
    .map(({ params }) => /^Nonce: (\w+)$/m.exec(hexToString((params as [`0x${string}`])[0]))?.[1]);

/** Returns the session that the server reports to the page. */
const who = (page: Page, { url }: Verifier) =>
  page.evaluate((url) => fetch(`${url}/session`, { credentials: 'include' }).then((answer) => answer.json()), url);

const noticeOf = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'We couldn’t confirm that you are signed out.' });

describe('signing in with a server', () => {
  test('a plain account signs in by a cookie, and the page stores no session', async ({ enter, verifier }) => {
    const { page, context, wallet, signIn, connect, asks } = await enter();
    await sign({ signIn, connect });
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
    await showsAccount(page);
  });

  test('a wrong clock is reported if the server does not expose its Date header', async ({ enter, verifier }) => {
    verifier.exposeDate(false);
    const { page, signIn, connect, wallet, forgiven } = await enter({}, async (page) => {
      await page.clock.install();
      await page.clock.setSystemTime(Date.now() - DAY);
    });
    forgiven.push(UNLOADED);
    await signIn.send.click();
    await seen.poll(() => asked(wallet, SIGNING)).toBe(1);
    await seen(signIn.alert).toHaveText("This device's clock looks wrong. Set it, then retry.");
    await page.clock.setSystemTime(Date.now());
    // The prepared message has a time of the wrong clock, so the page replaces it when it is sent.
    await sign({ signIn, connect });
  });
});

describe('requests to the sign-in server', () => {
  test('the policy allows the server of a page that has one, and no other', async ({ verifier }) => {
    const policyOf = (dist: string) =>
      / connect-src ([^;]+);/.exec(readFileSync(join(dist, '_headers'), 'utf8'))?.[1]?.split(' ') ?? [];
    expect(policyOf(`${DIST}-auth`)).toContain(verifier.url);
    expect(policyOf(DIST).filter((source) => !/^('self'|(https|wss):\/\/[\w.-]+)$/.test(source))).toEqual([]);
  });

  test('the server refuses requests of an unknown origin', async ({ come, enter, verifier }) => {
    const known = await come([{}], usual);
    const { port } = new URL(known.page.url());
    const { signIn, asks, forgiven } = await enter({}, () => {}, { origin: `http://127.0.0.1:${port}` });
    forgiven.push(UNLOADED, UNREAD);
    await seen(signIn.alert).toHaveText(UNPREPARED);
    expect(asks()).toEqual(['GET /session 403', 'GET /nonce 403']);
    expect(verifier.visitors()).toEqual([]);
  });
});

describe('returning visitors', () => {
  test('a returning visitor is still signed in, and the wallet is not asked again', async ({ enterSignedIn }) => {
    const { page, wallet, connect, asks } = await enterSignedIn();
    const before = asks();
    await reloadPage(page);
    await seen.poll(() => asks().slice(before.length)).toEqual(['GET /session 200']);
    await seen(page.getByRole('dialog')).toHaveCount(0);
    await showsAccount(page);
    await seen(connect.news).toHaveText('');
    expect(asked(wallet, SIGNING)).toBe(1);
    expect(asked(wallet)).toBe(1);
    expect(asks().slice(before.length)).toEqual(['GET /session 200']);
  });

  test('a visitor stays signed in after a reload while the server confirms that', async ({ enter, verifier }) => {
    const { page, wallet, signIn, asks } = await enter();
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
  test('disconnecting signs out at the server', async ({ enterSignedIn, verifier }) => {
    const { page, context, wallet, connect, asks } = await enterSignedIn();
    await showsAccount(page);
    const before = asks().length;
    await connect.leave.click();
    await seen(connect.news).toHaveText('Disconnected');
    expect(asks().slice(before)).toEqual(['POST /sign-out 204']);
    expect(await context.cookies(verifier.url)).toEqual([]);
    expect(await who(page, verifier)).toBeNull();
    expect(verifier.visitors()).toEqual([]);
    expect(asked(wallet, REVOKING)).toBe(1);

    // The server is not asked while no wallet is connected.
    const after = asks().length;
    await seen(page).toHaveURL(/\/$/);
    await reloadPage(page);
    await requestDialog(page, 'account');
    await seen(connect.row(NAME)).toBeVisible();
    expect(asks().length).toBe(after);
    await connect.row(NAME).click();
    await signToAccount(page);
    expect(asked(wallet, SIGNING)).toBe(2);
  });
});

test('two tabs share sign-in and sign-out', async ({ enter, verifier }) => {
  const { page, context, signIn, connect, wallet } = await enter();
  await seen(signIn.send).toBeVisible();
  const { length } = verifier.log;
  const tab = await context.newPage();
  await tab.goto('/');
  await alive(tab);
  const other = { page: tab, signIn: signInOf(tab), connect: connectOf(tab), wallet };
  await seen.poll(() => verifier.log[length]?.status).toBe(200);
  await sign({ signIn, connect });
  // A tab learns of it when the visitor returns to it.
  await seen
    .poll(async () => {
      await lookAt(tab);
      return other.connect.news.textContent();
    })
    .toBe('Signed in');
  await showsAccount(tab);
  expect(asked(wallet, SIGNING)).toBe(1);

  await showsAccount(page);
  await connect.leave.click();
  for (const { news } of [connect, other.connect]) await seen(news).toHaveText('Disconnected');
  await seen(other.connect.account).toBeHidden();
  await seen(noticeOf(tab)).toHaveCount(0);
  expect(verifier.visitors()).toEqual([]);
  expect(await who(tab, verifier)).toBeNull();
});
