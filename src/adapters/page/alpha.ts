import { fromCallback, fromPromise } from 'xstate';
import { requestLink } from '#domain/alpha';
import { dialogOf } from '#domain/dialog';
import { alphaMachine } from '#machines/alpha';
import { site } from '#site';
import { onBack, openTab } from '../browser/browser';

export const alpha = alphaMachine.provide({
  actors: {
    awaitBack: fromCallback(({ sendBack }) => {
      const close = () => sendBack({ type: 'close' });
      // It was opened before the scripts came, but the address asks for another dialog.
      if (dialogOf(location.hash)) return close();
      return onBack(close);
    }),
    openRequest: fromPromise<void, { amount: number }>(async ({ input }) =>
      openTab(requestLink(site.messaging, input.amount)),
    ),
  },
});
