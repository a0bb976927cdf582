import { fromCallback } from 'xstate';
import { identityMachine } from '#machines/identity';
import { manageMachine } from '#machines/manage';
import { sessionMachine } from '#machines/session';
import { records } from '../browser/records';
import { account } from '../dialogs/account';
import { chain } from '../dialogs/chain';
import { connect } from '../dialogs/connect';
import { mobileConnect } from '../dialogs/mobileConnect';
import { signIn } from '../dialogs/signIn';
import { transactions } from '../network/transactions';
import { checkSession, signOut, watchSession } from '../verifier/session';
import { disconnect, onConnection, restoreConnection, watchConnection } from './connection';

const identity = identityMachine.provide({
  actors: {
    checkSession,
    disconnect,
    restoreConnection,
    signOut,
    watchConnection,
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
    showWallet: fromCallback(() => {
      const show = () => document.documentElement.toggleAttribute('data-wallet', records.session.get() !== null);
      show();
      const undo = [onConnection(show), records.session.watch(show)];
      return () => {
        for (const stop of undo) stop();
      };
    }),
  },
});
