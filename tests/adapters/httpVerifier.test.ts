import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { httpVerifier } from '#adapters/verifier/httpVerifier';
import { ClockError, VerifierError } from '#domain/errors';
import { type Nonce, SESSION_LIFE } from '#domain/signIn';
import { fundedAccount } from '../support/chain.ts';
import { startVerifier } from '../support/verifier.ts';
import { openBrowser } from './browser';

/* A server as the verifier: a real one, that can be told to misbehave. It needs no chain, as the accounts are plain. */

const ORIGIN = 'http://localhost:4173';
const LIMIT = 15_000;
const owner = fundedAccount(1);
const stranger = fundedAccount(2);
const paths = ['/nonce', '/verify', '/session', '/sign-out'] as const;
const { signal } = new AbortController();
const connectionOf = (address: string, chainId = 1) => ({
  address,
  chainId,
  wallet: { id: 'fox', name: 'Fox', icon: { src: '', background: '' }, connector: 'injected' as const },
});
const connection = connectionOf(owner.address);

let server: Awaited<ReturnType<typeof startVerifier>>;
let verifier: ReturnType<typeof httpVerifier>;
let messageFor: typeof import('#adapters/verifier/message').messageFor;
/** The page's way to the world. */
let asked: ReturnType<typeof browser>;
const wire = globalThis.fetch;

/** A browser with a page of this origin open: it says so, and keeps the cookie where that is asked for. */
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

/** A server that answers everything with `text`. */
const saying = (text: string, status = 200) => {
  vi.stubGlobal('fetch', async () => new Response(status === 204 ? null : text, { status }));
};

/** From now on, what is asked of `path` is a while on its way. */
const detour = (path: string) => {
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.endsWith(path)) await new Promise((later) => setTimeout(later, 50));
    return fetch(url, init);
  });
};

beforeAll(async () => {
  openBrowser(ORIGIN);
  ({ messageFor } = await import('#adapters/verifier/message'));
  server = await startVerifier({ chainUrls: { 1: 'http://127.0.0.1:9' } });
  server.allow(ORIGIN);
});
beforeEach(() => {
  verifier = httpVerifier(server.url);
  asked = browser();
  vi.stubGlobal('fetch', asked);
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const path of paths) server.answer(path, null);
  // It waits until the sign-out is done.
  await verifier.session().catch(() => {});
  server.endSessions();
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await server.close();
});

/** A message with that nonce, signed. */
async function signed(nonce: Nonce, account = owner) {
  const message = messageFor({ address: account.address, chainId: 1 }, nonce);
  const prepared = { ...nonce, message, provider: 'fox', preparedAt: Date.now(), promptable: true };
  return { prepared, signature: await account.signMessage({ message }) };
}
/** A nonce that no server has given out. */
const STRANGE: Nonce = { nonce: 'abcdefgh12345678', clockOffset: 0 };
/** Something to verify, with all that is needed for a yes. */
const proof = async (account = owner) => signed(await verifier.nonce(signal), account);
const signIn = async (account = owner) =>
  expect(await verifier.verify(await proof(account), connectionOf(account.address), signal)).toBe(true);
const loggedPaths = () => server.log.map(({ method, path }) => `${method} ${path}`);
/** Until the server has been asked for `path` as often as it had been, and once more. */
const arrival = (path: string) => {
  const count = () => server.log.filter((entry) => entry.path === path).length;
  const before = count();
  return async () => {
    while (count() === before) await new Promise(setImmediate);
  };
};

describe('with a server that is as it must be', () => {
  test('nonce → verify → session → sign out', async () => {
    expect(await verifier.session()).toBeNull();
    const nonce = await verifier.nonce(signal);
    expect(nonce.nonce).toMatch(/^[a-zA-Z0-9]{8,128}$/);
    expect(await verifier.session()).toBeNull();
    expect(await verifier.verify(await signed(nonce), connection, signal)).toBe(true);
    expect(await verifier.session()).toEqual({ address: owner.address, chainId: 1, life: SESSION_LIFE });
    await verifier.signOut();
    expect(await verifier.session()).toBeNull();
  });

  test('a nonce is good once', async () => {
    const once = await proof();
    expect(await verifier.verify(once, connection, signal)).toBe(true);
    expect(await verifier.verify(once, connection, signal)).toBe(false);
  });

  test('a message that is refused is followed by one that is not', async () => {
    const { prepared, signature } = await proof();
    const changed = {
      prepared: { ...prepared, message: prepared.message.replace('URI: http', 'URI: https') },
      signature,
    };
    expect(await verifier.verify(changed, connection, signal)).toBe(false);
    expect(await verifier.session()).toBeNull();
    await signIn();
  });

  test('each account has a session of its own, one after the other', async () => {
    await signIn();
    await signIn(stranger);
    expect(await verifier.session()).toMatchObject({ address: stranger.address });
  });

  test('nothing tells of other tabs', () => {
    const look = vi.fn();
    verifier.watch(look)();
    expect(look).not.toHaveBeenCalled();
  });
});

describe('each request', () => {
  const all = async (of = verifier) => {
    const nonce = await of.nonce(signal);
    await of.verify(await signed(nonce), connection, signal);
    await of.session();
    await of.signOut();
  };
  const bare = { credentials: 'include', redirect: 'error', cache: 'no-store', signal: expect.any(AbortSignal) };

  test('carries the cookie, is answered anew, and by nobody else', async () => {
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

  test.each(['/', '//'])('goes to an address that ends in %s as to one that does not', async (end) => {
    await all(httpVerifier(server.url + end));
    expect(asked.mock.calls.map(([url]) => url.replace(server.url, ''))).toEqual([
      '/nonce',
      '/verify',
      '/session',
      '/session',
      '/sign-out',
    ]);
  });

  test.each(['/auth', '/auth/'])('goes to the path %s of this site', async (path) => {
    // As the browser does it: against the address of the page.
    const { fetch } = globalThis;
    const site = vi.fn((url: string, init?: RequestInit) => fetch(url.replace('/auth', server.url), init));
    vi.stubGlobal('fetch', site);
    await all(httpVerifier(path));
    expect(site.mock.calls.map(([url]) => url)).toEqual([
      '/auth/nonce',
      '/auth/verify',
      '/auth/session',
      '/auth/session',
      '/auth/sign-out',
    ]);
  });

  test('leaves no timer behind', async () => {
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

describe('no nonce is', () => {
  test.each([
    ['a page', 'rubbish'],
    ['nothing', 'nothing'],
    ['an answer of another place', 'redirect'],
    ['a cut line', 'cut'],
    ['an error', 500],
    ['a refusal', 403],
    ['yes without a word', 204],
  ] as const)('%s', async (_, whim) => {
    server.answer('/nonce', whim);
    await expect(verifier.nonce(signal)).rejects.toThrow();
    server.answer('/nonce', null);
    await signIn();
  });

  test.each([
    ['with hyphens', '123e4567-e89b-12d3-a456-426614174000'],
    ['that is too short', 'abcdefg'],
    ['that is too long', 'a'.repeat(129)],
    ['in quotes', '"abcdefgh12345678"'],
    ['as JSON', '{"nonce":"abcdefgh12345678"}'],
    ['of two lines', 'abcdefgh\n12345678'],
    ['of foreign letters', 'äbcdefgh12345678'],
    ['of spaces', ' '.repeat(16)],
  ])('one %s', async (_, text) => {
    saying(text);
    await expect(verifier.nonce(signal)).rejects.toThrow(VerifierError);
  });

  test('a good one under an error', async () => {
    saying('abcdefgh12345678', 503);
    await expect(verifier.nonce(signal)).rejects.toThrow('503 without a nonce');
  });

  test('but one with a line end after it is one', async () => {
    saying('abcdefgh12345678\r\n');
    expect(await verifier.nonce(signal)).toEqual(STRANGE);
  });
});

describe("a clock that differs from the server's", () => {
  /** Changes each answer of the server before the page reads it. */
  const altered = (alter: (answer: Response) => Response) => {
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => alter(await fetch(url, init)));
  };
  /** `Date` headers tell whole seconds, and the answer takes time on a busy machine. */
  const stopClock = () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 1000) * 1000 });
    onTestFinished(() => void vi.useRealTimers());
  };
  const dated = (date: string) =>
    altered(({ body, status }) => new Response(status === 204 ? null : body, { status, headers: { date } }));

  test.each([
    ['15 minutes ahead', 15 * 60_000],
    ['15 minutes behind', -15 * 60_000],
    ['a day ahead', 86_400_000],
    ['31 s ahead', 31_000],
  ])('is told with the nonce: %s', async (_, offset) => {
    stopClock();
    dated(new Date(Date.now() + offset).toUTCString());
    expect((await verifier.nonce(signal)).clockOffset).toBe(offset);
  });

  test.each([
    ['nothing', () => ''],
    ['"yesterday"', () => 'yesterday'],
    ['20 s more', () => new Date(Date.now() + 20_000).toUTCString()],
  ])('counts as right where the server says %s', async (_, date) => {
    stopClock();
    dated(date());
    expect((await verifier.nonce(signal)).clockOffset).toBe(0);
  });

  const refuses = (faults: unknown) => {
    server.answer('/verify', null);
    altered((answer) => (answer.url.endsWith('/verify') ? Response.json({ faults }, { status: 422 }) : answer));
  };

  test.each([[['issuedAt']], [['expirationTime']], [['issuedAt', 'expirationTime']]])(
    'is an error of its own where the server refuses %j',
    async (faults) => {
      const given = await proof();
      refuses(faults);
      await expect(verifier.verify(given, connection, signal)).rejects.toThrow(ClockError);
      // The visitor was not signed in, so is not signed out.
      expect(server.log.at(-1)?.path).toBe('/verify');
    },
  );

  test.each([[['signature']], [['issuedAt', 'nonce']], [[]], ['issuedAt'], [null]])(
    'is not blamed where the server refuses %j',
    async (faults) => {
      const given = await proof();
      refuses(faults);
      expect(await verifier.verify(given, connection, signal)).toBe(false);
    },
  );

  test('is not blamed for a message that got too old', async () => {
    const given = await proof();
    refuses(['expirationTime']);
    const old = { ...given, prepared: { ...given.prepared, preparedAt: Date.now() - 11 * 60_000 } };
    expect(await verifier.verify(old, connection, signal)).toBe(false);
  });
});

describe('not signed in is who', () => {
  const refused = async (of = connection) => {
    const outcome = await verifier.verify(await proof(), of, signal).catch((error: unknown) => error);
    expect(outcome).toBeInstanceOf(Error);
    // In case that the server thinks otherwise.
    await expect.poll(() => loggedPaths().at(-1)).toBe('POST /sign-out');
    return outcome as Error;
  };

  test.each([
    ['a page', 'rubbish'],
    ['nothing', 'nothing'],
    ['yes, and nothing has come of it', 204],
    ['an answer of another place', 'redirect'],
    ['a cut line', 'cut'],
    ['an error', 500],
    ['that the chain is out of reach', 503],
  ] as const)('gets %s for a signature', async (_, whim) => {
    server.answer('/verify', whim);
    await refused();
    expect(await verifier.session()).toBeNull();
  });

  test.each([400, 401, 403, 404, 422, 429])('is refused with %i', async (status) => {
    server.answer('/verify', status);
    expect(await verifier.verify(await proof(), connection, signal)).toBe(false);
    // There is no session to ask for.
    expect(server.log.at(-1)?.path).toBe('/verify');
  });

  test('is said to have another address', async () => {
    await signIn(stranger);
    server.answer('/verify', 204);
    expect((await refused()).message).toContain('nobody signed in');
  });

  test('is said to be on another chain', async () => {
    await signIn();
    server.answer('/verify', 204);
    expect((await refused(connectionOf(owner.address, 137))).message).toContain('nobody signed in');
  });

  test.each(['rubbish', 'nothing', 'redirect', 'cut', 500, 401, 204] as const)(
    'is told yes, and has for a session: %s',
    async (whim) => {
      server.answer('/session', whim);
      await refused();
    },
  );

  test('is told yes, whatever is asked', async () => {
    saying('true');
    await expect(verifier.verify(await signed(STRANGE), connection, signal)).rejects.toThrow(VerifierError);
  });

  test('but an address is one in all its letters', async () => {
    saying(JSON.stringify({ address: owner.address.toLowerCase(), chainId: 1 }));
    expect(await verifier.verify(await signed(STRANGE), connection, signal)).toBe(true);
  });
});

describe('a request while a sign-out is under way', () => {
  test('is not taken for who is about to be gone', async () => {
    await signIn();
    detour('/sign-out');
    const signedOut = verifier.signOut();
    expect(await verifier.session()).toBeNull();
    await signedOut;
  });

  test('gets a nonce that outlasts it', async () => {
    await signIn();
    detour('/sign-out');
    const signedOut = verifier.signOut();
    await signIn(stranger);
    await signedOut;
    expect(await verifier.session()).toMatchObject({ address: stranger.address });
  });

  test('is not kept from signing in when it fails', async () => {
    server.answer('/sign-out', 'cut');
    const signedOut = verifier.signOut();
    signedOut.catch(() => {});
    await signIn();
    await expect(signedOut).rejects.toThrow();
  });
});

describe('no session is', () => {
  test.each(['rubbish', 'nothing', 'redirect', 'cut', 500, 401, 204] as const)('known by: %s', async (whim) => {
    await signIn();
    server.answer('/session', whim);
    await expect(verifier.session()).rejects.toThrow();
  });

  const { address } = owner;
  const values = [
    {},
    [],
    [{ address, chainId: 1 }],
    1,
    0,
    '',
    address,
    true,
    false,
    { chainId: 1 },
    { address },
    { address, chainId: '1' },
    { address, chainId: null },
    { address, chainId: 1.5 },
    { address, chainId: 2 ** 53 },
    { address: null, chainId: 1 },
    { address: '0x12', chainId: 1 },
    { address: `${address}\n`, chainId: 1 },
    { address: [address], chainId: 1 },
    { session: { address, chainId: 1 } },
  ];

  test.each(values.map((value) => JSON.stringify(value)))('%s', async (text) => {
    saying(text);
    await expect(verifier.session()).rejects.toThrow(VerifierError);
  });

  test('takes only account and network from an answer, and a day at most', async () => {
    saying(JSON.stringify({ address, chainId: 137, life: 2 * SESSION_LIFE, role: 'admin' }));
    expect(await verifier.session()).toEqual({ address, chainId: 137, life: SESSION_LIFE });
  });
});

test.each(['redirect', 'cut', 500, 403] as const)('it is said that signing out has failed by: %s', async (whim) => {
  await signIn();
  server.answer('/sign-out', whim);
  await expect(verifier.signOut()).rejects.toThrow();
  server.answer('/sign-out', null);
  expect(await verifier.session()).toMatchObject({ address: owner.address });
});

describe('silence', () => {
  const outcome = (asking: Promise<unknown>) => {
    const state = { is: 'waiting' };
    asking.then(
      () => Object.assign(state, { is: 'answered' }),
      () => Object.assign(state, { is: 'given up' }),
    );
    return state;
  };
  /** Asks, is not answered by `path`, and waits for the limit. */
  async function silent(path: (typeof paths)[number], ask: () => Promise<unknown>) {
    server.answer(path, 'silence');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const arrived = arrival(path);
    const state = outcome(ask());
    await arrived();
    await vi.advanceTimersByTimeAsync(LIMIT - 1);
    expect(state.is).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    await new Promise(setImmediate);
    expect(state.is).toBe('given up');
  }

  test('for a nonce is given up after 15 s', () => silent('/nonce', () => verifier.nonce(signal)));
  test('for a signature is given up after 15 s', async () => {
    const given = await proof();
    await silent('/verify', () => verifier.verify(given, connection, signal));
  });
  test('for the session that a signature has brought is given up after 15 s', async () => {
    const given = await proof();
    await silent('/session', () => verifier.verify(given, connection, signal));
  });
  test('for a session is given up after 15 s', () => silent('/session', () => verifier.session()));
  test('for signing out is given up after 15 s', () => silent('/sign-out', () => verifier.signOut()));

  test('in the middle of an answer is given up after 15 s', async () => {
    const slow = createServer((_, response) => response.writeHead(200).write('abcdefgh')).listen(0, '127.0.0.1');
    await once(slow, 'listening');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const begun = once(slow, 'request');
    const asking = httpVerifier(`http://127.0.0.1:${(slow.address() as AddressInfo).port}`).nonce(signal);
    const state = outcome(asking);
    await begun;
    await vi.advanceTimersByTimeAsync(LIMIT - 1);
    expect(state.is).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    await expect(asking).rejects.toThrow();
    slow.close();
    slow.closeAllConnections();
  });
});

describe('a caller who stops waiting', () => {
  test('gets no nonce, at once', async () => {
    server.answer('/nonce', 'silence');
    const controller = new AbortController();
    const arrived = arrival('/nonce');
    const asking = verifier.nonce(controller.signal);
    asking.catch(() => {});
    await arrived();
    controller.abort();
    await expect(asking).rejects.toThrow('abort');
  });

  test('has not asked for a nonce, if that was before', async () => {
    const before = server.log.length;
    await expect(verifier.nonce(AbortSignal.abort())).rejects.toThrow('abort');
    expect(server.log).toHaveLength(before);
  });

  test.each(['/verify', '/session'] as const)('while %s is silent is signed out', async (path) => {
    const given = await proof();
    server.answer(path, 'silence');
    const controller = new AbortController();
    const arrived = arrival(path);
    const signedOut = arrival('/sign-out');
    const asking = verifier.verify(given, connection, controller.signal);
    asking.catch(() => {});
    await arrived();
    controller.abort();
    await expect(asking).rejects.toThrow('abort');
    await signedOut();
    server.answer(path, null);
    await expect.poll(() => server.log.at(-1)).toEqual({ method: 'POST', path: '/sign-out', status: 204 });
    expect(await verifier.session()).toBeNull();
  });

  test('while the server says yes is signed out', async () => {
    const given = await proof();
    const controller = new AbortController();
    const signedOut = arrival('/sign-out');
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      const answer = await fetch(url, init);
      if (url.endsWith('/session')) controller.abort();
      return answer;
    });
    const outcome = await verifier.verify(given, connection, controller.signal).catch(() => 'rejected');
    await signedOut();
    expect(outcome).toBe('rejected');
    await expect.poll(() => verifier.session()).toBeNull();
  });

  test('hears of nothing when signing out fails then', async () => {
    const given = await proof();
    server.answer('/verify', 'silence');
    server.answer('/sign-out', 'cut');
    const controller = new AbortController();
    const arrived = arrival('/verify');
    const signedOut = arrival('/sign-out');
    const asking = verifier.verify(given, connection, controller.signal);
    asking.catch(() => {});
    await arrived();
    controller.abort();
    await expect(asking).rejects.toThrow('abort');
    await signedOut();
    await expect.poll(() => loggedPaths().at(-1)).toBe('POST /sign-out');
  });

  test('can begin anew at once', async () => {
    const given = await proof();
    server.answer('/verify', 'silence');
    const controller = new AbortController();
    const arrived = arrival('/verify');
    const asking = verifier.verify(given, connection, controller.signal);
    asking.catch(() => {});
    await arrived();
    detour('/sign-out');
    controller.abort();
    const nonce = verifier.nonce(signal);
    server.answer('/verify', null);
    const anew = await signed(await nonce, stranger);
    expect(await verifier.verify(anew, connectionOf(stranger.address), signal)).toBe(true);
    expect(await verifier.session()).toMatchObject({ address: stranger.address });
  });

  test.each(['beforeunload', 'pagehide'])('stays signed in when the page is left: %s', async (event) => {
    const given = await proof();
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      if (!url.endsWith('/session')) return fetch(url, init);
      dispatchEvent(new Event(event));
      throw new TypeError('Failed to fetch');
    });
    await expect(verifier.verify(given, connection, signal)).rejects.toThrow('Failed to fetch');
    vi.stubGlobal('fetch', fetch);
    expect(await verifier.session()).toMatchObject({ address: owner.address });
    expect(loggedPaths().at(-1)).toBe('GET /session');
  });

  test('when all is done stays signed in', async () => {
    const controller = new AbortController();
    expect(await verifier.verify(await proof(), connection, controller.signal)).toBe(true);
    controller.abort();
    expect(await verifier.session()).toMatchObject({ address: owner.address });
  });
});
