import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { homePathOf, KNOWN_LANGUAGES, type Language } from '#domain/language';
import { createHost } from '#server/host';
import { site } from '../samples/site.ts';
import { buildSite, DIST } from '../support/build.ts';
import { deriveFundedAccount, startChain } from '../support/chain.ts';
import { listenOnFreePort } from '../support/listen.ts';
import { startRelay } from '../support/relay.ts';
import { createPageProvider } from '../wallet/browser.ts';
import { createWallet, type WalletEvent } from '../wallet/wallet.ts';

const OWNER = deriveFundedAccount(1);
/** The name of the page's global function, and of its events, by which the page and the scripted wallet communicate. */
const KEY = 'test-wallet';

/** The tags of all languages of the site. */
export const siteLanguages = Object.keys(KNOWN_LANGUAGES) as Language[];

/**
 * Builds the site for a local chain and relay. Serves it as `npm run serve` does, with its sign-in server and the
 * scripted wallet.
 */
export async function startSite() {
  const [chain, relay] = await Promise.all([startChain(), startRelay()]);
  const dist = `${DIST}-browsers`;
  rmSync(dist, { recursive: true, force: true });
  await buildSite(dist, {
    VITE_RPC_URL: chain.url,
    VITE_WALLETCONNECT_RELAY_URL: relay.url,
    VITE_AUTH_URL: '/auth',
    VITE_LANGUAGES: siteLanguages.join(),
  });
  const news: WalletEvent[] = [];
  const wallet = createWallet({ account: OWNER }, (one) => news.push(one));
  const options = { key: KEY, info: wallet.info, announce: 'at once', legacy: null, frames: false };
  const line = readFileSync('tests/browsers/wallet.js', 'utf8');
  writeFileSync(join(dist, 'test-wallet.js'), `${line}(${createPageProvider})(${JSON.stringify(options)});`);
  for (const language of siteLanguages) {
    const page = join(dist, homePathOf(language, siteLanguages), 'index.html');
    writeFileSync(page, readFileSync(page, 'utf8').replace('<head>', '<head><script src="/test-wallet.js"></script>'));
  }

  const complaints: string[] = [];
  const networks = site.wallet.networks.map((network) => ({ ...network, rpcUrls: [chain.url] }));
  const values = { ...site, wallet: { ...site.wallet, networks, authUrl: '/auth' } };
  /** Starts the site's server, with its sessions in the database file of this number. */
  const startHost = (number: number) => {
    const env = { STORE_URL: `file:${join(sessions, `${number}.db`)}`, RATE_LIMIT: '0' };
    return createHost({ env, site: values, dist, log: () => {} });
  };
  const sessions = mkdtempSync(join(tmpdir(), 'browsers-'));
  let visits = 0;
  let host = startHost(visits);
  const restart = async () => {
    await host.store.close();
    host = startHost(visits);
    host.openTo(port);
  };
  const server = createServer(async (request, response) => {
    if (!request.url?.startsWith('/test-') || request.method !== 'POST') return host.listener(request, response);
    const body = await text(request);
    if (request.url === '/test-complaints') {
      complaints.push(body);
      return response.end();
    }
    response.setHeader('Content-Type', 'application/json');
    const settled = await wallet.handle(JSON.parse(body));
    response.end(JSON.stringify({ settled, news: news.splice(0) }));
  });
  const { port, close } = await listenOnFreePort(server);
  host.openTo(port);
  return {
    origin: `http://localhost:${port}`,
    wallet,
    restart,
    /** Resets the wallet for a new visitor, and deletes all sessions. */
    begin: async () => {
      visits += 1;
      await restart();
      await wallet.reset({ account: OWNER });
      news.length = 0;
    },
    complaints,
    async stop() {
      close();
      await Promise.all([host.store.close(), relay.close(), chain.stop()]);
      rmSync(sessions, { recursive: true, force: true });
    },
  };
}
