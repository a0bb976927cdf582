import { fromCallback, fromPromise } from 'xstate';
import { isSameAddress } from '#domain/address';
import type { SignInSession } from '#domain/signIn';
import { verifier } from './verifier';

export const checkSession = fromPromise<SignInSession | null>(() => verifier.session());
export const signOut = fromPromise<void>(() => verifier.signOut());

/** Reports that the connected account has signed in or out elsewhere: in another tab, or while the page was asleep. */
export const watchSession = fromCallback<{ type: string }, { address: string | null }>(({ input, sendBack }) => {
  const { address } = input;
  if (address === null) return;
  let watched = true;
  const look = async () => {
    if (document.visibilityState === 'hidden') return;
    try {
      const session = await verifier.session();
      const lasts = session !== null && isSameAddress(session.address, address);
      if (watched) sendBack({ type: lasts ? 'session.begun' : 'session.ended' });
    } catch {
      // An error of reading doesn't mean that the session has changed.
    }
  };
  const unwatch = verifier.watch(look);
  document.addEventListener('visibilitychange', look);
  return () => {
    watched = false;
    unwatch();
    document.removeEventListener('visibilitychange', look);
  };
});
