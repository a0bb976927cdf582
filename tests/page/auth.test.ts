import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { hexToString } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect } from 'vitest';
import { DIST } from '../support/build.ts';
import { deployContractWallet, undeployedWallet } from '../support/chain.ts';
import type { startVerifier } from '../support/verifier.ts';
import { ACCOUNT } from '../wallet/wallet.ts';
import { asked, LEAVINGS, NAME, OTHER, REVOKING, seesAccount, showsAccount } from './injected.ts';
import { seen } from './seen.ts';
import { signInOf, withSignIn } from './signing.ts';
import {
  alive,
  ask,
  askAfresh,
  connectOf,
  type InjectedWallet,
  lookAt,
  reload,
  type VisitOptions,
  type visitWith,
} from './visit.ts';

/* Tests sign-in by a server (`VITE_AUTH_URL`). A real server runs on another origin and sets a cookie. */

type Verifier = Awaited<ReturnType<typeof startVerifier>>;
type Whim = NonNullable<Parameters<Verifier['answer']>[1]>;
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

const OWNER = privateKeyToAccount(`0x${'3'.repeat(64)}`);
const SIGNING = 'personal_sign';
/** How long the page waits for the server, in ms. */
const LIMIT = 15_000;
const DAY = 24 * 60 * 60_000;

const UNLOADED = /^Failed to load resource/;
const UNREAD = /blocked by CORS policy/;

const UNPREPARED = 'Error preparing message, please retry';
const UNVERIFIED = 'Error verifying signature, please retry';

const installClock = (page: Page) => page.clock.install();

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

const cancels = async ({ cancel, dialog }: Entered['signIn']) => {
  await cancel.click();
  await seen(dialog).toBeHidden();
};

async function signInVain({ signIn, wallet }: Pick<Entered, 'signIn' | 'wallet'>, why: string) {
  const before = asked(wallet, SIGNING);
  await signIn.send.click();
  // Skips announcements of an earlier attempt.
  await seen.poll(() => asked(wallet, SIGNING), why).toBe(before + 1);
  await seen(signIn.alert, why).toHaveText(UNVERIFIED);
  await seen(signIn.send, why).toBeVisible();
  // Each attempt has a message of its own.
  const sent = noncesIn(wallet);
  expect(new Set(sent).size).toBe(sent.length);
}

const noncesIn = ({ log }: InjectedWallet) =>
  log
    .filter(({ method }) => method === SIGNING)
    .map(({ params }) => /^Nonce: (\w+)$/m.exec(hexToString((params as [`0x${string}`])[0]))?.[1]);

/** Returns the session that the server reports to the page. */
const who = (page: Page, { url }: Verifier) =>
  page.evaluate((url) => fetch(`${url}/session`, { credentials: 'include' }).then((answer) => answer.json()), url);

const isAsked = (verifier: Verifier, path: string) => verifier.log.at(-1)?.path === path;

async function again({ page, connect }: Pick<Entered, 'page' | 'connect'>) {
  await askAfresh(page, 'connect');
  await connect.row(NAME).click();
}

const momentOf = (page: Page) => page.getByRole('heading', { name: 'One moment…' });

const noticeOf = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'We couldn’t confirm that you are signed out.' });

/** Checks that the page shows no visitor as connected. */
async function claimsNothing({ page, connect }: Pick<Entered, 'page' | 'connect'>) {
  await seen(connect.news).toHaveText('');
  await seen(connect.account).toBeHidden();
  await seen(page.locator('html')).not.toHaveAttribute('data-connected');
}

const nameOf = (whim: Whim) => (typeof whim === 'object' ? `says ${JSON.stringify(whim.says)}` : `answers ${whim}`);

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

  for (const [what, minutes] of Object.entries({
    '15 minutes behind': -15,
    '15 minutes ahead': 15,
    'a day behind': -24 * 60,
    'a day ahead': 24 * 60,
  }))
    test(`a visitor whose clock is ${what} signs in`, async ({ enter, verifier }) => {
      const { page, signIn, connect } = await enter({}, async (page) => {
        await page.clock.install();
        await page.clock.setSystemTime(Date.now() + minutes * 60_000);
      });
      await sign({ signIn, connect });
      expect(await who(page, verifier)).toEqual({ address: ACCOUNT.address, chainId: 1 });
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

  for (const [kind, deploy] of Object.entries({
    'deployed (ERC-1271)': deployContractWallet,
    'not deployed yet (ERC-6492)': undeployedWallet,
  }))
    test(`a contract wallet signs in: ${kind}`, async ({ enterSignedIn, chain, verifier }) => {
      const account = await deploy(chain, OWNER);
      const { page } = await enterSignedIn({ account });
      expect(await who(page, verifier)).toEqual({ address: account.address, chainId: 1 });
      await showsAccount(page, { ...OWNER, address: account.address });
    });

  test('a signature of another account is refused', async ({ enter, verifier }) => {
    const { wallet, signIn, connect, forgiven } = await enter();
    forgiven.push(UNLOADED);
    wallet.answers.personal_sign = (params) => OTHER.signMessage({ message: { raw: (params as [`0x${string}`])[0] } });
    await signInVain({ signIn, wallet }, 'signed by another');
    expect(verifier.visitors()).toEqual([]);
    delete wallet.answers.personal_sign;
    await sign({ signIn, connect });
  });

  test('several quick presses sign in once', async ({ enter, verifier }) => {
    const { wallet, signIn, connect, asks } = await enter();
    wallet.answers.personal_sign = 'hold';
    await signIn.send.dblclick();
    await seen(signIn.waiting).toBeVisible();
    await wallet.approve();
    await seen(connect.news).toHaveText('Signed in');
    expect(asked(wallet, SIGNING)).toBe(1);
    expect(asks().filter((one) => one.startsWith('POST'))).toEqual(['POST /verify 204']);
    expect(verifier.visitors()).toEqual([ACCOUNT.address]);
  });
});

describe('requests to the sign-in server', () => {
  test('the policy allows the server of a page that has one, and no other', async ({ verifier }) => {
    const policyOf = (dist: string) =>
      / connect-src ([^;]+);/.exec(readFileSync(join(dist, '_headers'), 'utf8'))?.[1]?.split(' ') ?? [];
    expect(policyOf(`${DIST}-auth`)).toContain(verifier.url);
    expect(policyOf(DIST).filter((source) => !/^('self'|(https|wss):\/\/[\w.-]+)$/.test(source))).toEqual([]);
  });

  test('the page asks the server nothing before a wallet is connected', async ({ come, verifier }) => {
    const { page, connect, wallet } = await come([{ answer: 'hold' }], usual);
    await seen(connect.row(NAME)).toBeVisible();
    const { length } = verifier.log;
    const asks = () => verifier.log.slice(length).map(({ method, path }) => `${method} ${path}`);
    await connect.row(NAME).click();
    await seen.poll(() => wallet.pending.length).toBe(1);
    await page.reload();
    await connect.row(NAME).click();
    await seen.poll(() => wallet.pending.length).toBe(2);
    expect(asks()).toEqual([]);
    // The first request came from the earlier load of the page.
    await wallet.reject();
    await wallet.approve();
    await seen(signInOf(page).send).toBeVisible();
    expect(asks()).toEqual(['GET /session', 'GET /nonce']);
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

describe('nonces', () => {
  const WHIMS: Whim[] = [500, 403, 'rubbish', 'nothing', 'redirect', 'cut', 'silence', { says: 'short' }];

  test('a missing nonce is an error, and Retry works once the server gives one', async ({ enter, verifier }) => {
    verifier.answer('/nonce', 503);
    const { page, wallet, signIn, connect, asks, forgiven } = await enter({}, installClock);
    forgiven.push(UNLOADED, UNREAD);
    for (const whim of WHIMS) {
      const why = nameOf(whim);
      await seen(signIn.alert, why).toHaveText(UNPREPARED);
      verifier.answer('/nonce', whim);
      const before = verifier.log.length;
      await signIn.retry.click();
      await seen.poll(() => verifier.log.length, why).toBeGreaterThan(before);
      if (whim === 'silence') {
        await seen(signIn.preparing).toHaveAttribute('aria-disabled', 'true');
        await seen(signIn.alert).toHaveText('');
        await page.clock.fastForward(LIMIT);
      }
      await seen(signIn.retry, why).toBeVisible();
    }
    await seen(signIn.alert).toHaveText(UNPREPARED);
    expect(asks().join()).not.toContain('/moved');
    expect(asked(wallet, SIGNING)).toBe(0);
    verifier.answer('/nonce', null);
    await signIn.retry.click();
    await seen(signIn.alert).toHaveText('');
    await sign({ signIn, connect });
    expect(verifier.visitors()).toEqual([ACCOUNT.address]);
  });

  test('the visitor can cancel and disconnect while the nonce is missing', async ({ enter, verifier }) => {
    verifier.answer('/nonce', 500);
    const { page, wallet, signIn, connect, forgiven } = await enter();
    forgiven.push(UNLOADED);
    await seen(signIn.alert).toHaveText(UNPREPARED);
    await cancels(signIn);
    await seen(connect.news).toHaveText('Disconnected');
    await seen.poll(() => asked(wallet, REVOKING)).toBe(1);
    // The visitor can also disconnect while the nonce request is pending.
    verifier.answer('/nonce', 'silence');
    await askAfresh(page, 'connect');
    await connect.row(NAME).click();
    await seen(signIn.preparing).toBeVisible();
    await cancels(signIn);
    await seen.poll(() => asked(wallet, REVOKING)).toBe(2);
    await askAfresh(page, 'account');
    await seen(connect.row(NAME)).toBeVisible();
  });
});

describe('signatures', () => {
  test('after an expired nonce, the next message has a new one', async ({ enter, verifier }) => {
    const { page, wallet, signIn, connect, asks, forgiven } = await enter();
    forgiven.push(UNLOADED);
    await seen(signIn.send).toBeVisible();
    verifier.endSessions();
    await signInVain({ signIn, wallet }, 'sessions ended');
    expect(asks()).toEqual([
      'GET /session 200',
      'GET /nonce 200',
      'OPTIONS /verify 204',
      'POST /verify 422',
      'GET /nonce 200',
    ]);
    expect(await who(page, verifier)).toBeNull();
    await sign({ signIn, connect });
    expect(await who(page, verifier)).toEqual({ address: ACCOUNT.address, chainId: 1 });
    expect(new Set(noncesIn(wallet)).size).toBe(2);
  });

  test('a signature without a clear yes fails, and the next one can succeed', async ({ enter, verifier }) => {
    const { page, wallet, signIn, connect, asks, forgiven } = await enter({}, installClock);
    forgiven.push(UNLOADED, UNREAD);
    for (const whim of [400, 403, 500, 'rubbish', 'nothing', 'redirect', 'cut', 'silence'] satisfies Whim[]) {
      const why = nameOf(whim);
      await seen(signIn.send).toBeVisible();
      verifier.answer('/verify', whim);
      if (whim === 'silence') {
        await signIn.send.click();
        await seen(signIn.verifying).toHaveAttribute('aria-disabled', 'true');
        await seen.poll(() => isAsked(verifier, '/verify')).toBe(true);
        await page.clock.fastForward(LIMIT);
        await seen(signIn.alert).toHaveText(UNVERIFIED);
      } else await signInVain({ signIn, wallet }, why);
      expect(verifier.visitors(), why).toEqual([]);
      await claimsNothing({ page, connect });
    }
    expect(await who(page, verifier)).toBeNull();
    expect(asks().join()).not.toContain('/moved');
    verifier.answer('/verify', null);
    await sign({ signIn, connect });
    expect(new Set(noncesIn(wallet)).size).toBe(9);
    expect(await who(page, verifier)).toEqual({ address: ACCOUNT.address, chainId: 1 });
  });

  test('no session starts if the server accepts a signature without an account', async ({ enter, verifier }) => {
    const { page, wallet, signIn, connect, forgiven } = await enter({}, installClock);
    forgiven.push(UNLOADED, UNREAD);
    const { address } = ACCOUNT;
    const whims: Whim[] = [
      { says: null },
      { says: { address: OTHER.address, chainId: 1 } },
      { says: { address, chainId: 137 } },
      { says: { address, chainId: '1' } },
      { says: { address } },
      { says: [] },
      { says: true },
      'rubbish',
      'nothing',
      'redirect',
      'cut',
      500,
      'silence',
    ];
    for (const whim of whims) {
      await seen(signIn.send).toBeVisible();
      verifier.answer('/session', whim);
      if (whim === 'silence') {
        await signIn.send.click();
        await seen.poll(() => isAsked(verifier, '/session')).toBe(true);
        await page.clock.fastForward(LIMIT);
        await seen(signIn.alert).toHaveText(UNVERIFIED);
      } else await signInVain({ signIn, wallet }, nameOf(whim));
      await claimsNothing({ page, connect });
    }
    verifier.answer('/session', null);
    await sign({ signIn, connect });
    expect(new Set(noncesIn(wallet)).size).toBe(whims.length + 1);
    await showsAccount(page);
  });
});

describe('returning visitors', () => {
  test('a returning visitor is still signed in, and the wallet is not asked again', async ({ enterSignedIn }) => {
    const { page, wallet, connect, asks } = await enterSignedIn();
    const before = asks();
    await reload(page);
    await seen.poll(() => asks().slice(before.length)).toEqual(['GET /session 200']);
    await seen(page.getByRole('dialog')).toHaveCount(0);
    await showsAccount(page);
    await seen(connect.news).toHaveText('');
    expect(asked(wallet, SIGNING)).toBe(1);
    expect(asked(wallet)).toBe(1);
    expect(asks().slice(before.length)).toEqual(['GET /session 200']);
  });

  test('the page shows no connection until the server reports the session', async ({ enterSignedIn, verifier }) => {
    const { page, wallet, signIn, connect } = await enterSignedIn();
    const release = verifier.hold('/session');
    await page.goto('/#account');
    await page.reload();
    await seen(momentOf(page)).toBeVisible();
    await seen(signIn.status).toContainText('Checking whether you are signed in.');
    await claimsNothing({ page, connect });
    release();
    await seen(connect.account).toBeVisible();
    await seen(signIn.dialog).toBeHidden();
    await seen(connect.news).toHaveText('');
    expect(asked(wallet, SIGNING)).toBe(1);
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

  test('closing the session check keeps the connection, and opens no other dialog', async ({
    enterSignedIn,
    verifier,
  }) => {
    const { page, wallet, signIn, connect } = await enterSignedIn();
    const release = verifier.hold('/session');
    await reload(page);
    const ways = [() => signIn.cancel.click(), () => signIn.close.click(), () => page.keyboard.press('Escape')];
    for (const close of ways) {
      await ask(page, 'account');
      await seen(momentOf(page)).toBeVisible();
      await close();
      await seen(signIn.dialog).toBeHidden();
      await seen(page).toHaveURL(/\/$/);
      await claimsNothing({ page, connect });
    }
    release();
    await seen(page.locator('html')).toHaveAttribute('data-connected');
    await seen(page.getByRole('dialog')).toHaveCount(0);
    await seen(connect.news).toHaveText('');
    expect(asked(wallet, REVOKING)).toBe(0);
    await showsAccount(page);
  });

  test('a visitor without a valid session must sign in again', async ({ enterSignedIn, verifier }) => {
    const { page, wallet, signIn, connect, forgiven } = await enterSignedIn({}, installClock);
    forgiven.push(UNLOADED, UNREAD);
    verifier.endSessions();
    await reload(page);
    await ask(page, 'account');
    await signToAccount(page);
    await page.keyboard.press('Escape');
    // A visitor who reconnects must sign in as well if the session is unknown.
    for (const whim of [500, 'rubbish', 'nothing', 'redirect', 'cut', 'silence', { says: {} }] satisfies Whim[]) {
      const why = nameOf(whim);
      await wallet.disconnect();
      await seen(connect.news, why).toHaveText('Disconnected');
      verifier.answer('/session', whim);
      await again({ page, connect });
      if (whim === 'silence') {
        await seen(momentOf(page)).toBeVisible();
        await seen.poll(() => isAsked(verifier, '/session')).toBe(true);
        await page.clock.fastForward(LIMIT);
      }
      await seen(signIn.send, why).toBeVisible();
      await claimsNothing({ page, connect });
    }
    verifier.answer('/session', null);
    await sign({ signIn, connect });
    expect(asked(wallet, SIGNING)).toBe(3);
    await showsAccount(page);
  });

  test('a returning visitor with another account is signed out, and signs in with it', async ({
    enterSignedIn,
    verifier,
  }) => {
    const { page, wallet, signIn, connect, asks } = await enterSignedIn();
    const home = page.url();
    await page.goto('about:blank');
    await wallet.setAccount(OTHER);
    const before = asks().length;
    const release = verifier.hold('/sign-out');
    await page.goto(home);
    await alive(page);
    await ask(page, 'account');
    await seen(momentOf(page)).toBeVisible();
    await seen(signIn.status).toContainText('Signing you out first.');
    await seen(signIn.dialog).toContainText(`Account ${OTHER.address}`);
    await claimsNothing({ page, connect });
    release();
    await seen(signIn.send).toBeVisible();
    await seen(signIn.dialog).toContainText(`Account ${OTHER.address}`);
    expect(asks().slice(before)).toEqual(['GET /session 200', 'POST /sign-out 204', 'GET /nonce 200']);
    expect(await who(page, verifier)).toBeNull();
    await signToAccount(page, OTHER);
    expect(await who(page, verifier)).toEqual({ address: OTHER.address, chainId: 1 });
  });

  test('a change of account before the server answers signs out as well', async ({ enterSignedIn, verifier }) => {
    const { page, wallet, signIn, asks } = await enterSignedIn();
    const before = asks().length;
    const release = verifier.hold('/session');
    await reload(page);
    await ask(page, 'account');
    await seen(momentOf(page)).toBeVisible();
    await wallet.setAccount(OTHER);
    await seen(signIn.dialog).toContainText(`Account ${OTHER.address}`);
    release();
    await seen(signIn.send).toBeVisible();
    expect(asks().slice(before)).toEqual(['GET /session 200', 'POST /sign-out 204', 'GET /nonce 200']);
    expect(verifier.visitors()).toEqual([]);
  });

  test('a visitor with a session of an unsupported network is signed out', async ({ enter, verifier }) => {
    verifier.answer('/session', { says: { address: ACCOUNT.address, chainId: 137 } });
    const { signIn, asks } = await enter();
    await seen(signIn.send).toBeVisible();
    expect(asks()).toEqual(['GET /session 200', 'POST /sign-out 204', 'GET /nonce 200']);
  });
});

describe('signed-in visitors', () => {
  test('a change of account signs out, says so, and the new account can sign in', async ({
    enterSignedIn,
    verifier,
  }) => {
    const { page, wallet, signIn, connect, asks } = await enterSignedIn();
    await showsAccount(page);
    const before = asks().length;
    const release = verifier.hold('/sign-out');
    await wallet.setAccount(OTHER);
    await seen(connect.account).toBeHidden();
    await askAfresh(page, 'account');
    await seen(momentOf(page)).toBeVisible();
    await seen(signIn.status).toContainText('Signing you out first.');
    await seen.poll(() => asks().slice(before)).toEqual(['POST /sign-out']);
    release();
    await seen(signIn.send).toBeVisible();
    expect(asks().slice(before)).toEqual(['POST /sign-out 204', 'GET /nonce 200']);
    await seen(signIn.dialog.getByRole('status').first()).toHaveText('Signed out');
    expect(verifier.visitors()).toEqual([]);
    await signToAccount(page, OTHER);
    expect(await who(page, verifier)).toEqual({ address: OTHER.address, chainId: 1 });
  });

  test('a change of account with a failed sign-out says so, and sign-in works', async ({ enterSignedIn, verifier }) => {
    const { page, wallet, signIn, connect, forgiven } = await enterSignedIn();
    forgiven.push(UNLOADED);
    verifier.answer('/sign-out', 500);
    await wallet.setAccount(OTHER);
    await seen(connect.news).toHaveText('Signed out');
    await seen(noticeOf(page)).toBeVisible();
    await ask(page, 'account');
    await seen(signIn.dialog).toContainText(`Account ${OTHER.address}`);
    await signToAccount(page, OTHER);
    expect(await who(page, verifier)).toEqual({ address: OTHER.address, chainId: 1 });
    expect(verifier.visitors()).toEqual([OTHER.address]);
  });

  test('returning to the tab notices a session that the server has ended', async ({ enterSignedIn, verifier }) => {
    const { page, connect, asks, forgiven } = await enterSignedIn();
    forgiven.push(UNLOADED);
    await showsAccount(page);
    verifier.endSessions();
    // Without an answer about the session, the visitor stays signed in.
    verifier.answer('/session', 500);
    await lookAt(page);
    await seen.poll(() => asks().at(-1)).toBe('GET /session 500');
    await seen(connect.account).toBeVisible();
    verifier.answer('/session', null);
    await lookAt(page);
    await seen(connect.account).toBeHidden();
    await seen(connect.news).toHaveText('Signed out');
    await seen(page.locator('html')).not.toHaveAttribute('data-connected');
    await askAfresh(page, 'account');
    await signToAccount(page);
  });

  test('the page checks the session again after a day', async ({ enterSignedIn, verifier }) => {
    const { page, connect, signIn, asks } = await enterSignedIn({}, installClock);
    const before = asks().length;
    await page.clock.fastForward(DAY - 60_000);
    expect(asks().length).toBe(before);
    await page.clock.fastForward(60_000);
    await seen.poll(() => asks().slice(before)).toEqual(['GET /session 200']);
    await showsAccount(page);
    verifier.endSessions();
    await page.clock.fastForward(DAY);
    await seen(connect.account).toBeHidden();
    await seen(connect.news).toHaveText('Signed out');
    await askAfresh(page, 'account');
    await seen(signIn.send).toBeVisible();
    await page.clock.setSystemTime(Date.now());
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
    await reload(page);
    await ask(page, 'account');
    await seen(connect.row(NAME)).toBeVisible();
    expect(asks().length).toBe(after);
    await connect.row(NAME).click();
    await signToAccount(page);
    expect(asked(wallet, SIGNING)).toBe(2);
  });

  for (const [happening, act] of Object.entries(LEAVINGS))
    test(`a visitor is signed out when the wallet ${happening}`, async ({ enterSignedIn, verifier }) => {
      const { page, wallet, connect, asks } = await enterSignedIn();
      await showsAccount(page);
      const before = asks().length;
      await act(wallet);
      await seen(connect.account).toBeHidden();
      await seen(connect.news).toHaveText('Disconnected');
      expect(asks().slice(before)).toEqual(['POST /sign-out 204']);
      expect(await who(page, verifier)).toBeNull();
    });

  for (const whim of [500, 'redirect', 'cut', 'silence'] satisfies Whim[])
    test(`a failed sign-out (${whim}) shows a notice, and the visitor is disconnected`, async ({
      enterSignedIn,
      verifier,
    }) => {
      const { page, wallet, signIn, connect, asks, forgiven } = await enterSignedIn({}, installClock);
      forgiven.push(UNLOADED, UNREAD);
      const notice = noticeOf(page);
      await showsAccount(page);
      verifier.answer('/sign-out', whim);
      await connect.leave.click();
      if (whim === 'silence') {
        await seen.poll(() => isAsked(verifier, '/sign-out')).toBe(true);
        await seen(connect.account).toBeHidden();
        await seen(page).toHaveURL(/\/$/);
        // A requested dialog says that sign-out is still running.
        await ask(page, 'connect');
        await seen(signIn.status).toContainText('Signing you out first.');
        await cancels(signIn);
        await page.clock.fastForward(LIMIT);
      }
      await seen(notice).toBeVisible();
      await seen(notice).toHaveText(/^We couldn’t confirm that you are signed out\..*Close$/);
      await seen(connect.account).toBeHidden();
      await seen(connect.news).toHaveText('Disconnected');
      await seen(page.locator('html')).not.toHaveAttribute('data-connected');
      await seen.poll(() => asked(wallet, REVOKING)).toBe(1);
      expect(asks().join()).not.toContain('/moved');
      await notice.getByRole('button', { name: 'Close' }).click();
      await seen(notice).toHaveCount(0);
      await askAfresh(page, 'account');
      await seen(connect.row(NAME)).toBeVisible();
      await seen(notice).toHaveCount(0);
    });
});

describe('leaving before the server has reported the session', () => {
  for (const whim of [500, 'silence'] satisfies Whim[])
    test(`cancelling signs out at the server, with the session answer: ${whim}`, async ({
      enterSignedIn,
      verifier,
    }) => {
      const { page, wallet, signIn, connect, asks, forgiven } = await enterSignedIn({}, installClock);
      forgiven.push(UNLOADED);
      verifier.answer('/session', whim);
      const before = asks().length;
      await reload(page);
      await ask(page, 'account');
      if (whim === 'silence') {
        await seen(momentOf(page)).toBeVisible();
        await seen.poll(() => asks().slice(before)).toEqual(['GET /session']);
        await page.clock.fastForward(LIMIT);
      }
      await seen(signIn.send).toBeVisible();
      expect(verifier.visitors()).toEqual([ACCOUNT.address]);
      await cancels(signIn);
      await seen(connect.news).toHaveText('Disconnected');
      expect(asks().at(-1)).toBe('POST /sign-out 204');
      expect(verifier.visitors()).toEqual([]);
      await seen(noticeOf(page)).toHaveCount(0);
      await seen.poll(() => asked(wallet, REVOKING)).toBe(1);
      // The next visitor has to sign again.
      verifier.answer('/session', null);
      await again({ page, connect });
      await sign({ signIn, connect });
      expect(asked(wallet, SIGNING)).toBe(2);
    });

  for (const [happening, act] of Object.entries(LEAVINGS))
    test(`a visitor is signed out when the wallet ${happening} before the session is known`, async ({
      enterSignedIn,
      verifier,
    }) => {
      const { page, wallet, connect, asks } = await enterSignedIn();
      const release = verifier.hold('/session');
      const before = asks().length;
      await reload(page);
      await seen.poll(() => asks().slice(before)).toContain('GET /session');
      await act(wallet);
      await seen(connect.news).toHaveText('Disconnected');
      expect(asks().at(-1)).toBe('POST /sign-out 204');
      expect(verifier.visitors()).toEqual([]);
      release();
      expect(await who(page, verifier)).toBeNull();
      await seen(page.locator('html')).not.toHaveAttribute('data-connected');
    });

  test('a failed sign-out shows a notice if the session was unknown', async ({ enterSignedIn, verifier }) => {
    const { page, signIn, connect, forgiven } = await enterSignedIn();
    forgiven.push(UNLOADED);
    verifier.answer('/session', 500);
    verifier.answer('/sign-out', 500);
    await reload(page);
    await ask(page, 'account');
    await seen(signIn.send).toBeVisible();
    await signIn.cancel.click();
    await seen(connect.news).toHaveText('Disconnected');
    await seen(noticeOf(page)).toBeVisible();
  });
});

describe('late answers of the server', () => {
  test('a signature that is accepted after Cancel starts no session', async ({ enter, verifier }) => {
    const { page, wallet, signIn, connect, asks } = await enter();
    const release = verifier.hold('/verify');
    await signIn.send.click();
    await seen(signIn.verifying).toBeVisible();
    await seen.poll(() => verifier.visitors()).toEqual([ACCOUNT.address]);
    await cancels(signIn);
    await seen(connect.news).toHaveText('Disconnected');
    await seen.poll(() => asks().at(-1)).toBe('POST /sign-out 204');
    release();
    expect(await who(page, verifier)).toBeNull();
    await reload(page);
    await again({ page, connect });
    await sign({ signIn, connect });
    expect(asked(wallet, SIGNING)).toBe(2);
  });

  test('Cancel signs out after the server has accepted the signature', async ({ enter, verifier }) => {
    const { page, wallet, signIn, connect, asks } = await enter();
    await seen(signIn.send).toBeVisible();
    const release = verifier.hold('/session');
    await signIn.send.click();
    await seen.poll(() => asks().slice(-2)).toEqual(['POST /verify 204', 'GET /session']);
    await cancels(signIn);
    await seen(connect.news).toHaveText('Disconnected');
    await seen.poll(() => asks().at(-1)).toBe('POST /sign-out 204');
    release();
    expect(verifier.visitors()).toEqual([]);
    await again({ page, connect });
    await sign({ signIn, connect });
    expect(asked(wallet, SIGNING)).toBe(2);
  });

  test('reconnecting at once waits for the sign-out before the session is read', async ({ enter, verifier }) => {
    const { page, signIn, connect, asks } = await enter();
    await seen(signIn.send).toBeVisible();
    const release = verifier.hold('/session');
    const hear = verifier.hold('/sign-out', 'question');
    await signIn.send.click();
    await seen.poll(() => asks().slice(-2)).toEqual(['POST /verify 204', 'GET /session']);
    await cancels(signIn);
    await seen.poll(() => asks().at(-1)).toBe('POST /sign-out');
    release();
    const before = asks().length;
    const connecting = again({ page, connect });
    // The page either waits for the sign-out, or wrongly reads the session first.
    await seen
      .poll(async () => asks().includes('GET /session 200', before) || (await momentOf(page).isVisible()))
      .toBe(true);
    hear();
    await connecting;
    await seen(signIn.send).toBeVisible();
    await seen(page.locator('html')).not.toHaveAttribute('data-connected');
    expect(verifier.visitors()).toEqual([]);
  });

  test('accepting a former account starts no session, and the new one can sign in', async ({ enter, verifier }) => {
    const { page, wallet, signIn, connect, asks } = await enter();
    const release = verifier.hold('/verify');
    const hear = verifier.hold('/sign-out', 'question');
    await signIn.send.click();
    await seen.poll(() => verifier.visitors()).toEqual([ACCOUNT.address]);
    const before = asks().length;
    await wallet.setAccount(OTHER);
    await seen(signIn.dialog).toContainText(`Account ${OTHER.address}`);
    await seen.poll(() => asks().slice(before)).toContain('POST /sign-out');
    release();
    hear();
    await seen.poll(() => asks().slice(before)).toContain('POST /sign-out 204');
    await sign({ signIn, connect });
    expect(await who(page, verifier)).toEqual({ address: OTHER.address, chainId: 1 });
    // The sign-out clears nonces as well, so the page requests one only afterwards.
    expect(
      asks()
        .slice(before)
        .filter((one) => /nonce|sign-out/.test(one)),
    ).toEqual(['POST /sign-out 204', 'GET /nonce 200']);
  });

  test('Cancel signs out if the page could not read the session', async ({ enter, verifier }) => {
    const { page, wallet, signIn, connect, forgiven } = await enter();
    forgiven.push(UNLOADED);
    await seen(signIn.send).toBeVisible();
    verifier.answer('/session', 500);
    await signInVain({ signIn, wallet }, 'nobody knows');
    await cancels(signIn);
    verifier.answer('/session', null);
    await seen.poll(() => verifier.visitors()).toEqual([]);
    await again({ page, connect });
    await seen(signIn.send).toBeVisible();
  });
});

test('two tabs share sign-in and sign-out, and a shared nonce fails', async ({ enter, verifier }) => {
  const { page, context, signIn, connect, wallet, forgiven } = await enter();
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

  forgiven.push(UNLOADED);
  await again({ page, connect });
  await seen(signIn.send).toBeVisible();
  // The other tab has connected as well.
  await ask(tab, 'connect');
  await seen(other.signIn.send).toBeVisible();
  await signInVain({ signIn, wallet }, 'the first tab');
  await sign({ signIn, connect });
  await signInVain(other, 'the second tab');
  await sign(other);
  expect(verifier.visitors()).toEqual([ACCOUNT.address]);
  await showsAccount(tab);
});
