import { fromCallback, fromPromise } from 'xstate';
import type { Wallet } from '#domain/wallet';
import { attemptMachine } from '#machines/attempt';
import { copyText } from '../browser/browser';
import { records } from '../browser/records';
import { watchPage } from '../browser/visibility';
import { ask, missed, request, restore } from '../wallets/connection';
import { connectorOf } from '../wallets/connectors';
import { pair } from '../wallets/pairing';

/** Where a browser holds back its window, Coinbase's library leaves a notice on the page, which the policy leaves unstyled. */
const takeDownNotice = () => document.querySelector('.-cbwsdk-css-reset')?.remove();

/** Makes the wallet the one that counts, and passes on its pairing codes, until the attempt is over. */
const attend = fromCallback<{ type: string }, { wallet: Wallet }>(({ input: { wallet }, sendBack }) => {
  try {
    const { leave } = ask(wallet);
    const { emitter } = connectorOf(wallet);
    const hear = ({ type, data }: { type: string; data?: unknown }) => {
      if (type === 'display_uri' && typeof data === 'string') sendBack({ type: 'code.arrived', uri: data });
    };
    emitter.on('message', hear);
    return () => {
      emitter.off('message', hear);
      leave();
      if (wallet.connector === 'coinbase') takeDownNotice();
      // Another tab may have connected meanwhile.
      if (missed()) restore().catch(() => {});
    };
  } catch {
    // There is no such wallet, as whoever asks it is about to hear.
    return undefined;
  }
});

/** One try at one wallet. `latest`: whether the wallet was picked, rather than being one of many that a link may lead to. */
export const attemptAt = ({ latest }: { latest: boolean }) =>
  attemptMachine.provide({
    actors: {
      attend,
      watchPage,
      requestConnection: fromPromise<void, { wallet: Wallet }>(async ({ input: { wallet }, signal }) => {
        if (latest) records.latest.set(wallet.id);
        if (wallet.connector === 'walletConnect') await pair(wallet, signal);
        else await request(wallet);
      }),
      copyLink: fromPromise<void, { uri: string }>(({ input }) => copyText(input.uri)),
    },
  });
