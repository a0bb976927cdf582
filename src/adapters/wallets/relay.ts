import { fromCallback, fromPromise } from 'xstate';
import { relayMachine } from '#machines/relay';
import { watchReturnBy } from '../browser/visibility';
import { connectorOf } from './connectors';
import { reviveLine, type WalletConnectProvider, watchLine } from './walletConnectPatches';

/** All wallets on phones share one connector, and so one pairing. */
export const PHONE = {
  id: 'walletConnect',
  name: 'WalletConnect',
  connector: 'walletConnect',
  announcement: null,
} as const;

export const phoneProvider = async () => (await connectorOf(PHONE).getProvider()) as WalletConnectProvider;

export const relay = relayMachine.provide({
  actors: {
    watchLine: fromCallback(({ sendBack }) => {
      const ending = new AbortController();
      const { signal } = ending;
      phoneProvider().then(
        (provider) => {
          if (!signal.aborted)
            signal.addEventListener(
              'abort',
              watchLine(provider, (type) => sendBack({ type })),
            );
        },
        () => {},
      );
      return () => ending.abort();
    }),
    watchReturn: watchReturnBy('online', 'pageshow'),
    reviveLine: fromPromise<void>(async () => reviveLine(await phoneProvider())),
  },
});
