import type { LocalAccount } from 'viem/accounts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createSignInTestKit } from '#doctor/auth/kit';
import { createRateLimiter } from '#server/limiter';
import { createSignatureCheck } from '#server/signature';
import { createSqliteStore, openDatabase } from '#server/sqliteStore';
import { createPageRequest, createTestServer, PAGE_ORIGIN, readSetCookie } from './requests.ts';

const { write, owner, stranger } = createSignInTestKit({ urls: ['https://auth.my.site'], origin: PAGE_ORIGIN });
const proofOf = (nonce: string) => JSON.stringify({ message: write(nonce), signature: '0x12' });
afterEach(() => vi.useRealTimers());

/** Fetches a nonce. `post` sends a request of the same browser: by default, a signed message with the nonce. */
async function begin({ answer }: Pick<ReturnType<typeof createTestServer>, 'answer'>) {
  const given = await answer(createPageRequest('/nonce'));
  const [nonce, cookie] = [await given.text(), readSetCookie(given)];
  const post = (path = '/verify', init: RequestInit = {}) =>
    answer(
      createPageRequest(path, { method: 'POST', ...(path === '/verify' && { body: proofOf(nonce) }), ...init }, cookie),
    );
  return { nonce, cookie, post };
}

type Begun = Awaited<ReturnType<typeof begin>>;

const signIn = async (server: ReturnType<typeof createTestServer>) => readSetCookie(await (await begin(server)).post());

describe('the sign-in server', () => {
  const FETCHED = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };
  const OPENED = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

  test.each<[string, Record<string, string>, nonce: number, session: number]>([
    ['a script of the page, from another host', { origin: PAGE_ORIGIN }, 200, 200],
    ['a script of the page, from its own host', FETCHED, 200, 200],
    ['a foreign script', { origin: 'https://foreign.example' }, 403, 403],
    ['a sandboxed frame', { origin: 'null' }, 403, 403],
    ['a foreign page that opens it', { ...OPENED, 'sec-fetch-site': 'cross-site' }, 403, 403],
    ['a page of the same site that opens it', { ...OPENED, 'sec-fetch-site': 'same-site' }, 403, 403],
    ['a visitor who types its address', { ...OPENED, 'sec-fetch-site': 'none' }, 403, 200],
    ['a link on the page itself', OPENED, 403, 200],
    // The owner of an ENS name chooses the URL of its picture, which may point to the sign-in server.
    ['a picture on the page itself', { ...FETCHED, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }, 403, 200],
    ["another server of the page's operator", {}, 403, 200],
  ])('serves a nonce and the session only to allowed pages: a request by %s', async (_, headers, nonce, session) => {
    const server = createTestServer();
    const ask = (path: string) => server.answer(new Request(`https://auth.my.site${path}`, { headers }));
    expect([(await ask('/nonce')).status, (await ask('/session')).status]).toEqual([nonce, session]);
  });
});

test.each([
  ['local', /^session=[0-9a-f.]+; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/],
  ['secure', /^__Host-session=[0-9a-f.]+; Max-Age=86400; Path=\/; HttpOnly; Secure; SameSite=Lax$/],
  ['framed', /^__Host-session=[0-9a-f.]+; Max-Age=86400; Path=\/; HttpOnly; Secure; SameSite=None; Partitioned$/],
] as const)('the sign-in server sets the cookie attributes for the kind "%s"', async (cookie, pattern) => {
  const { answer } = createTestServer({ cookie });
  expect((await answer(createPageRequest('/nonce'))).headers.get('set-cookie')).toMatch(pattern);
});

test.each<[title: string, endMeanwhile: (cut: AbortController, post: Begun['post']) => unknown]>([
  ['has disconnected', (cut) => cut.abort()],
  ['signs out', (_, post) => post('/sign-out')],
])('the sign-in server starts no session if the browser %s during verification', async (_, endMeanwhile) => {
  const cut = new AbortController();
  const checkSignature = async () => {
    await endMeanwhile(cut, post);
    return true;
  };
  const server = createTestServer({ checkSignature });
  const { post } = await begin(server);
  expect((await post('/verify', { signal: cut.signal })).status).toBe(422);
  expect(server.refusals).toMatchObject([{ reason: 'session' }]);
});

test('the sign-in server ends a session after a day, also if its clock is set back', async () => {
  const server = createTestServer();
  const cookie = await signIn(server);
  const now = Date.now();
  const sessionAfter = async (minutes: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: now + minutes * 60_000 });
    return (await server.answer(createPageRequest('/session', {}, cookie))).json();
  };
  expect(await sessionAfter(24 * 60 - 1)).not.toBeNull();
  for (const minutes of [24 * 60 + 1, 0]) expect(await sessionAfter(minutes)).toBeNull();
});

test('the sign-in server limits requests per network address with Retry-After', async () => {
  const { answer, refusals } = createTestServer({ limiter: createRateLimiter(2) });
  const ask = async (address: string) => (await answer(createPageRequest('/nonce'), address)).status;
  expect([await ask('192.0.2.1'), await ask('::ffff:192.0.2.1'), await ask('192.0.2.2')]).toEqual([200, 200, 200]);
  const late = await answer(createPageRequest('/nonce'), '192.0.2.1');
  expect([late.status, Number(late.headers.get('retry-after'))]).toEqual([429, 60]);
  expect(refusals).toEqual([{ method: 'GET', path: '/nonce', status: 429, reason: 'rate' }]);
  // A customer has many IPv6 addresses with the same first half.
  expect([await ask('2001:db8::1'), await ask('2001:db8::2'), await ask('2001:db8::3')]).toEqual([200, 200, 429]);
  // Signing out works even if an address has made too many requests.
  expect((await answer(createPageRequest('/sign-out', { method: 'POST' }), '192.0.2.1')).status).toBe(204);
});

test.each<[string, string, RequestInit, status: number, allow: string | null]>([
  ['a path below the root of its host', '/auth/nonce', {}, 200, null],
  ['an unknown path', '/auth', {}, 404, null],
  [
    'verification without Content-Length',
    '/auth/verify',
    { method: 'POST', body: '{}', headers: { 'content-length': '' } },
    411,
    null,
  ],
  ['verification with a wrong method', '/auth/verify', {}, 405, 'POST, OPTIONS'],
])('the sign-in server answers 200, 404, 405 or 411 to a request for %s', async (_, path, init, status, allow) => {
  const answered = await createTestServer({ base: '/auth' }).answer(createPageRequest(path, init));
  expect([answered.status, answered.headers.get('allow')]).toEqual([status, allow]);
});

test('the sign-in server asks a node only about contract wallets', async () => {
  const server = createTestServer({ checkSignature: createSignatureCheck({ 1: ['http://127.0.0.1:9'] }) });
  const status = async (account: LocalAccount) => {
    const { nonce, post } = await begin(server);
    const message = write(nonce, { address: owner.address });
    const body = JSON.stringify({ message, signature: await account.signMessage({ message }) });
    return (await post('/verify', { body })).status;
  };
  expect([await status(owner), await status(stranger)]).toEqual([204, 503]);
});

describe('the log of refused requests', () => {
  test('contains no secret, account, message or requested path', async () => {
    const server = createTestServer({ checkSignature: async () => false });
    const { nonce, cookie, post } = await begin(server);
    await post();
    await post();
    await post('/verify', { body: `{"${owner.address}` });
    await post('/verify', { body: 'x'.repeat(10_001) });
    await server.answer(createPageRequest(`/${owner.address}`));
    await server.answer(createPageRequest('/nonce', { method: 'DELETE' }, cookie));
    await server.answer(createPageRequest('/session', { headers: { origin: 'https://foreign.example' } }));
    expect(server.refusals.map(({ status, reason }) => `${status} ${reason}`).join()).toBe(
      '422 signature,422 nonce,400 body,413 size,404 path,405 method,403 origin',
    );
    const told = JSON.stringify(server.refusals).toLowerCase();
    for (const secret of [nonce, cookie.split('=')[1]!, owner.address, 'foreign'])
      expect(told).not.toContain(secret.toLowerCase());
  });

  test('contains a failure of the database, and requests work after its repair', async () => {
    const database = openDatabase(':memory:');
    const server = createTestServer({ store: createSqliteStore(database) });
    const cookie = await signIn(server);
    database.exec('alter table browsers rename to away');
    const ask = async () => (await server.answer(createPageRequest('/session', {}, cookie))).status;
    expect(await ask()).toBe(503);
    database.exec('alter table away rename to browsers');
    expect(await ask()).toBe(200);
    expect(server.refusals).toEqual([{ method: 'GET', path: '/session', status: 503, reason: 'store' }]);
  });
});
