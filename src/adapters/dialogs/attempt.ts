import { fromPromise } from 'xstate';
import type { Wallet } from '#domain/wallet';
import { attemptMachine } from '#machines/attempt';
import { clipboard } from '../browser/clipboard';
import { records } from '../browser/records';
import { watchVisibility } from '../browser/visibility';

interface Chosen {
  wallet: Wallet;
}

export const attempt = attemptMachine.provide({ actors: { watchPage: watchVisibility, clipboard } });

/** Stores the picked wallet, which is marked and focused first next time. */
export const storeChoice = fromPromise<void, Chosen>(async ({ input: { wallet } }) => records.latest.set(wallet.id));
