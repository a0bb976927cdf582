import { type ActorRefFrom, type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import type { FailureReason } from '#domain/attempt';
import { attemptMachine } from '#machines/attempt';
import { clipboardMachine } from '#machines/clipboard';
import { outcomesMachine } from '#machines/outcomes';
import type { followActor } from '#machines/system';
import type { transactionsMachine } from '#machines/transactions';
import { waitForEventLoopTurn } from '../support/gate';

interface Options {
  /** The lifetime of a pairing code in seconds, and how often an unused code is renewed. */
  limits?: { codeLifetime: number; renewalLimit: number };
  /** The pairing URI that is ready at once. If it is missing, the test sends one. */
  uri?: string;
}

/** Returns a clipboard machine whose copying ends when the test calls `copied`, with success or failure. */
export function createScriptedClipboard() {
  let tell: (worked: boolean) => void = () => {};
  const clipboard = clipboardMachine.provide({
    actors: {
      copyText: fromPromise<void, { text: string }>(
        () =>
          new Promise((answer, giveUp) => {
            tell = (worked) => (worked ? answer() : giveUp(new Error('denied')));
          }),
      ),
    },
  });
  const copied = (worked: boolean) => {
    tell(worked);
    return waitForEventLoopTurn();
  };
  return { clipboard, copied };
}

/** Returns the attempt machine with scripted actors, so that the test answers for wallet and clipboard. */
export function createScriptedAttempt({ limits, uri }: Options = {}) {
  let tell: (event: AnyEventObject) => void = () => {};
  let turn: (event: AnyEventObject) => void = () => {};
  const { clipboard, copied } = createScriptedClipboard();
  const cast = attemptMachine.provide({
    actors: {
      connectionLine: fromCallback<AnyEventObject, object | undefined>(({ sendBack }) => {
        tell = sendBack;
      }),
      pairingLine: fromCallback<AnyEventObject, object | undefined>(({ sendBack }) => {
        if (uri) sendBack({ type: 'code.arrived', uri });
      }),
      watchPage: fromCallback<AnyEventObject>(({ sendBack }) => {
        turn = sendBack;
      }),
      clipboard,
    },
  });
  // Replaces the limits of pairing codes in the input, because paths with the usual limits would be too long.
  const attempt: typeof attemptMachine = Object.assign(Object.create(cast), {
    getInitialSnapshot: (...[scope, input]: Parameters<typeof cast.getInitialSnapshot>) =>
      cast.getInitialSnapshot(scope, limits && input ? { ...input, ...limits } : input),
  });
  return {
    attempt,
    tell: (event: AnyEventObject) => tell(event),
    turn: (event: AnyEventObject) => turn(event),
    approve: () => {
      tell({ type: 'claim.approved' });
      return waitForEventLoopTurn();
    },
    refuse: (reason: FailureReason) => {
      tell({ type: 'claim.refused', reason });
      return waitForEventLoopTurn();
    },
    copied,
  };
}

/** Returns the outcomes machine, which follows the actor `transactions` instead of the session. */
export const createOutcomesMachineFor = (transactions: ActorRefFrom<typeof transactionsMachine>) => {
  const followTransactions: ReturnType<typeof followActor> = fromCallback(({ sendBack }) => {
    const tell = () => {
      const snapshot = transactions.getSnapshot();
      sendBack({ type: 'list.changed', list: snapshot.context.list, clearing: snapshot.matches('clearing') });
    };
    tell();
    return transactions.subscribe(tell).unsubscribe;
  });
  return outcomesMachine.provide({ actors: { followTransactions } });
};
