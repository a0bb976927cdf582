import { decimal } from '#copy/numbers';
import { INITIAL_COMPARED_AMOUNT } from '#domain/comparison';
import { appMachine } from '#machines/app';
import { site } from '#site';
import { address } from '../browser/address';
import { alpha } from './alpha';
import { walletLoaderFor } from './walletLoader';

/** Connects the app's machine to the browser. `load` imports the wallet dialogs when they are needed. */
export const createApp = (load: Parameters<typeof walletLoaderFor>[0]) =>
  appMachine.provide({ actors: { address, alpha, walletLoader: walletLoaderFor(load) } });

/** The page's initial input, equal on the server and in the browser. */
export const appInput = { allocation: site.allocation, compared: INITIAL_COMPARED_AMOUNT, decimal };
