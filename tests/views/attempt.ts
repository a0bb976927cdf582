import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import type { Wallet } from '#domain/wallet';
import { attemptMachine } from '#machines/attempt';

/** Attempts that run for real, with the test as the wallet that is asked, and as the clipboard. */
export function scriptedAttempt() {
  let tell: (event: AnyEventObject) => void = () => {};
  let approve = () => {};
  let refuse: (error: unknown) => void = () => {};
  let copied: (worked: boolean) => void = () => {};
  const attempt = attemptMachine.provide({
    actors: {
      attend: fromCallback<AnyEventObject, { wallet: Wallet }>(({ sendBack }) => {
        tell = sendBack;
      }),
      requestConnection: fromPromise(
        () =>
          new Promise<void>((answer, giveUp) => {
            approve = answer;
            refuse = giveUp;
          }),
      ),
      copyLink: fromPromise(
        () =>
          new Promise<void>((answer, giveUp) => {
            copied = (worked) => (worked ? answer() : giveUp());
          }),
      ),
    },
  });
  return {
    attempt,
    tell: (event: AnyEventObject) => tell(event),
    approve: () => approve(),
    refuse: (error: unknown) => refuse(error),
    copied: (worked: boolean) => copied(worked),
  };
}
