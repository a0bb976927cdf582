import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createHttpVerifier } from '#adapters/verifier/httpVerifier';
import { ClockError, VerifierError } from '#domain/errors';
import { type Nonce, SESSION_LIFETIME } from '#domain/signIn';
import { fundedAccount } from '../support/chain.ts';
import { listenOnFreePort } from '../support/listen.ts';
import { startVerifier } from '../support/verifier.ts';
import { simulateBrowser } from './browser';

/*
 * Tests the verifier that uses a server. The server is real, and its failures are simulated. No account is a contract,
 * so no chain is needed.
 */

const ORIGIN = 'http://localhost:4173';
const LIMIT = 15_000;
const owner = fundedAccount(1);
const stranger = fundedAccount(2);
const paths = ['/nonce', '/verify', '/session', '/sign-out'] as const;
const badSessions: Answer[] = ['rubbish', 'nothing', 'redirect', 'cut', 500, 401, 204];
const { signal } = new AbortController();
const connectionOf = (address: string, chainId = 1) => ({
  address,
  chainId,
  wallet: { id: 'fox', name: 'Fox', icon: { src: '', background: '' }, connector: 'injected' as const },
});
const connection = connectionOf(owner.address);

let server: Awaited<ReturnType<typeof startVerifier>>;
let verifier: ReturnType<typeof createHttpVerifier>;
let createSignInMessage: typeof import('#adapters/verifier/message').createSignInMessage;
let asked: ReturnType<typeof browser>;
const wire = globalThis.fetch;

/** Adds what a browser adds to requests: the page's origin, and cookies if credentials are included. */
function browser() {
  let cookie = '';
  return vi.fn(async (url: string, init: RequestInit = {}) => {
    const kept = init.credentials === 'include';
    const headers = { ...init.headers, origin: ORIGIN, ...(kept && cookie && { cookie }) };
    const response = await wire(url, { ...init, headers });
    const set = response.headers.get('set-cookie');
    if (kept && set) cookie = set.split(';', 1)[0] ?? '';
    return response;
  });
}

/** The paths of the requests for a sign-in and a sign-out, in order. */
const wholePaths = ['/nonce', '/verify', '/session', '/session', '/sign-out'];

const saying = (text: string, status = 200) => {
  vi.stubGlobal('fetch', async () => new Response(status === 204 ? null : text, { status }));
};

/** Replaces the page's `fetch`. `through` gets the replaced function, so that it can send requests on. */
const divert = (through: (fetch: typeof globalThis.fetch, url: string, init?: RequestInit) => Promise<Response>) => {
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => through(fetch, url, init));
};

beforeAll(async () => {
  simulateBrowser(ORIGIN);
  ({ createSignInMessage } = await import('#adapters/verifier/message'));
  server = await startVerifier({ chainUrls: { 1: 'http://127.0.0.1:9' } });
  server.allow(ORIGIN);
});
beforeEach(() => {
  verifier = createHttpVerifier(server.url);
  asked = browser();
  vi.stubGlobal('fetch', asked);
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const path of paths) server.answer(path, null);
  // Waits until the sign-out has finished.
  await verifier.session().catch(() => {});
  server.endSessions();
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await server.close();
});

async function signed(nonce: Nonce, account = owner) {
  const message = createSignInMessage({ address: account.address, chainId: 1 }, nonce);
  const prepared = { ...nonce, message, provider: 'fox', preparedAt: Date.now(), promptable: true };
  return { prepared, signature: await account.signMessage({ message }) };
}
const STRANGE: Nonce = { nonce: 'abcdefgh12345678', clockOffset: 0 };
type Proof = Awaited<ReturnType<typeof signed>>;
const proof = async (account = owner) => signed(await verifier.nonce(signal), account);
const signIn = async (account = owner) =>
  expect(await verifier.verify(await proof(account), connectionOf(account.address), signal)).toBe(true);
const loggedPaths = () => server.log.map(({ method, path }) => `${method} ${path}`);
/** Waits until the server has received one more request to `path`. */
const arrival = (path: string) => {
  const count = () => server.log.filter((entry) => entry.path === path).length;
  const before = count();
  return async () => {
    while (count() === before) await new Promise(setImmediate);
  };
};

describe('with a working server', () => {
  test('nonce, verification, session and sign-out succeed one after another', async () => {
    expect(await verifier.session()).toBeNull();
    const nonce = await verifier.nonce(signal);
    expect(nonce.nonce).toMatch(/^[a-zA-Z0-9]{8,128}$/);
    expect(await verifier.session()).toBeNull();
    expect(await verifier.verify(await signed(nonce), connection, signal)).toBe(true);
    expect(await verifier.session()).toEqual({ address: owner.address, chainId: 1, life: SESSION_LIFETIME });
    await verifier.signOut();
    expect(await verifier.session()).toBeNull();
  });

  test('a nonce is accepted once', async () => {
    const once = await proof();
    expect(await verifier.verify(once, connection, signal)).toBe(true);
    expect(await verifier.verify(once, connection, signal)).toBe(false);
  });

  test('signing in or out in another tab sends no event', () => {
    const look = vi.fn();
    verifier.watch(look)();
    expect(look).not.toHaveBeenCalled();
  });
});

describe('requests to the server', () => {
  const all = async (of = verifier) => {
    const nonce = await of.nonce(signal);
    await of.verify(await signed(nonce), connection, signal);
    await of.session();
    await of.signOut();
  };
  const bare = { credentials: 'include', redirect: 'error', cache: 'no-store', signal: expect.any(AbortSignal) };

  test('each request sends cookies, follows no redirect and bypasses the cache', async () => {
    await all();
    expect(asked.mock.calls).toEqual([
      [`${server.url}/nonce`, bare],
      [
        `${server.url}/verify`,
        { ...bare, method: 'POST', headers: { 'Content-Type': 'application/json' }, body: expect.any(String) },
      ],
      [`${server.url}/session`, bare],
      [`${server.url}/session`, bare],
      [`${server.url}/sign-out`, { ...bare, method: 'POST', keepalive: true }],
    ]);
    expect(Object.keys(JSON.parse(String(asked.mock.calls[1]?.[1]?.body)))).toEqual(['message', 'signature']);
  });

  test.each(['/', '//', '/auth', '/auth/'])('requests go to the server at a URL that ends in %s', async (end) => {
    // Browsers resolve a relative path against the page's URL, but Node does not.
    const site = vi.fn((url: string, init?: RequestInit) => asked(url.replace(/^\/auth/, server.url), init));
    vi.stubGlobal('fetch', site);
    const base = end.startsWith('/auth') ? '/auth' : server.url;
    await all(createHttpVerifier(base === '/auth' ? end : server.url + end));
    expect(site.mock.calls.map(([url]) => url)).toEqual(wholePaths.map((path) => base + path));
  });

  test('requests leave no timer running', async () => {
    const set = vi.spyOn(globalThis, 'setTimeout');
    const cleared = vi.spyOn(globalThis, 'clearTimeout');
    await all();
    server.answer('/session', 500);
    await expect(verifier.session()).rejects.toThrow();
    server.answer('/session', 'cut');
    await expect(verifier.session()).rejects.toThrow();
    const limits = set.mock.results.filter((_, i) => set.mock.calls[i]?.[1] === LIMIT).map(({ value }) => value);
    expect(limits).toHaveLength(7);
    expect(cleared.mock.calls.map(([timer]) => timer)).toEqual(expect.arrayContaining(limits));
  });
});

/** The requests of the page in order. The last request also asks for the session. */
const requests = {
  'a nonce': (_: Proof, until: AbortSignal) => verifier.nonce(until),
  'the session': () => verifier.session(),
  'a sign-out': () => verifier.signOut(),
  'a verification': (given: Proof, until: AbortSignal) => verifier.verify(given, connection, until),
};
type Asking = keyof typeof requests;
type Answer = Parameters<typeof server.answer>[1];
const rows = (asking: Asking, path: (typeof paths)[number], answers: Answer[]) =>
  answers.map((answer) => [asking, path, answer] as const);

test.each([
  ...rows('a nonce', '/nonce', ['rubbish', 'nothing', 'redirect', 'cut', 500, 403, 204]),
  ...rows('a verification', '/verify', ['rubbish', 'nothing', 'redirect', 'cut', 500, 503, 204]),
  ...rows('a verification', '/session', badSessions),
  ...rows('the session', '/session', badSessions),
  ...rows('a sign-out', '/sign-out', ['redirect', 'cut', 500, 403]),
])('a request for %s fails if %s answers %s, and the next one succeeds', async (asking, path, answer) => {
  const given = await proof();
  server.answer(path, answer);
  await expect(requests[asking](given, signal)).rejects.toThrow();
  server.answer(path, null);
  await signIn();
});

test.each(['abcdef-12345678', 'abcdefg', 'a'.repeat(129), '"abcdefgh12345678"', '{"nonce":"abcdefgh12345678"}'])(
  'the nonce %s of the server is refused',
  async (text) => {
    saying(text);
    await expect(verifier.nonce(signal)).rejects.toThrow(VerifierError);
  },
);

test('a valid nonce is refused with an error status, and accepted before a line break', async () => {
  saying('abcdefgh12345678', 503);
  await expect(verifier.nonce(signal)).rejects.toThrow('503 without a nonce');
  saying('abcdefgh12345678\r\n');
  expect(await verifier.nonce(signal)).toEqual(STRANGE);
});

describe('clocks of visitor and server that differ', () => {
  /** Changes each answer of the server before the page gets it. */
  const altered = (alter: (answer: Response) => Response) =>
    divert(async (fetch, url, init) => alter(await fetch(url, init)));
  /** Stops the clock at a whole second, because `Date` headers have whole seconds and an answer may be slow. */
  const stopClock = () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 1000) * 1000 });
    onTestFinished(() => void vi.useRealTimers());
  };
  const dated = (date: string) =>
    altered(({ body, status }) => new Response(status === 204 ? null : body, { status, headers: { date } }));

  const ahead = (ms: number) => () => new Date(Date.now() + ms).toUTCString();
  test.each<[string, () => string, number]>([
    ['15 minutes ahead', ahead(15 * 60_000), 15 * 60_000],
    ['15 minutes behind', ahead(-15 * 60_000), -15 * 60_000],
    ['31 s ahead', ahead(31_000), 31_000],
    ['30 s ahead, which counts as equal', ahead(30_000), 0],
    ['unknown', () => '', 0],
    ['"yesterday"', () => 'yesterday', 0],
  ])("the nonce comes with the offset of the server's clock: %s", async (_, date, offset) => {
    stopClock();
    dated(date());
    expect((await verifier.nonce(signal)).clockOffset).toBe(offset);
  });

  const refuses = (faults: unknown) => {
    server.answer('/verify', null);
    altered((answer) => (answer.url.endsWith('/verify') ? Response.json({ faults }, { status: 422 }) : answer));
  };

  test.each<[unknown, boolean]>([
    [['issuedAt'], true],
    [['issuedAt', 'expirationTime'], true],
    [['issuedAt', 'nonce'], false],
    [[], false],
    ['issuedAt', false],
    [null, false],
  ])('a refusal of the fields %j reports a wrong clock: %s', async (faults, isClock) => {
    const given = await proof();
    refuses(faults);
    const verdict = verifier.verify(given, connection, signal);
    if (isClock) await expect(verdict).rejects.toThrow(ClockError);
    else expect(await verdict).toBe(false);
    // Without a session there is nothing to sign out.
    expect(server.log.at(-1)?.path).toBe('/verify');
  });

  test('a wrong clock is not reported for an expired message', async () => {
    const given = await proof();
    refuses(['expirationTime']);
    const old = { ...given, prepared: { ...given.prepared, preparedAt: Date.now() - 11 * 60_000 } };
    expect(await verifier.verify(old, connection, signal)).toBe(false);
  });
});

describe('refused sign-ins', () => {
  const refused = async (of = connection) => {
    const outcome = await verifier.verify(await proof(), of, signal).catch((error: unknown) => error);
    expect(outcome).toBeInstanceOf(Error);
    return outcome as Error;
  };

  test('sign-in fails if the signature gets an error status, despite an earlier session', async () => {
    await signIn();
    server.answer('/verify', 500);
    expect((await refused()).message).toContain('500 to a signature');
  });

  test.each([400, 401, 403, 404, 422, 429])(
    'sign-in fails if the signature is refused with status %i',
    async (status) => {
      server.answer('/verify', status);
      expect(await verifier.verify(await proof(), connection, signal)).toBe(false);
      // The session is not requested.
      expect(server.log.at(-1)?.path).toBe('/verify');
    },
  );

  test.each([
    ['of another address', stranger, connection],
    ['on another network', owner, connectionOf(owner.address, 137)],
  ])('sign-in fails if the server answers with a session %s', async (_, account, of) => {
    await signIn(account);
    server.answer('/verify', 204);
    expect((await refused(of)).message).toContain('nobody signed in');
  });

  test.each([
    ['true', 200],
    [JSON.stringify({ address: owner.address, chainId: 1 }), 500],
  ])('neither session nor sign-in succeeds if each answer is %s with status %i', async (text, status) => {
    saying(text, status);
    await expect(verifier.session()).rejects.toThrow(VerifierError);
    await expect(verifier.verify(await signed(STRANGE), connection, signal)).rejects.toThrow(VerifierError);
  });

  test('addresses in a session are compared regardless of case', async () => {
    saying(JSON.stringify({ address: owner.address.toLowerCase(), chainId: 1 }));
    expect(await verifier.verify(await signed(STRANGE), connection, signal)).toBe(true);
  });
});

describe('invalid sessions', () => {
  const { address } = owner;
  const values = [{}, [], 1, '', address, { chainId: 1 }, { address }, { address: '0x12', chainId: 1 }];
  const odd = [{ address, chainId: '1' }, { address: [address], chainId: 1 }, { session: { address, chainId: 1 } }];
  test.each([...values, ...odd].map((value) => JSON.stringify(value)))(
    'reading the session fails if the body of the response is %s',
    async (text) => {
      saying(text);
      await expect(verifier.session()).rejects.toThrow(VerifierError);
    },
  );

  test('a session keeps only its account and network, and lasts at most a day', async () => {
    saying(JSON.stringify({ address, chainId: 137, life: 2 * SESSION_LIFETIME, role: 'admin' }));
    expect(await verifier.session()).toEqual({ address, chainId: 137, life: SESSION_LIFETIME });
  });
});

/** Sends a request that gets no answer, and checks that it fails at its time limit. */
async function expectTimeout(ask: () => Promise<unknown>, arrived: () => Promise<unknown>) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let state = 'waiting';
  ask().then(
    () => (state = 'answered'),
    () => (state = 'given up'),
  );
  await arrived();
  await vi.advanceTimersByTimeAsync(LIMIT - 1);
  expect(state).toBe('waiting');
  await vi.advanceTimersByTimeAsync(1);
  await new Promise(setImmediate);
  expect(state).toBe('given up');
}

test.each([
  ['a nonce', '/nonce'],
  ['the session', '/session'],
  ['a sign-out', '/sign-out'],
  ['a verification', '/verify'],
  ['a verification', '/session'],
] as const)('a request for %s times out if %s does not answer for 15 s', async (asking, path) => {
  const given = await proof();
  server.answer(path, 'silence');
  await expectTimeout(() => requests[asking](given, signal), arrival(path));
});

test('an answer whose body never ends times out after 15 s', async () => {
  const slow = createServer((_, response) => response.writeHead(200).write('abcdefgh'));
  const { port } = await listenOnFreePort(slow);
  const begun = once(slow, 'request');
  await expectTimeout(
    () => createHttpVerifier(`http://127.0.0.1:${port}`).nonce(signal),
    () => begun,
  );
  slow.close();
  slow.closeAllConnections();
});

describe('aborted requests', () => {
  test.each([
    ['a nonce', '/nonce'],
    ['a verification', '/verify'],
    ['a verification', '/session'],
  ] as const)('an aborted request for %s rejects at once while %s does not answer', async (asking, path) => {
    const given = await proof();
    server.answer(path, 'silence');
    const controller = new AbortController();
    const arrived = arrival(path);
    const rejects = expect(requests[asking](given, controller.signal)).rejects.toThrow('abort');
    await arrived();
    controller.abort();
    await rejects;
  });

  test('a session that a verification has started can be ended again', async () => {
    await signIn();
    await verifier.takeBack();
    expect(await verifier.session()).toBeNull();
  });

  test('no request leaves a listener on the abort signal or the page', async () => {
    const given = await proof();
    const signal = new AbortController().signal;
    const onSignal = vi.spyOn(signal, 'addEventListener');
    const onPage = vi.spyOn(globalThis, 'addEventListener');
    await verifier.verify(given, connection, signal);
    expect(onSignal).not.toHaveBeenCalled();
    expect(onPage.mock.calls).toHaveLength(2);
    for (const [, , options] of onPage.mock.calls) expect(options).toHaveProperty('signal.aborted', true);
  });

  test('a nonce is not requested if the abort signal was aborted before', async () => {
    const before = server.log.length;
    await expect(verifier.nonce(AbortSignal.abort())).rejects.toThrow('abort');
    expect(server.log).toHaveLength(before);
  });

  test.each(['beforeunload', 'pagehide'])(
    'a verification does not fail when the visitor leaves the page: event %s',
    async (event) => {
      const given = await proof();
      const { fetch } = globalThis;
      vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
        if (!url.endsWith('/session')) return fetch(url, init);
        dispatchEvent(new Event(event));
        throw new TypeError('Failed to fetch');
      });
      const settled = vi.fn();
      verifier.verify(given, connection, signal).then(settled, settled);
      await expect.poll(() => loggedPaths().at(-1)).toBe('POST /verify');
      await new Promise((later) => setTimeout(later));
      expect(settled).not.toHaveBeenCalled();
      vi.stubGlobal('fetch', fetch);
      expect(await verifier.session()).toMatchObject({ address: owner.address });
      expect(loggedPaths().at(-1)).toBe('GET /session');
    },
  );
});
