import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Hex } from 'viem';
import { serve } from '#build/preview';
import { buildSite, DIST } from '../support/build.ts';
import { fundedAccount, startChain } from '../support/chain.ts';
import { startRelay } from '../support/relay.ts';
import { startPhone } from '../wallet/phone.ts';

const OWNER = fundedAccount(1);
const REJECTED = { code: 4001, message: 'User rejected the request.' };

/** The decisions of the wallet's owner, and the wallet's network. */
interface Owner {
  connected: boolean;
  chainId: number;
  declines: boolean;
}

interface Request {
  method: string;
  params?: unknown[];
}

/** Answers one request of the wallet in the page. */
async function answer(owner: Owner, { method, params = [] }: Request) {
  const accounts = () => (owner.connected ? [OWNER.address] : []);
  switch (method) {
    case 'wallet_requestPermissions':
    case 'eth_requestAccounts':
      if (owner.declines) return { error: REJECTED };
      owner.connected = true;
      return { result: method === 'eth_requestAccounts' ? accounts() : [{ parentCapability: 'eth_accounts' }] };
    case 'eth_accounts':
      return { result: accounts() };
    case 'eth_chainId':
      return { result: `0x${owner.chainId.toString(16)}` };
    case 'personal_sign':
      if (owner.declines) return { error: REJECTED };
      return { result: await OWNER.signMessage({ message: { raw: params[0] as Hex } }) };
    case 'wallet_switchEthereumChain': {
      if (owner.declines) return { error: REJECTED };
      const { chainId } = params[0] as { chainId: Hex };
      owner.chainId = Number(chainId);
      return { result: null, events: [{ name: 'chainChanged', value: chainId }] };
    }
    case 'wallet_revokePermissions':
      owner.connected = false;
      return { result: null };
    default:
      return { error: { code: 4200, message: `The test wallet does not know ${method}.` } };
  }
}

/**
 * Builds the site for a chain and a relay of this machine and serves it under its production headers, with a wallet in the
 * page. `owner` is what the tests change.
 */
export async function startSite() {
  const [chain, relay] = await Promise.all([startChain(), startRelay()]);
  const dist = `${DIST}-browsers`;
  rmSync(dist, { recursive: true, force: true });
  await buildSite(dist, { VITE_RPC_URL: chain.url, VITE_WALLETCONNECT_RELAY_URL: relay.url });
  cpSync('tests/browsers/wallet.js', join(dist, 'test-wallet.js'));
  const page = join(dist, 'index.html');
  writeFileSync(page, readFileSync(page, 'utf8').replace('<head>', '<head><script src="/test-wallet.js"></script>'));

  const owner: Owner = { connected: false, chainId: 1, declines: false };
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
    response.end(JSON.stringify(await answer(owner, JSON.parse(body))));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    owner,
    /** Errors and violations of the policy that pages reported. */
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
