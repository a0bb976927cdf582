import { fromPromise } from 'xstate';
import type { Wallet } from '#domain/wallet';
import { connectMachine } from '#machines/connect';
import { records } from '../browser/records';
import { watchWallets } from '../wallets/wallets';
import { attempt } from './attempt';

export const connect = connectMachine.provide({
  actors: {
    attempt,
    watchWallets,
    storeChoice: fromPromise<void, { wallet: Wallet }>(async ({ input }) => records.latest.set(input.wallet.id)),
    // Never resolves, because the page reloads.
    refresh: fromPromise<void>(() => new Promise(() => location.reload())),
  },
});
