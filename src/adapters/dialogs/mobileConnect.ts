import { fromCallback } from 'xstate';
import { mobileConnectMachine } from '#machines/mobileConnect';
import { watchWallets } from '../wallets/wallets';
import { attempt } from './attempt';

export const mobileConnect = mobileConnectMachine.provide({
  actors: {
    attempt,
    watchWallets,
    watchPage: fromCallback(({ sendBack }) => {
      const look = () => document.visibilityState === 'hidden' && sendBack({ type: 'page.hidden' });
      document.addEventListener('visibilitychange', look);
      return () => document.removeEventListener('visibilitychange', look);
    }),
  },
});
