import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createHttpVerifier } from '#adapters/verifier/httpVerifier';
import { ClockError, VerifierError } from '#domain/errors';
import { SESSION_LIFETIME } from '#domain/signIn';
import { sampleConnection as connection, otherAccount } from '../samples/connections';
import { waitForEventLoopTurn } from '../support/gate';
import { simulateBrowserForTest } from './browser';

/* Tests the verifier that asks a sign-in server. A stub of `fetch` answers. Page tests use a real server. */

type Path = '/nonce' | '/verify' | '/session' | '/sign-out';
type Answer = (init: RequestInit) => Response | Promise<Response>;

const LIMIT = 15_000;
const { address } = connection;
const NONCE = 'abcdefgh12345678';
const sessionOf = (change: object) => JSON.stringify({ address, chainId: 1, ...change });
const SESSION = sessionOf({});
const { signal } = new AbortController();
const verifier = createHttpVerifier('/auth');

let answers: Record<Path, Answer>;
const fetched = vi.fn(async (url: string, init: RequestInit) => answers[url.replace(/^.*(?=\/)/, '') as Path](init));

const says =
  (text: string, status = 200, headers = {}): Answer =>
  () =>
    new Response(status === 204 ? null : text, { status, headers });
const fails: Answer = () => Promise.reject(new TypeError('Failed to fetch'));
/** Never answers, and rejects as `fetch` does when the page aborts the request. */
const staysSilent: Answer = ({ signal }) =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
const neverEnds: Answer = ({ signal }) => {
  const start = (body: ReadableStreamDefaultController) =>
    signal?.addEventListener('abort', () => body.error(signal.reason));
  return new Response(new ReadableStream({ start }));
};

beforeEach(() => {
  simulateBrowserForTest();
  answers = {
    '/nonce': says(`${NONCE}\r\n`),
    '/verify': says('', 204),
    '/session': says(SESSION),
    '/sign-out': says('', 204),
  };
  fetched.mockClear();
  vi.stubGlobal('fetch', fetched);
});

const verify = (until = signal, preparedAt = Date.now()) => {
  const prepared = { nonce: NONCE, clockOffset: 0, message: 'text', provider: 'fox', preparedAt, promptable: true };
  return verifier.verify({ prepared, signature: '0x12' }, connection, until);
};
/** The requests of the page. A verification also asks for the session. */
const requests = {
  'a nonce': (until: AbortSignal) => verifier.nonce(until),
  'the session': () => verifier.session(),
  'a sign-out': () => verifier.signOut(),
  'a withdrawal': () => verifier.takeBack(),
  'a verification': verify,
};
type Asking = keyof typeof requests;
const urls = () => fetched.mock.calls.map(([url]) => url);

describe('requests to the server', () => {
  const bare = { credentials: 'include', redirect: 'error', cache: 'no-store', signal: expect.any(AbortSignal) };
  const signOut = ['/auth/sign-out', { ...bare, method: 'POST', keepalive: true }];
  const headers = { 'Content-Type': 'application/json' };
  const body = '{"message":"text","signature":"0x12"}';

  test.each<[Asking, unknown, unknown[]]>([
    ['a nonce', { nonce: NONCE, clockOffset: 0 }, [['/auth/nonce', bare]]],
    ['the session', { address, chainId: 1, life: SESSION_LIFETIME }, [['/auth/session', bare]]],
    ['a sign-out', undefined, [signOut]],
    ['a withdrawal', undefined, [signOut]],
    [
      'a verification',
      true,
      [
        ['/auth/verify', { ...bare, method: 'POST', headers, body }],
        ['/auth/session', bare],
      ],
    ],
  ])('a request for %s sends cookies, follows no redirect and bypasses the cache', async (asking, result, calls) => {
    expect(await requests[asking](signal)).toEqual(result);
    expect(fetched.mock.calls).toEqual(calls);
  });

  const serverUrls = ['/auth', '/auth/', 'https://auth.example', 'https://auth.example//'];
  test.each(serverUrls)('requests go to the server at the URL %s', async (url) => {
    await createHttpVerifier(url).session();
    expect(urls()).toEqual([`${url.replace(/\/+$/, '')}/session`]);
  });

  test.each([says('null'), fails])('no timer runs after a request has ended', async (answer) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    answers['/session'] = answer;
    await verifier.session().catch(() => {});
    expect(vi.getTimerCount()).toBe(0);
  });
});

test.each<[Asking, Path, string, Answer, string]>([
  ['a nonce', '/nonce', 'a valid nonce with the status 503', says(NONCE, 503), '503 without a nonce'],
  ['a nonce', '/nonce', 'nothing', says('', 204), '204 without a nonce'],
  ['a nonce', '/nonce', 'a page', says('<!doctype html><p>Hi.'), '200 without a nonce'],
  ['a nonce', '/nonce', 'no response', fails, 'Failed to fetch'],
  ['the session', '/session', 'a session with the status 500', says(SESSION, 500), '500 to who is signed in'],
  ['the session', '/session', 'nothing', says('', 204), 'no session'],
  ['the session', '/session', 'a page', says('<!doctype html><p>Hi.'), 'no session'],
  ['the session', '/session', 'no response', fails, 'Failed to fetch'],
  ['a sign-out', '/sign-out', 'the status 500', says('', 500), '500 to signing out'],
  ['a sign-out', '/sign-out', 'no response', fails, 'Failed to fetch'],
  ['a verification', '/verify', 'the status 500', says('', 500), '500 to a signature'],
  ['a verification', '/verify', 'no response', fails, 'Failed to fetch'],
  ['a verification', '/session', 'the status 401', says(SESSION, 401), '401 to who is signed in'],
  ['a verification', '/session', 'that nobody is signed in', says('null'), 'nobody signed in'],
  ['a verification', '/session', 'another account', says(sessionOf(otherAccount)), 'nobody signed in'],
  ['a verification', '/session', 'another network', says(sessionOf({ chainId: 137 })), 'nobody signed in'],
])('a request for %s fails if the endpoint %s answers %s', async (asking, path, _, answer, error) => {
  answers[path] = answer;
  await expect(requests[asking](signal)).rejects.toThrow(error);
});

const invalidNonces = ['abcdef-12345678', 'abcdefg', 'a'.repeat(129), `"${NONCE}"`, `{"nonce":"${NONCE}"}`];
test.each(invalidNonces)('an invalid nonce of the server is refused: %s', async (text) => {
  answers['/nonce'] = says(text);
  await expect(verifier.nonce(signal)).rejects.toThrow(VerifierError);
});

const ahead = (ms: number) => () => new Date(Date.now() + ms).toUTCString();
test.each<[string, () => string, number]>([
  ['15 minutes ahead', ahead(15 * 60_000), 15 * 60_000],
  ['15 minutes behind', ahead(-15 * 60_000), -15 * 60_000],
  ['31 s ahead', ahead(31_000), 31_000],
  ['30 s ahead, which counts as equal', ahead(30_000), 0],
  ['"yesterday"', () => 'yesterday', 0],
])("the nonce comes with the offset of the server's clock: %s", async (_, date, clockOffset) => {
  // The clock stands at a whole second, because `Date` headers have no milliseconds.
  vi.useFakeTimers({ toFake: ['Date'], now: 1_900_000_000_000 });
  answers['/nonce'] = says(NONCE, 200, { date: date() });
  expect(await verifier.nonce(signal)).toEqual({ nonce: NONCE, clockOffset });
});

test.each([400, 429, 499])('a signature that the server refuses with status %i signs nobody in', async (status) => {
  answers['/verify'] = says('', status);
  expect(await verify()).toBe(false);
  // After a refusal, the page does not request the session.
  expect(urls()).toEqual(['/auth/verify']);
});

test.each<[unknown, boolean]>([
  [['issuedAt'], true],
  [['issuedAt', 'expirationTime'], true],
  [['issuedAt', 'nonce'], false],
  [[], false],
  ['issuedAt', false],
  [null, false],
])('a refusal with the faulty message fields %j throws a ClockError: %s', async (faults, isClock) => {
  answers['/verify'] = says(JSON.stringify({ faults }), 422);
  if (isClock) await expect(verify()).rejects.toThrow(ClockError);
  else expect(await verify()).toBe(false);
  expect(await verify(signal, Date.now() - 11 * 60_000)).toBe(false);
});

describe('sessions', () => {
  const values = [{}, [], 1, true, '', address, { chainId: 1 }, { address }, { address: '0x12', chainId: 1 }];
  const odd = [{ address, chainId: '1' }, { address: [address], chainId: 1 }, { session: { address, chainId: 1 } }];
  const bodies = [...values, ...odd].map((value) => JSON.stringify(value));
  test.each(bodies)('reading the session fails if the body of the response is %s', async (text) => {
    answers['/session'] = says(text);
    await expect(verifier.session()).rejects.toThrow(VerifierError);
  });

  test('a session keeps only its account and network, and lasts at most a day', async () => {
    answers['/session'] = says(sessionOf({ chainId: 137, life: 2 * SESSION_LIFETIME, role: 'admin' }));
    expect(await verifier.session()).toEqual({ address, chainId: 137, life: SESSION_LIFETIME });
    answers['/session'] = says('null');
    expect(await verifier.session()).toBeNull();
  });

  test('addresses in a session are compared regardless of case', async () => {
    answers['/session'] = says(sessionOf({ address: address.toLowerCase() }));
    expect(await verify()).toBe(true);
  });
});

test.each<[Asking, Path, string, Answer]>([
  ['a nonce', '/nonce', 'does not answer', staysSilent],
  ['a nonce', '/nonce', 'answers without an end', neverEnds],
  ['the session', '/session', 'does not answer', staysSilent],
  ['a sign-out', '/sign-out', 'does not answer', staysSilent],
  ['a verification', '/verify', 'does not answer', staysSilent],
  ['a verification', '/session', 'does not answer', staysSilent],
])('a request for %s times out after 15 s if the endpoint %s %s', async (asking, path, _, answer) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  answers[path] = answer;
  const rejected = vi.fn();
  requests[asking](signal).catch(rejected);
  await vi.advanceTimersByTimeAsync(LIMIT - 1);
  expect(rejected).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await new Promise(setImmediate);
  expect(rejected).toHaveBeenCalled();
});

test.each<[Asking, Path]>([
  ['a nonce', '/nonce'],
  ['a verification', '/verify'],
  ['a verification', '/session'],
])('an aborted request for %s rejects at once while the endpoint %s is silent', async (asking, path) => {
  answers[path] = staysSilent;
  const controller = new AbortController();
  const rejects = expect(requests[asking](controller.signal)).rejects.toThrow('abort');
  await expect.poll(() => urls().at(-1)).toBe(`/auth${path}`);
  controller.abort();
  await rejects;
});

test('no request leaves a listener on the abort signal or the page', async () => {
  const { signal } = new AbortController();
  const onSignal = vi.spyOn(signal, 'addEventListener');
  const onPage = vi.spyOn(globalThis, 'addEventListener');
  await verify(signal);
  expect(onSignal).not.toHaveBeenCalled();
  expect(onPage.mock.calls).toHaveLength(2);
  for (const [, , options] of onPage.mock.calls) expect(options).toHaveProperty('signal.aborted', true);
});

test.each(['beforeunload', 'pagehide'])('a verification stays pending if the event %s ends the page', async (event) => {
  answers['/session'] = (init) => {
    dispatchEvent(new Event(event));
    return fails(init);
  };
  const settled = vi.fn();
  verify().then(settled, settled);
  await waitForEventLoopTurn();
  expect(urls()).toEqual(['/auth/verify', '/auth/session']);
  expect(settled).not.toHaveBeenCalled();
});
