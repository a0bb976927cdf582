import type { Chain as LibraryChain } from 'viem';
import { createConfig, fallback, http } from 'wagmi';
import { mainnet } from 'wagmi/chains';
import type { Chain, Network } from '#domain/chain';
import { site } from '#site';

const { networks } = site.wallet;

/** Networks that the page works on. Visitors on another one are led to the first. */
export const chains: Chain[] = networks.map(({ rpcUrls: _, ...chain }) => chain);

/** The network that has the names of accounts, if the site uses it. */
export const nameChain = chains.find(({ id }) => id === mainnet.id);

/** A network as the wallet libraries and wallets know it. The library's own Ethereum has the contracts of names. */
const described = ({ id, name, symbol, decimals, explorer, rpcUrls }: Network): LibraryChain =>
  id === mainnet.id
    ? mainnet
    : {
        id,
        name,
        nativeCurrency: { name: symbol, symbol, decimals },
        rpcUrls: { default: { http: rpcUrls } },
        ...(explorer && { blockExplorers: { default: { name: explorer, url: explorer } } }),
      };

/**
 * The configuration of the wallet libraries. They keep nothing in the browser by themselves (`records` does, checked
 * and versioned), look for no wallets (`wallets` does), and render nothing on a server.
 */
export const config = createConfig({
  // The site is validated to have one.
  chains: networks.map(described) as [LibraryChain, ...LibraryChain[]],
  storage: null,
  multiInjectedProviderDiscovery: false,
  // Simultaneous reads go in one request. If a node does not answer the next is asked, once: the caller knows best
  // whether to retry.
  transports: Object.fromEntries(
    networks.map(({ id, rpcUrls }) => [
      id,
      fallback(
        rpcUrls.map((url) => http(url, { batch: true, retryCount: 0 })),
        { retryCount: 0 },
      ),
    ]),
  ),
  batch: { multicall: false },
  // Names outside the chain would be read at hosts that anyone may name.
  ccipRead: false,
});
