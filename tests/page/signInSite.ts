import { afterAll } from 'vitest';
import { DIST, serveSite } from '../support/build.ts';
import { type ChainClient, startChain } from '../support/chain.ts';
import { startVerifier } from '../support/verifier.ts';
import { findFileWithModule } from './bundle.ts';
import { deploySite } from './sites.ts';
import { test as base, type OpenVisit } from './visitor/fixtures.ts';

export interface SignInFixtures {
  visit: OpenVisit;
  chain: ChainClient;
  /** The site's sign-in server. Throws if the site has none. */
  verifier: Awaited<ReturnType<typeof startVerifier>>;
  /** The path of the file that only sign-in needs. */
  chunk: string;
  site: string;
}

/**
 * Page tests of a site with sign-in, on a local chain and, `withServer`, with a sign-in server. `framed` is for pages
 * inside other sites.
 */
export function createSignInTest(name: string, { withServer = false, framed = false } = {}) {
  const setting = (async () => {
    const chain = await startChain();
    const verifier = withServer
      ? await startVerifier({ chainUrls: { 1: chain.url }, host: 'localhost', framed })
      : null;
    const dist = `${DIST}-${name}`;
    await deploySite(dist, { VITE_RPC_URL: chain.url, ...(verifier && { VITE_AUTH_URL: verifier.url }) });
    const { origin, close } = await serveSite(dist);
    verifier?.allow(origin);
    return {
      chain,
      verifier,
      origin,
      close,
      chunk: `/${findFileWithModule(dist, '/src/adapters/verifier/message.ts').file}`,
    };
  })();
  afterAll(async () => {
    const { chain, verifier, close } = await setting;
    close();
    await verifier?.close();
    await chain.stop();
  });

  return base.extend<SignInFixtures>({
    chain: async ({ task: _ }, use) => use((await setting).chain.client),
    verifier: async ({ task: _ }, use) => {
      const { verifier } = await setting;
      if (!verifier) throw new Error('These tests have no sign-in server.');
      await use(verifier);
      for (const path of ['/nonce', '/verify', '/session', '/sign-out'] as const) verifier.answer(path, null);
      verifier.endSessions();
    },
    chunk: async ({ task: _ }, use) => use((await setting).chunk),
    site: async ({ task: _ }, use) => use((await setting).origin),
    visit: async ({ browse }, use) => {
      const { origin, chain, verifier } = await setting;
      const servers = [chain.url, ...(verifier ? [verifier.url] : [])];
      await use((options) => browse({ origin, servers, wallets: [{}], ...options }));
    },
  });
}
