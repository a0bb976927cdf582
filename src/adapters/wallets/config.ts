import { createConfig, fallback, http } from 'wagmi';
import { mainnet } from 'wagmi/chains';
import { type Chain, ETHEREUM } from '#domain/chain';
import { site } from '#site';

/** Networks that the page works on; the first is the one it starts from. */
export const chains: Chain[] = [ETHEREUM];

/**
 * The configuration of the wallet libraries. They keep nothing in the browser by themselves (`records` does, checked
 * and versioned), look for no wallets (`wallets` does), and render nothing on a server.
 */
export const config = createConfig({
  chains: [mainnet],
  storage: null,
  multiInjectedProviderDiscovery: false,
  // Simultaneous reads go in one request. If a node does not answer the next is asked, once: the caller knows best
  // whether to retry.
  transports: {
    [mainnet.id]: fallback(
      site.wallet.rpcUrls.map((url) => http(url, { batch: true, retryCount: 0 })),
      { retryCount: 0 },
    ),
  },
  batch: { multicall: false },
  // Names that live outside the chain would be asked for at hosts that anyone may name.
  ccipRead: false,
});
