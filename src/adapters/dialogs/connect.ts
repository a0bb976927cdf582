import { fromPromise } from 'xstate';
import { connectMachine } from '#machines/connect';
import { watchWallets } from '../wallets/wallets';
import { attempt, storeChoice } from './attempt';

export const connect = connectMachine.provide({
  actors: {
    attempt,
    watchWallets,
    storeChoice,
    // Never resolves, because the page reloads.
    refresh: fromPromise<void>(() => new Promise(() => location.reload())),
  },
});
