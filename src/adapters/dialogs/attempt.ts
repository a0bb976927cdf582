import { fromPromise } from 'xstate';
import type { Wallet } from '#domain/wallet';
import { attemptMachine } from '#machines/attempt';
import { clipboard } from '../browser/clipboard';
import { records } from '../browser/records';
import { watchVisibility } from '../browser/visibility';

export const attempt = attemptMachine.provide({ actors: { watchPage: watchVisibility, clipboard } });

export const storeChoice = fromPromise<void, { wallet: Wallet }>(async ({ input: { wallet } }) =>
  records.latest.set(wallet.id),
);
