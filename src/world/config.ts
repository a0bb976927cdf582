import { createConfig, fallback, http } from 'wagmi';
import { mainnet } from 'wagmi/chains';
import { site } from '#site';

/** Networks that the page works on; the first is the one it starts from. */
const chains = [mainnet] as const;

/**
 * What the wallet libraries work with. They keep nothing in the browser by themselves (`records` does, checked and
 * versioned), look for no wallets (`wallets` does), and render nothing on a server.
 */
export const config = createConfig({
  chains,
  storage: null,
  multiInjectedProviderDiscovery: false,
  transports: { [mainnet.id]: fallback(site.wallet.rpcUrls.map((url) => http(url))) },
});
