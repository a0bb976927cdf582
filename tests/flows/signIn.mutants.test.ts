import { describe, test } from 'vitest';
import { type AnyStateMachine, assign } from 'xstate';
import type { Connection } from '#domain/connection';
import { SESSION_LIFETIME, type SignInSession } from '#domain/signIn';
import { identityMachine } from '#machines/identity';
import { noticeMachine } from '#machines/notice';
import { sessionMachine } from '#machines/session';
import { signInMachine } from '#machines/signIn';
import { expectRandomRunsToFail, withGuard, withoutActions, withoutTimer, withState } from './mutants';

/* Breaks each rule of signing in once, and checks that a random run notices. */

const [identity, session, signIn, notice]: AnyStateMachine[] = [
  identityMachine,
  sessionMachine,
  signInMachine,
  noticeMachine,
];
const anywhere = ({ context }: { context: { connection: Connection } }, found: SignInSession | null) =>
  found?.address === context.connection.address && found.life > 0 && found.life <= SESSION_LIFETIME;
const isSure = ({ context }: { context: { session: SignInSession | null } }) => context.session !== null;
/** Returns `machine` with other `parts` in the actor that the state `name` invokes. */
const asking = (machine: AnyStateMachine, name: string, parts: object) => {
  const state = name.split('.').reduce((part, key) => part.states[key]!, machine.root);
  return withState(machine, name, { invoke: { ...(state.config.invoke as object), ...parts } });
};

describe('a random run fails when a rule of signing in is broken', () => {
  test.each<[string, string, AnyStateMachine]>([
    ['every session counts', 'The session is of another account.', withGuard(identity!, 'isOwnSession', true)],
    [
      'another account keeps the session',
      'The session is of another account.',
      withGuard(identity!, 'isOtherAccount', false),
    ],
    [
      'a session on any network counts',
      'The session is of a network that is not used here.',
      withGuard(identity!, 'isOwnSession', anywhere),
    ],
    [
      'a refused signature counts',
      'A visitor counts as signed in who has proved nothing.',
      withGuard(signIn!, 'accepted', true),
    ],
    ['a session never ends', 'A session has outlived its end.', withoutTimer(identity!, 'sessionLifetime')],
    [
      'a session is kept after leaving',
      'A session is left over.',
      identity!.provide({ actions: { clearSession: assign({ unsure: false }) } } as never),
    ],
    [
      'every visitor who leaves is signed out',
      'A visitor is signed out who was not signed in.',
      withState(identity!, 'left', { always: 'signingOut' }),
    ],
    [
      'a visitor who leaves before the answer stays signed in',
      'A visitor has left who may be signed in.',
      withState(identity!, 'checkingSession', { on: { 'wallet.disconnected': 'disconnected' } }),
    ],
    [
      'a visitor who cancels after a missing answer stays signed in',
      'A visitor has left who may be signed in.',
      withGuard(identity!, 'mayHaveSession', isSure),
    ],
    [
      'a running verification is not told',
      'A session is left over that the page does not know.',
      withoutActions(signIn!, 'tellBegun'),
    ],
    [
      'the identity does not hear of a running verification',
      'A session is left over that the page does not know.',
      withoutActions(session!, 'tellIdentity'),
    ],
    [
      'a connected visitor never changes',
      'The page shows another account than the connected one.',
      withState(identity!, 'connected', { on: { 'wallet.connected': {} } }),
    ],
    [
      'the session stores no step',
      'The page shows another account than the connected one.',
      withoutActions(session!, 'storeStep'),
    ],
    ['the identity does not hear that a visitor leaves', 'Back does not lead', withoutActions(session!, 'leave')],
    ['everyone must sign in', 'A visitor need not sign in, and is asked to.', withGuard(identity!, 'mustSignIn', true)],
    [
      'the sign-in goes on with another account',
      'The sign-in is about another account or network.',
      withState(session!, 'unauthenticated.signingIn', { on: { 'visitor.moved': { actions: 'storeStep' } } }),
    ],
    [
      'every network will do to sign in',
      'A message to sign is about a network that is not used here.',
      withGuard(signIn!, 'supported', true),
    ],
    ['every answer is a signature', 'Something is verified that is no signature.', withGuard(signIn!, 'signed', true)],
    [
      'a message is never too old',
      'A message is verified that is too old.',
      withoutTimer(signIn!, 'messageRenewalDelay'),
    ],
    [
      'a second press sends the message again',
      'A message is used twice: requestSignature.',
      withState(signIn!, 'signing', { on: { sign: { target: 'signing', reenter: true } } }),
    ],
    [
      'a failed message can be sent again',
      'A message is used twice: requestSignature.',
      asking(signIn!, 'signing', { onError: 'idle.ready' }),
    ],
    [
      'a lost verdict is asked for again',
      'A message is used twice: verify.',
      asking(signIn!, 'verifying', { onError: { target: 'verifying', reenter: true } }),
    ],
    [
      'a visitor can not cancel while the wallet is asked',
      "The dialog signIn can't be closed.",
      withState(signIn!, 'signing', { on: { cancel: {} } }),
    ],
    ['the wallet may be silent forever', 'waits forever', withoutTimer(signIn!, 'walletReplyTimeout')],
    [
      'a failure can not be dismissed',
      "A notice can't be dismissed.",
      withState(notice!, 'failure.signOut', { on: { dismissFailure: {} } }),
    ],
    ['no answer is a signature', 'An honest visitor is not let in.', withGuard(signIn!, 'signed', false)],
  ])('a random run fails: %s', (_, sentence, machine) => expectRandomRunsToFail(machine, sentence, true), 60_000);
});
