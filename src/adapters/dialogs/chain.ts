import { switchChain as switchWith } from 'wagmi/actions';
import { fromPromise } from 'xstate';
import { NetworkUnchangedError, NoAccountError } from '#domain/errors';
import { chainMachine } from '#machines/chain';
import { refreshConnectionFirst } from '#machines/refresh';
import { wagmiConfig } from '../wallets/config';
import { getCurrentConnector } from '../wallets/connection';

/** Adds a network that the wallet doesn't know (EIP-3085). Rejects if the wallet answers, but stays on its network. */
export const switchChain = refreshConnectionFirst(
  fromPromise<void, { id: number }>(async ({ input: { id }, system }) => {
    const connector = getCurrentConnector(system);
    if (!connector) throw new NoAccountError();
    await switchWith(wagmiConfig, { chainId: id, connector });
    if ((await connector.getChainId()) !== id) throw new NetworkUnchangedError();
  }),
);

export const chainLogic = chainMachine.provide({ actors: { switchChain } });
