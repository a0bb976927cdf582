import { decimalMark } from '#copy/numbers';
import { INITIAL_COMPARED_AMOUNT } from '#domain/comparison';
import { appMachine } from '#machines/app';
import { site } from '#site';
import { addressLogic } from '../browser/address';
import { alphaLogic } from './alpha';
import { createWalletLoaderLogic } from './walletLoader';

export const createAppLogic = (load: Parameters<typeof createWalletLoaderLogic>[0]) =>
  appMachine.provide({
    actors: { address: addressLogic, alpha: alphaLogic, walletLoader: createWalletLoaderLogic(load) },
  });

/** The page's initial input, equal on the server and in the browser. */
export const appInput = { allocation: site.allocation, compared: INITIAL_COMPARED_AMOUNT, decimal: decimalMark };
