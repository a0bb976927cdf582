import { afterAll, expect, test } from 'vitest';
import { startServer } from '#server/host';
import { site } from '../samples/site.ts';
import { createTinyBuild } from './tinyBuild.ts';

const lines: string[] = [];
const hosts: Awaited<ReturnType<typeof startServer>>[] = [];
afterAll(() => Promise.all(hosts.map(({ close }) => close())));

async function behindProxy(env: Record<string, string>, authUrl = '/auth') {
  const host = await startServer({
    env: { PORT: '0', STORE_URL: 'file::memory:', TRUSTED_PROXY: 'loopback', ...env },
    site: { url: 'https://my.site', wallet: { ...site.wallet, authUrl } },
    dist: createTinyBuild(),
    log: (line) => lines.push(line),
  });
  hosts.push(host);
  return (path: string, from = '192.0.2.1', headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${host.port}${path}`, {
      headers: { origin: 'https://my.site', 'x-forwarded-for': from, ...headers },
    });
}

test('the server behind an https proxy sets a secure cookie and upgrades requests', async () => {
  const ask = await behindProxy({});
  expect((await ask('/auth/nonce')).headers.get('set-cookie')).toMatch(/^__Host-session=.*; Secure/);
  expect((await ask('/')).headers.get('content-security-policy')).toContain('upgrade-insecure-requests');
  expect((await ask('/auth/nonce', '192.0.2.1', { origin: 'http://localhost:4173' })).status).toBe(403);
});

test('the server limits the requests of each address that its proxy forwards', async () => {
  const ask = await behindProxy({ RATE_LIMIT: '1' });
  const statusOf = async (from: string) => (await ask('/auth/nonce', from)).status;
  expect([await statusOf('192.0.2.1'), await statusOf('192.0.2.1'), await statusOf('192.0.2.2')]).toEqual([
    200, 429, 200,
  ]);
  // The first forwarded address is from the visitor, and the second from the proxy.
  expect([await statusOf('192.0.2.9, 192.0.2.3'), await statusOf('192.0.2.8, 192.0.2.3')]).toEqual([200, 429]);
});

test('the server ignores a forwarded network address without a trusted proxy', async () => {
  const ask = await behindProxy({ RATE_LIMIT: '1', TRUSTED_PROXY: '', ORIGINS: 'https://my.site' });
  expect([(await ask('/auth/nonce', '192.0.2.1')).status, (await ask('/auth/nonce', '192.0.2.2')).status]).toEqual([
    200, 429,
  ]);
});

test.each(['https://my.site/', 'https://auth.my.site', 'https://my.site'])(
  'the server serves page and sign-in at its root if the sign-in URL is %s',
  async (authUrl) => {
    const ask = await behindProxy({}, authUrl);
    expect([(await ask('/nonce')).status, (await ask('/')).status, (await ask('/elsewhere')).status]).toEqual([
      200, 200, 404,
    ]);
    expect(await (await ask('/elsewhere')).text()).toContain('Lost');
  },
);

test.each(['file:/dev/null/signIn.db', 'file:.'])('the server refuses the unwritable database %s', (STORE_URL) =>
  expect(behindProxy({ STORE_URL })).rejects.toThrow('STORE_URL must name a SQLite file that this server may write.'),
);

test('the server answers malformed URLs and headers without crashing', async () => {
  const ask = await behindProxy({});
  expect((await ask('/auth/%E0%A4%A')).status).toBe(404);
  expect((await ask('/%E0%A4%A')).status).toBe(404);
  expect((await ask('/auth/nonce', 'x'.repeat(5_000))).status).toBe(200);
  expect((await ask('/auth/nonce', '192.0.2.1', { cookie: '=;;__Host-session=%%%' })).status).toBe(200);
  expect(lines.some((line) => line.includes(' 500 '))).toBe(false);
});
