import type { Chain as LibraryChain, Transport } from 'viem';
import { createConfig, fallback, http } from 'wagmi';
import { mainnet } from 'wagmi/chains';
import type { Chain, Network } from '#domain/chain';
import { NodeAnswerError } from '#domain/errors';
import { isValidNodeAnswer } from '#domain/nodeAnswer';
import { site } from '#site';

const { networks } = site.wallet;
export const wagmiChains: Chain[] = networks.map(({ rpcUrls: _, ...chain }) => chain);
export const wagmiChainWithEns = wagmiChains.find(({ id }) => id === mainnet.id);

/** Converts a network for wagmi and wallets. Uses viem's own definition of Ethereum, which has the ENS contracts. */
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

/** Returns the transport of a node. Refuses invalid answers, so that the next node is asked. */
function transportOf(url: string): Transport {
  // Batches simultaneous reads. It never retries, because callers do.
  const node = http(url, { batch: true, retryCount: 0 });
  return (setting) => {
    const transport = node(setting);
    const request = async (...question: Parameters<typeof transport.request>) => {
      const answer: unknown = await transport.request(...question);
      if (!isValidNodeAnswer(question[0].method, answer)) throw new NodeAnswerError();
      return answer as never;
    };
    return { ...transport, request };
  };
}

/** wagmi stores nothing, because `storedRecords` does. It finds no installed wallets, because `providers.ts` does. */
export const wagmiConfig = createConfig({
  // `validateSite` ensures that there is at least one network.
  chains: networks.map(described) as [LibraryChain, ...LibraryChain[]],
  storage: null,
  multiInjectedProviderDiscovery: false,
  // If a node doesn't answer, the next is asked once, because callers retry themselves.
  transports: Object.fromEntries(
    networks.map(({ id, rpcUrls }) => [id, fallback(rpcUrls.map(transportOf), { retryCount: 0 })]),
  ),
  batch: { multicall: false },
  // Offchain lookups would contact hosts that anyone may choose (EIP-3668).
  ccipRead: false,
});
