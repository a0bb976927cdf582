import { fromPromise } from 'xstate';
import { connectMachine } from '#machines/connect';
import { forgetWallet } from '../wallets/connection';
import { watchWallets } from '../wallets/wallets';
import { attempt, storeChoice, storeDeepLink } from './attempt';

export const connect = connectMachine.provide({
  actors: {
    attempt,
    watchWallets,
    storeChoice,
    storeDeepLink,
    forgetWallet,
    // Never resolves, because the page reloads.
    refresh: fromPromise<void>(() => new Promise(() => location.reload())),
  },
});
