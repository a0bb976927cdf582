import { INITIAL } from '#domain/comparison';
import { appMachine } from '#machines/app';
import { site } from '#site';
import { alpha } from './alpha';
import { doorTo } from './door';

export const appWith = (...wallet: Parameters<typeof doorTo>) =>
  appMachine.provide({ actors: { alpha, door: doorTo(...wallet) } });

/** The page's initial input, equal on the server and in the browser. */
export const input = { allocation: site.allocation, compared: INITIAL };
