import { fromCallback } from 'xstate';
import { walletMachine } from '#machines/wallet';
import { account } from './account';
import { holdAddress } from './address';
import { connect } from './connect';
import { disconnect, restoreConnection, watchConnection } from './connection';
import { mobileConnect } from './mobileConnect';

export const wallet = walletMachine.provide({
  actors: {
    account,
    connect,
    mobileConnect,
    disconnect,
    restoreConnection,
    watchConnection,
    awaitBack: fromCallback(({ sendBack }) => holdAddress('connect', () => sendBack({ type: 'close' }))),
  },
});
