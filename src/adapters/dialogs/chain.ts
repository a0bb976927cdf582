import { switchChain as switchWith } from 'wagmi/actions';
import { fromPromise } from 'xstate';
import { NoAccountError } from '#domain/errors';
import { chainMachine } from '#machines/chain';
import { outcomes } from '../network/outcomes';
import { config } from '../wallets/config';
import { awaitBackFromDialog, connectorInUse, refreshConnection } from '../wallets/connection';

/** Asks the wallet to switch the network. Adds an unknown one to the wallet first (EIP-3085). */
export const switchChain = fromPromise<void, { id: number }>(async ({ input: { id } }) => {
  await refreshConnection();
  const connector = connectorInUse();
  if (!connector) throw new NoAccountError();
  await switchWith(config, { chainId: id, connector });
});

export const chain = chainMachine.provide({
  actors: {
    switchChain,
    outcomes,
    awaitBack: awaitBackFromDialog('chain'),
  },
});
