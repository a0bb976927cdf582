import { INITIAL } from '#domain/comparison';
import { appMachine } from '#machines/app';
import { site } from '#site';
import { alpha } from './alpha';

export const app = appMachine.provide({ actors: { alpha } });

/** What the page starts from, on the server and in the browser alike. */
export const input = { allocation: site.allocation, compared: INITIAL };
