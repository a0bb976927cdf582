import { fromPromise } from 'xstate';
import { connectMachine } from '#machines/connect';
import { watchWallets } from '../wallets/wallets';
import { attemptAt, storeDeepLink } from './attempt';

export const connect = connectMachine.provide({
  actors: {
    attempt: attemptAt({ latest: true }),
    watchWallets,
    storeDeepLink,
    // Never resolves, because the page reloads.
    refresh: fromPromise<void>(() => new Promise(() => location.reload())),
  },
});
