import { createConfig, fallback, http } from 'wagmi';
import { mainnet } from 'wagmi/chains';
import { type Chain, ETHEREUM } from '#domain/chain';
import { site } from '#site';

/** Networks that the page works on; the first is the one it starts from. */
export const chains: Chain[] = [ETHEREUM];

/**
 * What the wallet libraries work with. They keep nothing in the browser by themselves (`records` does, checked and
 * versioned), look for no wallets (`wallets` does), and render nothing on a server.
 */
export const config = createConfig({
  chains: [mainnet],
  storage: null,
  multiInjectedProviderDiscovery: false,
  // What is asked at once goes in one request. If a node does not answer the next is asked, and that is all: whoever reads
  // knows best whether to try again.
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
