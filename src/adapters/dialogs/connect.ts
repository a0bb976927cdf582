import { fromCallback, fromPromise } from 'xstate';
import { connectMachine } from '#machines/connect';
import { holdDialog } from '../wallets/connection';
import { watchWallets } from '../wallets/wallets';
import { attemptAt, storeDeepLink } from './attempt';

export const connect = connectMachine.provide({
  actors: {
    attempt: attemptAt({ latest: true }),
    watchWallets,
    storeDeepLink,
    awaitBack: fromCallback(({ sendBack }) => holdDialog('connect', () => sendBack({ type: 'close' }))),
    // Never resolves: the page that asked is gone by then.
    refresh: fromPromise<void>(() => new Promise(() => location.reload())),
  },
});
