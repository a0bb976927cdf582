import { fromCallback, fromPromise } from 'xstate';
import type { Wallet } from '#domain/wallet';
import { attemptMachine } from '#machines/attempt';
import { copyText } from './browser';
import { ask, request } from './connection';
import { connectorOf } from './connectors';
import { pair } from './pairing';
import { records } from './records';

/** Makes the wallet the one that counts, and passes on its pairing codes, until the attempt is over. */
const attend = fromCallback<{ type: string }, { wallet: Wallet }>(({ input: { wallet }, sendBack }) => {
  try {
    const leave = ask(wallet);
    const { emitter } = connectorOf(wallet);
    const hear = ({ type, data }: { type: string; data?: unknown }) => {
      if (type === 'display_uri' && typeof data === 'string') sendBack({ type: 'code.arrived', uri: data });
    };
    emitter.on('message', hear);
    return () => {
      emitter.off('message', hear);
      leave();
    };
  } catch {
    // There is no such wallet, as whoever asks it is about to hear.
    return undefined;
  }
});

export const attempt = attemptMachine.provide({
  actors: {
    attend,
    requestConnection: fromPromise<void, { wallet: Wallet }>(async ({ input: { wallet }, signal }) => {
      records.latest.set(wallet.id);
      if (wallet.connector === 'walletConnect') await pair(wallet, signal);
      else await request(wallet);
    }),
    copyLink: fromPromise<void, { uri: string }>(({ input }) => copyText(input.uri)),
  },
});
