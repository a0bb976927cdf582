import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { checkAuth } from '#doctor/auth/check';
import { createSignInTestKit } from '#doctor/auth/kit';
import { startChain } from '../support/chain.ts';
import { redisInstallHint, startRedis } from '../support/redis.ts';
import { waitUntil } from '../support/until.ts';
import { createTinyBuild, WORKER_FOLDER } from './tinyBuild.ts';

/* Tests the server as operators run it: as processes, which are killed, with a store that survives them. */

/** The page has another URL than the servers, and each server has its own port. */
const ORIGIN = 'http://localhost:4173';
let chain: Awaited<ReturnType<typeof startChain>>;
const bundle = resolve(`${WORKER_FOLDER}/server`);
const running: ChildProcess[] = [];

beforeAll(async () => {
  chain = await startChain();
  // Bundles the server as `npm run serve` does.
  const code = `
    const { runnerImport } = await import('vite');
    const { module } = await runnerImport('/src/server/bundle.ts');
    await module.bundleServer(process.argv[1]);`;
  const { NODE_ENV: _, VITEST: __, ...env } = process.env;
  const site = { SITE_FILE: resolve('tests/samples/site.ts'), VITE_AUTH_URL: '/auth', VITE_RPC_URL: chain.url };
  const words = ['--input-type=module', '-e', code, bundle];
  await promisify(execFile)(process.execPath, words, { env: { ...env, ...site } });
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((child) => endProcess(child, 'SIGKILL')));
});
afterAll(async () => {
  rmSync(WORKER_FOLDER, { recursive: true, force: true });
  await chain.stop();
});

async function endProcess(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

/** Starts the server as a process. */
async function start(store: string) {
  const settings = { PORT: '0', STORE_URL: store, ORIGINS: ORIGIN, RATE_LIMIT: '0' };
  const child = spawn(process.execPath, [join(bundle, 'serve.js')], {
    env: { PATH: process.env.PATH, DIST: createTinyBuild(), ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(child);
  const lines: string[] = [];
  const reader = createInterface(child.stdout);
  reader.on('line', (line) => lines.push(line));
  while (lines.length < 2) await once(reader, 'line');
  const [origin = ''] = /http:\/\/localhost:\d+/.exec(lines[0] ?? '') ?? [];
  return { origin, url: `${origin}/auth`, lines, end: (signal: NodeJS.Signals) => endProcess(child, signal) };
}

const file = () => `file:${join(mkdtempSync(join(tmpdir(), 'sign-in-')), 'signIn.db')}`;
const kitOf = (...urls: string[]) => createSignInTestKit({ urls, origin: ORIGIN });
const statusOf = async (url: string) => (await fetch(url)).status;

/** Runs the cases of the command `check-auth` against two servers with one store. */
async function keepsContract(store: string) {
  const urls = [(await start(store)).url, (await start(store)).url];
  const results = await checkAuth({ urls, origin: ORIGIN, chainUrl: chain.url });
  expect(results.filter(({ outcome }) => outcome === 'broken')).toEqual([]);
  expect(results.length).toBeGreaterThan(60);
}

/** Kills the server of a session. Another server, and one that starts afterwards, must know the session. */
async function keepsSession(store: string) {
  const [first, second] = [await start(store), await start(store)];
  const kit = kitOf(first.url);
  const visitor = kit.visitor();
  await kit.signIn(visitor);
  await first.end('SIGKILL');
  for (const { url } of [second, await start(store)]) {
    const { who } = await kitOf(url).visitor({ cookies: visitor.cookies() }).session();
    expect(who).toEqual({ address: kit.owner.address, chainId: 1 });
  }
}

test('the server process serves the page, its headers and a health endpoint', async () => {
  const { origin, lines } = await start(file());
  const page = await fetch(origin);
  expect([page.status, await page.text()]).toEqual([200, '<!doctype html><title>Page</title>']);
  expect(page.headers.get('content-security-policy')).toBe("default-src 'none'");
  expect(await statusOf(`${origin}/nowhere`)).toBe(404);
  expect(await statusOf(`${origin}/healthz`)).toBe(200);
  expect(lines[1]).toMatch(`Visitors of ${ORIGIN} can sign in. Sessions are kept in /`);
});

test('a session in SQLite is still valid after its server was killed', () => keepsSession(file()));

test('a server that is stopped by SIGTERM ends, and accepts no more requests', async () => {
  const { url, end } = await start(file());
  const kit = kitOf(url);
  await kit.visitor().nonce();
  await end('SIGTERM');
  await expect(kit.visitor().nonce()).rejects.toThrow('nothing listens there');
});

test('two sign-in servers on one SQLite file pass check-auth', () => keepsContract(file()));

const testRedis = () => {
  let redis: Awaited<ReturnType<typeof startRedis>>;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.close());

  test('two sign-in servers on one Redis database pass check-auth', () => keepsContract(redis.url));

  test('a session in Redis is still valid after its server was killed', () => keepsSession(redis.url));

  test('a server answers 503 at once while Redis is down, and recovers with all sessions', async () => {
    const { url, origin, lines } = await start(redis.url);
    const kit = kitOf(url);
    const visitor = kit.visitor();
    await waitUntil(async () => expect(await statusOf(`${origin}/healthz`)).toBe(200));
    await kit.signIn(visitor);
    await redis.stop();
    const before = Date.now();
    expect((await visitor.send('/session')).status).toBe(503);
    expect(Date.now() - before).toBeLessThan(1_000);
    expect(await statusOf(`${origin}/healthz`)).toBe(503);
    expect(lines).toContainEqual(expect.stringMatching(/Z refused GET \/session: 503 store$/));
    expect(lines.filter((line) => / Redis (answers|is out of reach: \w+)\.$/.test(line))).toHaveLength(2);
    await redis.start();
    await waitUntil(async () => expect(await statusOf(`${origin}/healthz`)).toBe(200));
    await kit.wantOwner(visitor);
  });

  test('a server answers 503 while Redis does not answer, and recovers', async () => {
    const { url } = await start(redis.url);
    const visitor = kitOf(url).visitor();
    await waitUntil(() => visitor.nonce());
    redis.freeze();
    expect((await visitor.send('/session')).status).toBe(503);
    redis.thaw();
    await waitUntil(async () => expect((await visitor.send('/session')).status).toBe(200));
  });
};

// Without Redis, `stores.ts` prints how to install it.
if (!redisInstallHint) describe('servers on Redis', () => testRedis());
