import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { serve } from '#build/preview';
import { buildSite, DIST } from '../support/build.ts';
import { fundedAccount, startChain } from '../support/chain.ts';
import { listen } from '../support/listen.ts';
import { startRelay } from '../support/relay.ts';
import { mouth } from '../wallet/browser.ts';
import { startPhone } from '../wallet/phone.ts';
import { createWallet, type News } from '../wallet/wallet.ts';

const OWNER = fundedAccount(1);
/** The name by which the wallet and `wallet.js` find each other. */
const KEY = 'test-wallet';

/** Builds the site for a local chain and relay, and serves it with its production headers and the scripted wallet. */
export async function startSite() {
  const [chain, relay] = await Promise.all([startChain(), startRelay()]);
  const dist = `${DIST}-browsers`;
  rmSync(dist, { recursive: true, force: true });
  await buildSite(dist, { VITE_RPC_URL: chain.url, VITE_WALLETCONNECT_RELAY_URL: relay.url });
  const news: News[] = [];
  const wallet = createWallet({ account: OWNER }, (one) => news.push(one));
  const options = { key: KEY, info: wallet.info, announce: 'at once', legacy: null, frames: false };
  const line = readFileSync('tests/browsers/wallet.js', 'utf8');
  writeFileSync(join(dist, 'test-wallet.js'), `${line}(${mouth})(${JSON.stringify(options)});`);
  const page = join(dist, 'index.html');
  writeFileSync(page, readFileSync(page, 'utf8').replace('<head>', '<head><script src="/test-wallet.js"></script>'));

  const complaints: string[] = [];
  const site = serve(dist);
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return site(request, response);
    const body = await text(request);
    if (request.url === '/test-complaints') {
      complaints.push(body);
      return response.end();
    }
    response.setHeader('Content-Type', 'application/json');
    const settled = await wallet.handle(JSON.parse(body));
    response.end(JSON.stringify({ settled, news: news.splice(0) }));
  });
  const { port } = await listen(server);
  return {
    origin: `http://localhost:${port}`,
    wallet,
    /** Gives the wallet to a new owner, without an event. */
    begin: async () => {
      await wallet.reset({ account: OWNER });
      news.length = 0;
    },
    complaints,
    address: OWNER.address,
    phone: () => startPhone({ relayUrl: relay.url, account: OWNER }),
    async stop() {
      server.closeAllConnections();
      server.close();
      await Promise.all([relay.close(), chain.stop()]);
    },
  };
}
