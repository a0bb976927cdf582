import { fromCallback, fromPromise } from 'xstate';
import { requestLink } from '#domain/alpha';
import { alphaMachine } from '#machines/alpha';
import { site } from '#site';
import { onBack, openTab } from './browser';

export const alpha = alphaMachine.provide({
  actors: {
    awaitBack: fromCallback(({ sendBack }) => onBack(() => sendBack({ type: 'close' }))),
    openRequest: fromPromise<void, { amount: number }>(async ({ input }) =>
      openTab(requestLink(site.messaging, input.amount)),
    ),
  },
});
