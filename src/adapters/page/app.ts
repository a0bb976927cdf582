import { decimal } from '#copy/numbers';
import { INITIAL } from '#domain/comparison';
import { appMachine } from '#machines/app';
import { site } from '#site';
import { alpha } from './alpha';
import { walletLoaderFor } from './walletLoader';

export const appWith = (...wallet: Parameters<typeof walletLoaderFor>) =>
  appMachine.provide({ actors: { alpha, walletLoader: walletLoaderFor(...wallet) } });

/** The page's initial input, equal on the server and in the browser. */
export const input = { allocation: site.allocation, compared: INITIAL, decimal };
