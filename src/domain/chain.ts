import { isAddress } from './address';
import { isHash } from './transaction';

export interface Chain {
  id: number;
  name: string;
  /** A picture on this site, or null for a generated one. */
  icon: string | null;
  iconBackground: string;
  /** The URL of the block explorer, or `''` if there is none. */
  explorer: string;
  symbol: string;
  decimals: number;
}

export interface Network extends Chain {
  /** RPC URLs. If one doesn't answer, the page asks the next one. */
  rpcUrls: string[];
}

export const ETHEREUM: Chain = {
  id: 1,
  name: 'Ethereum',
  icon: null,
  iconBackground: '#4B5D8C',
  explorer: 'https://etherscan.io',
  symbol: 'ETH',
  decimals: 18,
};

export const isSupportedChain = (chains: readonly Pick<Chain, 'id'>[], id: number) =>
  chains.some((chain) => chain.id === id);

const SHAPES = { tx: isHash, address: isAddress };

/** Returns the URL of the page on the explorer. Null if the network has no explorer, or `value` has the wrong shape. */
export const createExplorerLink = ({ explorer }: Pick<Chain, 'explorer'>, kind: 'tx' | 'address', value: string) =>
  /^https?:\/\//i.test(explorer) && SHAPES[kind](value) ? `${explorer.replace(/\/+$/, '')}/${kind}/${value}` : null;
