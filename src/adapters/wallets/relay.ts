import { fromCallback, fromPromise } from 'xstate';
import { relayMachine } from '#machines/relay';
import { createReturnWatcher } from '../browser/visibility';
import { connectorOf } from './connectors';
import { reopenDeadConnection, type WalletConnectProvider, watchRelayConnection } from './walletConnectPatches';

/** The entry for all wallets on phones, which share one connector, and so one pairing. */
export const PHONE_WALLETS_ENTRY = {
  id: 'walletConnect',
  name: 'WalletConnect',
  connector: 'walletConnect',
  announcement: null,
} as const;

export const getPhoneProvider = async () =>
  (await connectorOf(PHONE_WALLETS_ENTRY).getProvider()) as WalletConnectProvider;

export const relayLogic = relayMachine.provide({
  actors: {
    watchLine: fromCallback(({ sendBack }) => {
      const unwatch = getPhoneProvider().then(
        (provider) => watchRelayConnection(provider, (type) => sendBack({ type })),
        () => () => {},
      );
      return () => unwatch.then((stop) => stop());
    }),
    watchReturn: createReturnWatcher('online', 'pageshow'),
    reviveLine: fromPromise<void>(async () => reopenDeadConnection(await getPhoneProvider())),
  },
});
