import { stringToHex } from 'viem';
import { fromPromise } from 'xstate';
import type { Connection } from '#domain/connection';
import { MessageExpiredError, WalletNotFoundError } from '#domain/errors';
import { isMessageFresh, type PreparedMessage, type SignedMessage } from '#domain/signIn';
import { findTrustedAppLink, opensWindowOrApp } from '#domain/wallets';
import { refreshConnectionFirst } from '#machines/refresh';
import { signInMachine } from '#machines/signIn';
import { openAppLink } from '../browser/browser';
import { loadOnDemand } from '../browser/loadOnDemand';
import { storedRecords } from '../browser/records';
import { verifier } from '../verifier/verifier';
import { getCurrentConnector } from '../wallets/connection';
import { canOpenWalletApps, listCurrentWallets } from '../wallets/wallets';
import { switchChain } from './chain';

interface Provider {
  request(question: { method: string; params: unknown[] }): Promise<unknown>;
}

const messages = loadOnDemand(() => import('../verifier/message'));

/** Keeps providers by the ids that machines store, because a click leaves no time to wait for `getProvider()`. */
const providers = new Map<string, Provider>();

/** Opens the wallet app in which the signature request waits, on a phone or tablet. Call it inside the click. */
function openApp({ wallet }: Connection) {
  const link = findTrustedAppLink(storedRecords.deepLink.get()?.href, wallet, listCurrentWallets([]));
  if (link && canOpenWalletApps()) openAppLink(link);
}

export const signInLogic = signInMachine.provide({
  actors: {
    prepareMessage: refreshConnectionFirst(
      fromPromise<PreparedMessage, { connection: Connection }>(async ({ input: { connection }, signal, system }) => {
        const connector = getCurrentConnector(system);
        if (!connector) throw new WalletNotFoundError(connection.wallet.name);
        const [{ createSignInMessage }, nonce, provider] = await Promise.all([
          messages(),
          verifier.nonce(signal),
          connector.getProvider(),
        ]);
        providers.set(connector.uid, provider as Provider);
        return {
          ...nonce,
          message: createSignInMessage(connection, nonce),
          provider: connector.uid,
          preparedAt: Date.now(),
          promptable:
            !opensWindowOrApp(connection.wallet, canOpenWalletApps()) || Boolean(navigator.userActivation?.isActive),
        };
      }),
    ),
    requestSignature: refreshConnectionFirst(
      fromPromise<unknown, { connection: Connection; prepared: PreparedMessage }>(
        async ({ input: { connection, prepared } }) => {
          const provider = providers.get(prepared.provider);
          if (!provider) throw new WalletNotFoundError(connection.wallet.name);
          if (!isMessageFresh(prepared, Date.now())) throw new MessageExpiredError();
          const params = [stringToHex(prepared.message), connection.address];
          const answer = provider.request({ method: 'personal_sign', params });
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
