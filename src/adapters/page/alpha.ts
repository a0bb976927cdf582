import { fromPromise } from 'xstate';
import { language } from '#copy/numbers';
import { createRequestLink } from '#domain/alpha';
import { alphaMachine } from '#machines/alpha';
import { site } from '#site';
import { openTab } from '../browser/browser';

export const alphaLogic = alphaMachine.provide({
  actors: {
    openRequest: fromPromise<void, { amount: number }>(async ({ input }) =>
      openTab(createRequestLink(site.messaging, language, input.amount)),
    ),
  },
});
