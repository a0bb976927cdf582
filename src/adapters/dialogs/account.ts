import { type AnyEventObject, fromCallback } from 'xstate';
import type { Profile } from '#domain/profile';
import { accountMachine } from '#machines/account';
import { clipboardLogic } from '../browser/clipboard';
import { loadOnDemand } from '../browser/loadOnDemand';
import { subscribeToTransactions } from '../network/transactions';

const profiles = loadOnDemand(() => import('../network/profile'));

const UNREADABLE: Profile = { name: { is: 'failed' }, avatar: { is: 'failed' }, balance: { is: 'failed' } };

export const accountLogic = accountMachine.provide({
  actors: {
    watchProfile: fromCallback<AnyEventObject, { address: string; chainId: number }>(({ input, sendBack, receive }) => {
      let reading: Awaited<ReturnType<typeof begin>>;
      let stopped = false;
      let starting = false;
      const begin = async () => {
        // The module that reads profiles is loaded on demand, because it is large and only accounts need it.
        const { readProfile } = await profiles();
        return stopped ? undefined : readProfile(input, (profile) => sendBack({ type: 'profile.read', profile }));
      };
      const start = async () => {
        if (starting) return;
        starting = true;
        try {
          reading = await begin();
        } catch {
          sendBack({ type: 'profile.read', profile: UNREADABLE });
        }
        starting = false;
      };
      receive(() => (reading ? reading.retry() : start()));
      const unlisten = subscribeToTransactions(() => reading?.refresh());
      start();
      return () => {
        stopped = true;
        unlisten();
        reading?.stop();
      };
    }),
    clipboard: clipboardLogic,
  },
});
