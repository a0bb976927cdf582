import type { Page } from '@playwright/test';
import { hexToString } from 'viem';
import { expect } from 'vitest';
import { DEFAULT_ACCOUNT } from '../wallet/wallet.ts';
import { createSignInTest } from './signInSite.ts';
import type { InjectedWallet } from './visitor/viewer.ts';
import type { Visitor } from './visitor/visitor.ts';
import { countRequests, REVOKE_METHOD } from './visitor/wallets.ts';

/* Tests sign-in by a server (`VITE_AUTH_URL`). A real server runs on another origin and sets a cookie. */

interface Fixtures {
  /** Requests to the server, such as `GET /nonce 200`, or without a status. */
  asks: () => string[];
  connected: () => Promise<Visitor>;
}

const test = createSignInTest('auth', { withServer: true }).extend<Fixtures>({
  asks: async ({ verifier }, use) => {
    const { length } = verifier.log;
    await use(() =>
      verifier.log.slice(length).map(({ method, path, status }) => `${method} ${path} ${status ?? ''}`.trim()),
    );
  },
  connected: async ({ visit }, use) =>
    use(async () => {
      const visitor = await visit();
      await visitor.connects();
      return visitor;
    }),
});

const SIGNING = 'personal_sign';

const noncesIn = ({ log }: InjectedWallet) =>
  log
    .filter(({ method }) => method === SIGNING)
    .map(({ params }) => /^Nonce: (\w+)$/m.exec(hexToString((params as [`0x${string}`])[0]))?.[1]);

/** Returns the session that the server reports to the page. */
const who = (page: Page, { url }: { url: string }) =>
  page.evaluate((url) => fetch(`${url}/session`, { credentials: 'include' }).then((answer) => answer.json()), url);

test('a plain account gets a session cookie, and the page stores no session', async ({ connected, asks, verifier }) => {
  const visitor = await connected();
  await visitor.signs();
  const { page, context, wallet } = visitor;
  expect(asks()).toEqual([
    'GET /session 200',
    'GET /nonce 200',
    'OPTIONS /verify 204',
    'POST /verify 204',
    'GET /session 200',
  ]);
  expect(await who(page, verifier)).toEqual({ address: DEFAULT_ACCOUNT.address, chainId: 1 });

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
  // Only the stored connection contains the account, because the next visit shows it.
  const { 'iaborrow.session': _, ...unnamed } = kept.local;
  expect(JSON.stringify(unnamed).toLowerCase()).not.toContain(DEFAULT_ACCOUNT.address.toLowerCase());
  await visitor.opensAccount();
});

test('Disconnect ends the session at the server', async ({ connected, asks, verifier }) => {
  const visitor = await connected();
  await visitor.signs();
  const { wallet } = visitor;
  await visitor.opensAccount();
  const before = asks().length;
  await visitor.account.leave.click();
  await visitor.hears('news.disconnected');
  expect(asks().slice(before)).toEqual(['POST /sign-out 204']);
  expect(await visitor.context.cookies(verifier.url)).toEqual([]);
  expect(await who(visitor.page, verifier)).toBeNull();
  expect(verifier.visitors()).toEqual([]);
  expect(countRequests(wallet, REVOKE_METHOD)).toBe(1);

  // The server is not asked while no wallet is connected.
  const after = asks().length;
  await visitor.isHome();
  await visitor.reloads();
  await visitor.requestsWallets('account');
  expect(asks().length).toBe(after);
  await visitor.connects();
  await visitor.signsToAccount();
  expect(countRequests(wallet, SIGNING)).toBe(2);
});
