import { afterAll } from 'vitest';
import { DIST, serveSite } from '../support/build.ts';
import { startChain } from '../support/chain.ts';
import { startVerifier } from '../support/verifier.ts';
import { findFileWithModule } from './bundle.ts';
import { deploySite } from './sites.ts';
import { test as base } from './visitor/fixtures.ts';

/**
 * Returns a `test` whose site has sign-in and uses a local chain. `withServer` starts a sign-in server. With `framed`,
 * its cookie also works inside the frame of another site.
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
    const chunk = `/${findFileWithModule(dist, '/src/adapters/verifier/message.ts').file}`;
    return { chain, verifier, origin, close, chunk };
  })();
  afterAll(async () => {
    const { chain, verifier, close } = await setting;
    close();
    await verifier?.close();
    await chain.stop();
  });

  return (
    base
      .extend('chain', async () => (await setting).chain.client)
      /** The site's sign-in server. Throws if the site has none. */
      .extend('verifier', async ({ task: _ }, { onCleanup }) => {
        const { verifier } = await setting;
        if (!verifier) throw new Error('These tests have no sign-in server.');
        onCleanup(() => {
          for (const path of ['/nonce', '/verify', '/session', '/sign-out'] as const) verifier.answer(path, null);
          verifier.endSessions();
        });
        return verifier;
      })
      /** The path of the script that the page loads only for sign-in. */
      .extend('chunk', async () => (await setting).chunk)
      .extend('site', async () => (await setting).origin)
      .extend('visit', async ({ browse }) => {
        const { origin, chain, verifier } = await setting;
        const servers = [chain.url, ...(verifier ? [verifier.url] : [])];
        return (options) => browse({ origin, servers, wallets: [{}], ...options });
      })
  );
}
