import { fromPromise } from 'xstate';
import type { Wallet } from '#domain/wallet';
import { connectMachine } from '#machines/connect';
import { storedRecords } from '../browser/records';
import { watchWallets } from '../wallets/wallets';
import { attemptLogic } from './attempt';

export const connectLogic = connectMachine.provide({
  actors: {
    attempt: attemptLogic,
    watchWallets,
    storeChoice: fromPromise<void, { wallet: Wallet }>(async ({ input }) => storedRecords.latest.set(input.wallet.id)),
    // Never resolves, because the page reloads.
    refresh: fromPromise<void>(() => new Promise(() => location.reload())),
  },
});
