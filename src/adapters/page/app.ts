import { INITIAL } from '#domain/comparison';
import { appMachine } from '#machines/app';
import { site } from '#site';
import { alpha } from './alpha';
import { doorTo } from './door';

/** The page, with a door to the wallet half; see `doorTo`. */
export const appWith = (...wallet: Parameters<typeof doorTo>) =>
  appMachine.provide({ actors: { alpha, door: doorTo(...wallet) } });

/** The page's initial input, on the server and in the browser alike. */
export const input = { allocation: site.allocation, compared: INITIAL };
