import { fromCallback } from 'xstate';
import { identityMachine } from '#machines/identity';
import { manageMachine } from '#machines/manage';
import { sessionMachine } from '#machines/session';
import { site } from '#site';
import { storedRecords } from '../browser/records';
import { accountLogic } from '../dialogs/account';
import { chainLogic } from '../dialogs/chain';
import { connectLogic } from '../dialogs/connect';
import { mobileConnectLogic } from '../dialogs/mobileConnect';
import { signInLogic } from '../dialogs/signIn';
import { transactionsLogic } from '../network/transactions';
import { checkSession, signOut, watchSession } from '../verifier/session';
import { isStoredWalletDisconnected, subscribeToConnection } from './connection';
import { findStoredWallet } from './wallets';

const identity = identityMachine.provide({
  actors: {
    checkSession,
    signOut,
    watchSession,
    showConnected: fromCallback(() => {
      document.documentElement.toggleAttribute('data-connected', true);
      return () => document.documentElement.toggleAttribute('data-connected', false);
    }),
  },
});

export const sessionLogic = sessionMachine.provide({
  actors: {
    manage: manageMachine.provide({ actors: { account: accountLogic, chain: chainLogic } }),
    transactions: transactionsLogic,
    connect: connectLogic,
    mobileConnect: mobileConnectLogic,
    signIn: signInLogic,
    identity,
    showWallet: fromCallback(({ system }) => {
      const show = () => {
        const record = storedRecords.session.get();
        document.documentElement.toggleAttribute('data-wallet', record !== null);
        const isRemembered = record !== null && isStoredWalletDisconnected(system);
        document.documentElement.toggleAttribute('data-remembered', isRemembered);
        const control = document.querySelector<HTMLAnchorElement>('.control');
        if (!control) return;
        control.hash = record || site.wallet.control === 'hidden' ? 'account' : 'connect';
        control.querySelector('.reconnect bdi')!.textContent = findStoredWallet()?.name ?? '';
      };
      show();
      const undo = [subscribeToConnection(system, show), storedRecords.session.watch(show)];
      return () => {
        for (const stop of undo) stop();
      };
    }),
  },
});
