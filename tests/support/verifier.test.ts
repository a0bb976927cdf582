import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import { SiweMessage } from 'siwe';
import { stringToHex } from 'viem';
import type { LocalAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { SIGN_IN_STATEMENT } from '#domain/signIn';
import { findMessageFaults, parseSignInMessage } from '#server/message';
import { deployApprovingContract, fundedAccount, startChain, walletKinds, walletsOf } from './chain.ts';
import { listenOnFreePort } from './listen.ts';
import { startVerifier } from './verifier.ts';

const ORIGIN = 'http://127.0.0.1:4173';
const MINUTE = 60_000;
const owner = fundedAccount(1);
const stranger = fundedAccount(2);

let chain: Awaited<ReturnType<typeof startChain>>;
let accounts: Awaited<ReturnType<typeof walletsOf>>['accounts'];
/** Wallets at the same addresses, with a dishonest owner. */
let forgers: typeof accounts;

beforeAll(async () => {
  chain = await startChain();
  ({ accounts, forgers } = await walletsOf(chain.client, owner, stranger));
});
afterAll(() => chain.stop());

describe('the local chain', () => {
  const processes = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;

  test('the chain starts with the id of mainnet and funded accounts, and ends cleanly', async () => {
    const before = processes();
    const { url, client, stop } = await startChain();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await client.getChainId()).toBe(1);
    expect(await client.getBalance({ address: fundedAccount(9).address })).toBe(10_000n * 10n ** 18n);
    await stop();
    await stop();
    await expect.poll(processes).toBe(before);
    await expect(fetch(url)).rejects.toThrow();
  });

  test('a missing anvil is reported, with the command that installs it', async () => {
    await expect(startChain('/nowhere/anvil')).rejects.toThrow('There is no anvil: run "npm install"');
  });

  test('a chain that ends early is reported', async () => {
    await expect(startChain('false')).rejects.toThrow('Anvil ended before it answered, with code 1.');
  });
});

describe.each(walletKinds)('the signature of a wallet that is %s', (kind) => {
  const message = 'hi';

  test("the wallet's own signature is accepted, and any other is refused", async () => {
    const { client } = chain;
    const { address } = accounts[kind];
    // Injected wallets sign like this.
    const signature = await accounts[kind].signMessage({ message: { raw: stringToHex(message) } });
    const forged = await forgers[kind].signMessage({ message });
    expect(await client.verifyMessage({ address, message, signature })).toBe(true);
    expect(await client.verifyMessage({ address, message: 'ho', signature })).toBe(false);
    expect(await client.verifyMessage({ address, message, signature: forged })).toBe(false);
    expect(await client.verifyMessage({ address: stranger.address, message, signature })).toBe(false);
    expect(Boolean(await client.getCode({ address }))).toBe(kind === 'deployed');
  });
});

/** Simulates a browser on a page of `origin`, with its cookie. */
function browserOf(url: string, origin: string | null) {
  let cookie = '';
  return async (path: string, init: RequestInit = {}) => {
    const headers = { cookie, ...(origin && { origin }) };
    const response = await fetch(url + path, { redirect: 'manual', ...init, headers });
    const set = response.headers.get('set-cookie');
    if (set) cookie = set.split(';', 1)[0] ?? '';
    return response;
  };
}

describe('the sign-in server', () => {
  let verifier: Awaited<ReturnType<typeof startVerifier>>;
  /** Sends requests as the browser of a visitor does. */
  let ask: ReturnType<typeof browserOf>;

  const browser = (origin: string | null = ORIGIN, url = verifier.url) => browserOf(url, origin);
  const post = (path: string, body: string, asks = ask) => asks(path, { method: 'POST', body });
  const verify = (message: string, signature: string, asks = ask) =>
    post('/verify', JSON.stringify({ message, signature }), asks);
  const nonceOf = async (asks = ask) => (await asks('/nonce')).text();
  const sessionOf = async (asks = ask) => (await asks('/session')).json();
  const written = async (fields: Partial<SiweMessage> = {}) => {
    const now = Date.now();
    return new SiweMessage({
      domain: new URL(ORIGIN).host,
      address: owner.address,
      statement: SIGN_IN_STATEMENT,
      uri: ORIGIN,
      version: '1',
      chainId: 1,
      nonce: fields.nonce ?? (await nonceOf()),
      issuedAt: new Date(now).toISOString(),
      expirationTime: new Date(now + 10 * MINUTE).toISOString(),
      ...fields,
    }).prepareMessage();
  };
  const sign = (message: string, account: LocalAccount = owner) => account.signMessage({ message });
  /** Signs in as the owner of a plain wallet, or by a message with other `fields`. */
  const signIn = async (fields?: Partial<SiweMessage>) => {
    const message = await written(fields);
    return verify(message, await sign(message));
  };
  /** Reasons to refuse a message that is signed with the right key. */
  const refusal = async (message: string, signature?: string) => {
    const response = await verify(message, signature ?? (await sign(message)));
    const { faults } = await response.json();
    return `${response.status} ${faults}`;
  };

  beforeAll(async () => {
    verifier = await startVerifier({ chainUrls: { 1: chain.url } });
    verifier.allow(ORIGIN);
  });
  beforeEach(() => {
    ask = browser();
  });
  afterEach(() => {
    vi.useRealTimers();
    verifier.endSessions();
  });
  afterAll(() => verifier.close());

  test.each(walletKinds)('nonce, verification, session and sign-out work for a wallet that is %s', async (kind) => {
    const account = accounts[kind];
    expect(await sessionOf()).toBeNull();
    const asked = await ask('/nonce');
    const nonce = await asked.text();
    expect(asked.headers.get('content-type')).toMatch(/^text\/plain\b/);
    expect(asked.headers.get('set-cookie')).toMatch(
      /^session=[0-9a-f]{32}\.[0-9a-f]{32}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(nonce).toMatch(/^[a-zA-Z0-9]{8,}$/);
    const message = await written({ nonce, address: account.address });
    const proven = await verify(message, await sign(message, account));
    expect([proven.status, await proven.text()]).toEqual([204, '']);
    expect(proven.headers.get('set-cookie')).not.toBe(asked.headers.get('set-cookie'));
    expect(await sessionOf()).toEqual({ address: account.address, chainId: 1 });
    expect(await sessionOf(browser())).toBeNull();
    expect((await ask('/sign-out', { method: 'POST' })).status).toBe(204);
    expect(await sessionOf()).toBeNull();
    expect(verifier.log.slice(-3)).toEqual([
      { method: 'GET', path: '/session', status: 200 },
      { method: 'POST', path: '/sign-out', status: 204 },
      { method: 'GET', path: '/session', status: 200 },
    ]);
  });

  test('accepts an empty signature only for a contract whose owners approved the message', async () => {
    const address = await deployApprovingContract(chain.client);
    expect((await verify(await written({ address }), '0x')).status).toBe(204);
    expect(await sessionOf()).toEqual({ address, chainId: 1 });
    for (const kind of walletKinds)
      expect(await refusal(await written({ address: accounts[kind].address }), '0x'), kind).toBe('422 signature');
  });

  test("a server's session ends after a day, even if the browser keeps the cookie", async () => {
    await signIn();
    const now = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: now + 24 * 60 * MINUTE - MINUTE });
    expect(await sessionOf()).not.toBeNull();
    vi.useFakeTimers({ toFake: ['Date'], now: now + 24 * 60 * MINUTE + MINUTE });
    expect(await sessionOf()).toBeNull();
    vi.useFakeTimers({ toFake: ['Date'], now });
    expect(await sessionOf()).toBeNull();
  });

  test('a server can end all sessions', async () => {
    await signIn();
    verifier.endSessions();
    expect(await sessionOf()).toBeNull();
  });

  describe('requests that the sign-in server refuses', () => {
    afterEach(async () => expect(await sessionOf()).toBeNull());

    test('refuses a nonce that a later one has replaced', async () => {
      const nonce = await nonceOf();
      await nonceOf();
      expect(await refusal(await written({ nonce }))).toBe('422 nonce');
    });

    test('refuses a body that is too long, or without its length', async () => {
      expect((await verify('x'.repeat(10_000), '0x')).status).toBe(413);
      const status = await new Promise((resolve) => {
        const asking = request(`${verifier.url}/verify`, { method: 'POST', headers: { origin: ORIGIN } });
        asking.on('response', (response) => resolve(response.resume().statusCode)).write('{');
        asking.end('}');
      });
      expect(status).toBe(411);
    });

    test('refuses unknown paths and methods', async () => {
      const response = await ask('/verify');
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
      expect((await ask('/elsewhere')).status).toBe(404);
    });
  });

  /** A sign-in server whose chain waits for the test, and then answers with success. */
  async function slowVerifier() {
    const slow = createServer();
    const thinking = once(slow, 'request');
    const yes = (response: ServerResponse) => response.end('{"jsonrpc":"2.0","id":1,"result":"0x01"}');
    const { port } = await listenOnFreePort(slow);
    const { allow, close, ...others } = await startVerifier({
      chainUrls: { 1: `http://127.0.0.1:${port}` },
    });
    allow(ORIGIN);
    return {
      ...others,
      thinking,
      agree: async () => {
        slow.on('request', (_, next) => yes(next));
        yes((await thinking)[1]);
      },
      close: async () => {
        await close();
        slow.close();
        slow.closeAllConnections();
      },
    };
  }

  test('signing out during the verification leaves no session', async () => {
    const { url, thinking, agree, close } = await slowVerifier();
    ask = browser(ORIGIN, url);
    const verified = signIn({ address: accounts.deployed.address });
    await thinking;
    await ask('/sign-out', { method: 'POST' });
    await agree();
    expect(await (await verified).json()).toEqual({ faults: ['session'] });
    expect(await sessionOf()).toBeNull();
    await close();
  });

  test('the later of two sign-ins in one browser ends the session of the earlier', async () => {
    const { url, visitors, thinking, agree, close } = await slowVerifier();
    ask = browser(ORIGIN, url);
    const verified = signIn({ address: accounts.deployed.address });
    await thinking;
    expect((await signIn()).status).toBe(204);
    expect(visitors()).toEqual([owner.address]);
    await agree();
    expect((await verified).status).toBe(204);
    expect(visitors()).toEqual([accounts.deployed.address]);
    await close();
  });

  test('signing out before the server accepts the signature leaves no session', async () => {
    const release = verifier.hold('/verify');
    const verified = signIn();
    await expect.poll(() => verifier.visitors()).toEqual([owner.address]);
    await ask('/sign-out', { method: 'POST' });
    expect(verifier.visitors()).toEqual([]);
    release();
    expect((await verified).status).toBe(204);
    expect(await sessionOf()).toBeNull();
  });

  test('signing in again after a lost answer leaves one session', async () => {
    const release = verifier.hold('/verify');
    const verified = signIn();
    await expect.poll(() => verifier.visitors()).toEqual([owner.address]);
    verifier.answer('/verify', null);
    expect((await signIn()).status).toBe(204);
    expect(verifier.visitors()).toEqual([owner.address]);
    expect(await sessionOf()).toMatchObject({ address: owner.address });
    release();
    await verified;
    expect(await sessionOf()).toBeNull();
  });

  test('an unreachable chain is reported, except for a plain account', async () => {
    const { url, allow, close } = await startVerifier({ chainUrls: { 1: 'http://127.0.0.1:9' } });
    allow(ORIGIN);
    ask = browser(ORIGIN, url);
    expect((await signIn()).status).toBe(204);
    expect((await signIn({ address: accounts.deployed.address })).status).toBe(503);
    await close();
  });

  test('pages of an allowed origin can send requests with cookies', async () => {
    const response = await ask('/verify', { method: 'OPTIONS' });
    expect(response.status).toBe(204);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET,POST',
      'access-control-allow-headers': 'content-type',
      'cache-control': 'no-store',
      vary: 'Origin',
    });
    expect((await browser('http://example.com')('/verify', { method: 'OPTIONS' })).status).toBe(403);
  });

  describe('simulated failures of the server', () => {
    afterEach(() => verifier.answer('/nonce', null));

    test('a failure can be an error status, an HTML page, or an empty answer', async () => {
      verifier.answer('/nonce', 500);
      expect((await ask('/nonce')).status).toBe(500);
      verifier.answer('/nonce', 'rubbish');
      expect(await nonceOf()).toContain('<!doctype html>');
      verifier.answer('/nonce', 'nothing');
      expect(await nonceOf()).toBe('');
      verifier.answer('/nonce', null);
      expect(await nonceOf()).toMatch(/^\w{8,}$/);
    });

    test('a failure can be a missing answer, or a cut connection', async () => {
      verifier.answer('/nonce', 'silence');
      await expect(ask('/nonce', { signal: AbortSignal.timeout(50) })).rejects.toThrow('timeout');
      verifier.answer('/nonce', 'cut');
      await expect(ask('/nonce')).rejects.toThrow('fetch failed');
      expect(verifier.log.at(-1)).toEqual({ method: 'GET', path: '/nonce', status: null });
    });

    test('a failure can be a redirect to a valid answer', async () => {
      verifier.answer('/nonce', 'redirect');
      verifier.answer('/verify', 'redirect');
      expect((await ask('/nonce')).status).toBe(302);
      expect(await (await ask('/nonce', { redirect: 'follow' })).text()).toMatch(/^\w{8,}$/);
      expect((await ask('/verify', { method: 'POST', redirect: 'follow' })).status).toBe(204);
      verifier.answer('/verify', null);
    });
  });

  test("the simulated server's rules check the fields at a given time", async () => {
    const nonce = 'abcdefgh12345678';
    const message = await written({ nonce });
    const now = Date.now();
    const terms = { origin: ORIGIN, nonce, chainIds: [1], now };
    expect(findMessageFaults(parseSignInMessage(message)!, message, terms)).toEqual([]);
    expect(findMessageFaults(parseSignInMessage(message)!, message, { ...terms, now: now + 11 * MINUTE })).toEqual([
      'expirationTime',
    ]);
    expect(findMessageFaults(parseSignInMessage(message)!, message, { ...terms, now: now - 3 * MINUTE })).toEqual([
      'issuedAt',
    ]);
    const old = await written({ nonce, issuedAt: '2000-01-01T00:00:00.000Z' });
    expect(findMessageFaults(parseSignInMessage(old)!, old, terms)).toEqual(['expirationTime']);
    expect(
      findMessageFaults(parseSignInMessage(message)!, message, { ...terms, origin: 'http://example.com', nonce: null }),
    ).toEqual(['domain', 'uri', 'nonce']);
  });
});
