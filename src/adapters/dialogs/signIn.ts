import { stringToHex } from 'viem';
import type { Connector } from 'wagmi';
import { fromPromise } from 'xstate';
import type { Connection } from '#domain/connection';
import { MessageExpiredError, WalletNotFoundError } from '#domain/errors';
import { isFresh, type PreparedMessage, type SignedMessage } from '#domain/signIn';
import { opensWindow, requestedAppOf } from '#domain/wallets';
import { withRefresh } from '#machines/refresh';
import { signInMachine } from '#machines/signIn';
import type { PageSystem } from '#machines/system';
import { openLink } from '../browser/browser';
import { loadOnDemand } from '../browser/loadOnDemand';
import { records } from '../browser/records';
import { verifier } from '../verifier/verifier';
import { connectorInUse } from '../wallets/connection';
import { currentWallets, opensApps } from '../wallets/wallets';
import { switchChain } from './chain';

interface Provider {
  request(question: { method: string; params: unknown[] }): Promise<unknown>;
}

function connectorOf({ wallet }: Connection, system: PageSystem): Connector {
  const connector = connectorInUse(system);
  if (!connector) throw new WalletNotFoundError(wallet.name);
  return connector;
}

const messages = loadOnDemand(() => import('../verifier/message'));

/** Providers by the ids that machines store. Inside a click there is no time to wait for `getProvider()`. */
const providers = new Map<string, Provider>();

/** On a phone or tablet the request waits in an app, which the same click opens. */
function openApp({ wallet }: Connection) {
  const link = requestedAppOf(records.deepLink.get()?.href, wallet, currentWallets([]));
  if (link && opensApps()) openLink(link);
}

export const signIn = signInMachine.provide({
  actors: {
    prepareMessage: withRefresh(
      fromPromise<PreparedMessage, { connection: Connection }>(async ({ input: { connection }, signal, system }) => {
        const connector = connectorOf(connection, system);
        const [{ messageFor }, nonce, provider] = await Promise.all([
          messages(),
          verifier.nonce(signal),
          connector.getProvider(),
        ]);
        providers.set(connector.uid, provider as Provider);
        return {
          ...nonce,
          message: messageFor(connection, nonce),
          provider: connector.uid,
          preparedAt: Date.now(),
          promptable: !opensWindow(connection.wallet, opensApps()) || Boolean(navigator.userActivation?.isActive),
        };
      }),
    ),
    requestSignature: withRefresh(
      fromPromise<unknown, { connection: Connection; prepared: PreparedMessage }>(
        async ({ input: { connection, prepared } }) => {
          const { message } = prepared;
          const provider = providers.get(prepared.provider);
          if (!provider) throw new WalletNotFoundError(connection.wallet.name);
          if (!isFresh(prepared, Date.now())) throw new MessageExpiredError();
          const answer = provider.request({
            method: 'personal_sign',
            params: [stringToHex(message), connection.address],
          });
          openApp(connection);
          return answer;
        },
      ),
    ),
    verify: fromPromise<unknown, { connection: Connection; signed: SignedMessage }>(
      ({ input: { connection, signed }, signal }) => verifier.verify(signed, connection, signal),
    ),
    takeBack: fromPromise<void>(() => verifier.takeBack()),
    switchChain,
  },
});
