import { afterAll, beforeAll, expect, test } from 'vitest';
import { allCases, checkAuth } from '#doctor/auth/check';
import { createContractKit } from '#doctor/auth/kit';
import { storeKinds } from '../server/stores.ts';
import { startChain } from '../support/chain.ts';
import { startVerifier } from '../support/verifier.ts';

const ORIGIN = 'http://127.0.0.1:4173';
let chain: Awaited<ReturnType<typeof startChain>>;
beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain.stop());

/** Starts the shipped server for the page's origin. */
async function startServer(options: Partial<Parameters<typeof startVerifier>[0]> = {}) {
  const server = await startVerifier({ chainUrls: { 1: chain.url }, ...options });
  server.allow(ORIGIN);
  return server;
}

test.each(storeKinds)('two sign-in servers with one store pass all cases of the contract: $name', async ({ start }) => {
  const { open, stop } = await start();
  const stores = [open(), open()];
  const servers = await Promise.all(stores.map((store) => startServer({ store })));
  const urls = servers.map(({ url }) => url);
  // The page is on the first server, and the second one is of another origin.
  for (const { allow } of servers) allow(urls[0]!);
  const results = await checkAuth({ urls, origin: urls[0]! });
  expect(results.filter(({ outcome }) => outcome === 'broken')).toEqual([]);
  // Both servers have received about the same number of requests.
  const [one = 0, two = 0] = servers.map(({ log }) => log.length);
  expect(Math.min(one, two) / Math.max(one, two)).toBeGreaterThan(0.3);
  await Promise.all(servers.map(({ close }) => close()));
  await Promise.all(stores.map(({ close }) => close()));
  await stop();
});

test("a sign-in server on the page's origin passes all cases in a browser", async () => {
  const server = await startServer();
  server.allow(server.url);
  const only = ({ group }: { group: string }) => group !== 'fields' && group !== 'signature';
  const results = await checkAuth({ urls: [server.url], origin: server.url, only });
  expect(results.filter(({ outcome }) => outcome === 'broken')).toEqual([]);
  // Requests to the page's own origin need no CORS headers.
  expect(results.filter(({ outcome, needs }) => outcome === 'skipped' && needs === 'otherOrigin')).toHaveLength(3);
  await server.close();
});

test('two sign-in servers without a common store fail the contract', async () => {
  const servers = await Promise.all([startServer(), startServer()]);
  const results = await checkAuth({
    urls: servers.map(({ url }) => url),
    origin: ORIGIN,
    only: ({ group }) => group === 'happy',
  });
  expect(results).toContainEqual(
    expect.objectContaining({ title: 'signs in the account that has signed, on its network', outcome: 'broken' }),
  );
  await Promise.all(servers.map(({ close }) => close()));
});

test("a sign-in server for pages in other sites' frames passes the cases about cookies", async () => {
  const framed = await startServer({ framed: true });
  const results = await checkAuth({ urls: [framed.url], origin: ORIGIN, only: ({ group }) => group === 'cookie' });
  expect(results.filter(({ outcome }) => outcome === 'broken')).toEqual([]);
  // The cookie of an https server must be Secure.
  const secure = allCases.find(({ needs }) => needs === 'https')!;
  await secure.run(createContractKit({ urls: [framed.url], origin: ORIGIN }));
  await framed.close();

  const plain = await startServer();
  const played = secure.run(createContractKit({ urls: [plain.url], origin: ORIGIN }));
  await expect(played).rejects.toThrow('The cookie session lacks Secure.');
  await plain.close();
});
