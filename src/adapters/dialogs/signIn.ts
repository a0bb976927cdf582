import { stringToHex } from 'viem';
import type { Connector } from 'wagmi';
import { fromCallback, fromPromise } from 'xstate';
import type { Connection } from '#domain/connection';
import { WalletNotFoundError } from '#domain/errors';
import type { Signed } from '#domain/signIn';
import { appOf } from '#domain/wallets';
import { signInMachine } from '#machines/signIn';
import { isPhone, openLink } from '../browser/browser';
import { part } from '../browser/part';
import { records } from '../browser/records';
import { verifier } from '../verifier/verifier';
import { connectorInUse, holdDialog, refreshConnection } from '../wallets/connection';
import { listed } from '../wallets/wallets';
import { switchChain } from './chain';

interface Provider {
  request(question: { method: string; params: unknown[] }): Promise<unknown>;
}

async function connectorOf({ wallet }: Connection): Promise<Connector> {
  await refreshConnection();
  const connector = connectorInUse();
  if (!connector) throw new WalletNotFoundError(wallet.name);
  return connector;
}

const messages = part(() => import('../verifier/message'));

/** What the wallet is asked by: it must be there before the visitor clicks, as browsers let windows open only inside a click. */
let provider: Provider | null = null;

/** On a phone the request waits in an app, which the same click opens. */
function openApp({ wallet }: Connection) {
  const href = records.deepLink.get()?.href;
  // Only where the wallet's own app is: the record may have been written by anyone.
  const known = listed([]).find(({ id }) => id === wallet.id);
  if (href && known && appOf(known) === href && wallet.connector === 'walletConnect' && isPhone()) openLink(href);
}

export const signIn = signInMachine.provide({
  actors: {
    awaitBack: fromCallback(({ sendBack }) => holdDialog('sign-in', () => sendBack({ type: 'cancel' }))),
    prepareMessage: fromPromise<string, { connection: Connection }>(async ({ input: { connection }, signal }) => {
      const [{ messageFor }, nonce, ready] = await Promise.all([
        messages(),
        verifier.nonce(signal),
        connectorOf(connection).then((connector) => connector.getProvider()),
      ]);
      if (!signal.aborted) provider = ready as Provider;
      return messageFor({ address: connection.address, chainId: connection.chainId, nonce });
    }),
    requestSignature: fromPromise<unknown, { connection: Connection; message: string }>(
      async ({ input: { connection, message }, signal }) => {
        if (!provider) throw new WalletNotFoundError(connection.wallet.name);
        // A change that nobody heard begins the sign-in anew. Other wallets open a window, which needs the click.
        if (connection.wallet.connector === 'injected') await refreshConnection();
        if (signal.aborted) throw signal.reason;
        const answer = provider.request({
          method: 'personal_sign',
          params: [stringToHex(message), connection.address],
        });
        openApp(connection);
        return answer;
      },
    ),
    verify: fromPromise<unknown, { connection: Connection; signed: Signed }>(
      ({ input: { connection, signed }, signal }) => verifier.verify(signed, connection, signal),
    ),
    switchChain,
  },
});
