import { fromCallback, fromPromise } from 'xstate';
import type { Wallet } from '#domain/wallet';
import { appOf } from '#domain/wallets';
import { mobileConnectMachine } from '#machines/mobileConnect';
import { records } from '../browser/records';
import { connection, holdDialog } from '../wallets/connection';
import { watchWallets } from '../wallets/wallets';
import { attemptAt } from './attempt';

export const mobileConnect = mobileConnectMachine.provide({
  actors: {
    attempt: attemptAt({ latest: false }),
    watchWallets,
    awaitBack: fromCallback(({ sendBack }) => holdDialog('connect', () => sendBack({ type: 'close' }))),
    rememberLink: fromPromise<void, { wallet: Wallet }>(async ({ input: { wallet } }) => {
      connection.send({ type: 'name', wallet });
      records.latest.set(wallet.id);
      const href = appOf(wallet);
      if (href) records.deepLink.set({ href, name: wallet.name });
      else records.deepLink.clear();
    }),
    watchPage: fromCallback(({ sendBack }) => {
      const look = () => document.visibilityState === 'hidden' && sendBack({ type: 'page.hidden' });
      document.addEventListener('visibilitychange', look);
      return () => document.removeEventListener('visibilitychange', look);
    }),
  },
});
