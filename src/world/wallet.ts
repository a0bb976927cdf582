import { fromCallback } from 'xstate';
import { walletMachine } from '#machines/wallet';
import { site } from '#site';
import { account } from './account';
import { holdAddress } from './address';
import { chain } from './chain';
import { chains } from './config';
import { connect } from './connect';
import { disconnect, restoreConnection, watchConnection } from './connection';
import { mobileConnect } from './mobileConnect';
import { checkSession, signOut, watchSession } from './session';
import { signIn } from './signIn';
import { transactions } from './transactions';

/** What it starts from, beside the dialog that was asked for. */
export const given = { mustSignIn: site.wallet.signIn === 'required', chains };

export const wallet = walletMachine.provide({
  actors: {
    account,
    chain,
    transactions,
    connect,
    mobileConnect,
    signIn,
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
    awaitBack: fromCallback(({ sendBack }) => holdAddress('connect', () => sendBack({ type: 'close' }))),
  },
});
