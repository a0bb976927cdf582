import { type Hex, hexToString } from 'viem';
import { expect } from 'vitest';
import { DEFAULT_ACCOUNT } from '../wallet/wallet.ts';
import { createSignInTest } from './signInSite.ts';
import { countRequests } from './visitor/viewer.ts';

/* Tests sign-in by a server (`VITE_AUTH_URL`). A real server runs on another origin and sets a cookie. */

const test = createSignInTest('auth', { withServer: true });

test('a session is a cookie of the server, which the page neither sees nor keeps', async ({ visit, verifier }) => {
  let known = 0;
  /** Returns the requests to the server since the last call. */
  const asks = () => {
    const requests = verifier.log.slice(known).map(({ method, path, status }) => `${method} ${path} ${status}`);
    known += requests.length;
    return requests;
  };
  const visitor = await visit();
  const { page, context, wallet } = visitor;
  /** Returns the session that the server reports to the page. */
  const who = () =>
    page.evaluate(
      (url) => fetch(`${url}/session`, { credentials: 'include' }).then((answer) => answer.json()),
      verifier.url,
    );
  await visitor.connects();
  await visitor.signs();
  const verification = ['OPTIONS /verify 204', 'POST /verify 204', 'GET /session 200'];
  expect(asks()).toEqual(['GET /session 200', 'GET /nonce 200', ...verification]);
  expect(await who()).toEqual({ address: DEFAULT_ACCOUNT.address, chainId: 1 });

  const [cookie, ...others] = await context.cookies(verifier.url);
  expect(others).toEqual([]);
  expect(cookie).toMatchObject({ name: 'session', httpOnly: true, sameSite: 'Lax' });
  const kept = await page.evaluate(() => ({
    cookie: document.cookie,
    local: { ...localStorage } as Record<string, string>,
    session: { ...sessionStorage } as Record<string, string>,
  }));
  expect(kept).toMatchObject({ cookie: '', session: {} });
  expect(Object.keys(kept.local).sort()).toEqual(['latest', 'recents', 'session'].map((name) => `iaborrow.${name}`));
  const signed = wallet.log.find(({ method }) => method === 'personal_sign')!;
  const [, nonce] = /^Nonce: (\w+)$/m.exec(hexToString((signed.params as [Hex])[0]))!;
  for (const secret of [nonce!, cookie!.value])
    expect(JSON.stringify(kept).toLowerCase()).not.toContain(secret.toLowerCase());
  // Only the stored connection contains the account, because the next visit shows it.
  const { 'iaborrow.session': _, ...unnamed } = kept.local;
  expect(JSON.stringify(unnamed).toLowerCase()).not.toContain(DEFAULT_ACCOUNT.address.toLowerCase());

  await visitor.opensAccount();
  asks();
  await visitor.account.leave.click();
  await visitor.hears('news.disconnected');
  expect(asks()).toEqual(['POST /sign-out 204']);
  expect(await context.cookies(verifier.url)).toEqual([]);
  expect(await who()).toBeNull();
  expect(countRequests(wallet, 'wallet_revokePermissions')).toBe(1);
});
