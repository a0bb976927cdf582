import { fromCallback, fromPromise } from 'xstate';
import { scans, type Wallet } from '#domain/wallet';
import { appOf } from '#domain/wallets';
import { attemptMachine } from '#machines/attempt';
import { find, type PageSystem } from '#machines/system';
import { clipboard } from '../browser/clipboard';
import { records } from '../browser/records';
import { watchPage } from '../browser/visibility';
import { watchCode } from '../wallets/pairing';

/**
 * Coinbase's library shows a notice if the browser blocks its window. The policy leaves that notice unstyled, so it is
 * removed.
 */
const takeDownNotice = () => document.querySelector('.-cbwsdk-css-reset')?.remove();

interface Claim {
  wallet: Wallet;
  attempt: string;
}

/** Passes on the pairing codes of the wallet until the attempt ends, and then withdraws its claim. */
const attend = fromCallback<{ type: string }, Claim>(({ input: { wallet, attempt }, sendBack, system }) => {
  const connection = find(system, 'connection');
  const stop = scans(wallet) ? watchCode(system, (uri) => sendBack({ type: 'code.arrived', uri })) : undefined;
  return () => {
    stop?.();
    connection.send({ type: 'leave', attempt });
    if (wallet.connector === 'coinbase') takeDownNotice();
  };
});

/** Claims `wallet`. Resolves once it is connected. Rejects with the error of the wallet or its library. */
const claim = ({ wallet, attempt }: Claim, signal: AbortSignal, system: PageSystem) =>
  new Promise<void>((resolve, reject) => {
    const connection = find(system, 'connection');
    const isMine = (news: { attempt: string }) => news.attempt === attempt;
    const approved = connection.on('claim.approved', (news) => isMine(news) && resolve());
    const refused = connection.on('claim.refused', (news) => isMine(news) && reject(news.error));
    signal.addEventListener('abort', () => {
      approved.unsubscribe();
      refused.unsubscribe();
      connection.send({ type: 'withdraw', attempt });
    });
    connection.send({ type: 'claim', wallet, attempt });
  });

/**
 * A single attempt to connect a wallet. `latest`: the visitor picked this wallet, instead of a link that many wallets
 * share.
 */
export const attemptAt = ({ latest }: { latest: boolean }) =>
  attemptMachine.provide({
    actors: {
      attend,
      watchPage,
      requestConnection: fromPromise<void, Claim>(({ input, signal, system }) => {
        if (latest) records.latest.set(input.wallet.id);
        return claim(input, signal, system);
      }),
      clipboard,
    },
  });

/** Stores the opened app, so that a signature can be requested in it. */
export const storeDeepLink = fromPromise<void, { wallet: Wallet }>(async ({ input: { wallet }, system }) => {
  find(system, 'connection').send({ type: 'name', wallet });
  records.latest.set(wallet.id);
  const href = appOf(wallet);
  if (href) records.deepLink.set({ href, name: wallet.name });
  else records.deepLink.clear();
});
