import { fromCallback } from 'xstate';
import { identityMachine } from '#machines/identity';
import { manageMachine } from '#machines/manage';
import { sessionMachine } from '#machines/session';
import { site } from '#site';
import { records } from '../browser/records';
import { account } from '../dialogs/account';
import { chain } from '../dialogs/chain';
import { connect } from '../dialogs/connect';
import { mobileConnect } from '../dialogs/mobileConnect';
import { signIn } from '../dialogs/signIn';
import { transactions } from '../network/transactions';
import { checkSession, signOut, watchSession } from '../verifier/session';
import { hasUnconnectedWallet, subscribeToConnection } from './connection';
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

export const session = sessionMachine.provide({
  actors: {
    manage: manageMachine.provide({ actors: { account, chain } }),
    transactions,
    connect,
    mobileConnect,
    signIn,
    identity,
    showWallet: fromCallback(({ system }) => {
      const show = () => {
        const record = records.session.get();
        document.documentElement.toggleAttribute('data-wallet', record !== null);
        document.documentElement.toggleAttribute('data-remembered', record !== null && hasUnconnectedWallet(system));
        const control = document.querySelector<HTMLAnchorElement>('.control');
        if (!control) return;
        control.hash = record || site.wallet.control === 'hidden' ? 'account' : 'connect';
        control.querySelector('.reconnect bdi')!.textContent = findStoredWallet()?.name ?? '';
      };
      show();
      const undo = [subscribeToConnection(system, show), records.session.watch(show)];
      return () => {
        for (const stop of undo) stop();
      };
    }),
  },
});
