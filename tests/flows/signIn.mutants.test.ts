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
/** Returns `machine` with other `parts` of the actor that it invokes in the state `name`. */
const withInvoke = (machine: AnyStateMachine, name: string, parts: object) => {
  const state = name.split('.').reduce((part, key) => part.states[key]!, machine.root);
  return withState(machine, name, { invoke: { ...(state.config.invoke as object), ...parts } });
};

describe('a random run fails when a rule of signing in is broken', () => {
  test.each<[string, string, AnyStateMachine]>([
    ['The session is of another account.', ...withGuard(identity!, 'isOwnSession', true)],
    ['The session is of another account.', ...withGuard(identity!, 'isOtherAccount', false)],
    ['The session is of a network that is not used here.', ...withGuard(identity!, 'isOwnSession', anywhere)],
    ['A visitor counts as signed in who has proved nothing.', ...withGuard(signIn!, 'accepted', true)],
    ['A session has outlived its end.', ...withoutTimer(identity!, 'sessionLifetime')],
    [
      'A session is left over.',
      'identity that keeps its session',
      identity!.provide({ actions: { clearSession: assign({ unsure: false }) } } as never),
    ],
    ['A visitor is signed out who was not signed in.', ...withState(identity!, 'left', { always: 'signingOut' })],
    [
      'A visitor has left who may be signed in.',
      ...withState(identity!, 'checkingSession', { on: { 'wallet.disconnected': 'disconnected' } }),
    ],
    ['A visitor has left who may be signed in.', ...withGuard(identity!, 'mayHaveSession', isSure)],
    ['A session is left over that the page does not know.', ...withoutActions(signIn!, 'tellBegun')],
    ['A session is left over that the page does not know.', ...withoutActions(session!, 'tellIdentity')],
    [
      'The page shows another account than the connected one.',
      ...withState(identity!, 'connected', { on: { 'wallet.connected': {} } }),
    ],
    ['The page shows another account than the connected one.', ...withoutActions(session!, 'storeStep')],
    ['Back does not lead', ...withoutActions(session!, 'leave')],
    ['A visitor need not sign in, and is asked to.', ...withGuard(identity!, 'mustSignIn', true)],
    [
      'The sign-in is about another account or network.',
      ...withState(session!, 'unauthenticated.signingIn', { on: { 'visitor.moved': { actions: 'storeStep' } } }),
    ],
    ['A message to sign is about a network that is not used here.', ...withGuard(signIn!, 'supported', true)],
    ['Something is verified that is no signature.', ...withGuard(signIn!, 'signed', true)],
    ['A message is verified that is too old.', ...withoutTimer(signIn!, 'messageRenewalDelay')],
    [
      'A message is used twice: requestSignature.',
      ...withState(signIn!, 'signing', { on: { sign: { target: 'signing', reenter: true } } }),
    ],
    ['A message is used twice: requestSignature.', ...withInvoke(signIn!, 'signing', { onError: 'idle.ready' })],
    [
      'A message is used twice: verify.',
      ...withInvoke(signIn!, 'verifying', { onError: { target: 'verifying', reenter: true } }),
    ],
    ["The dialog signIn can't be closed.", ...withState(signIn!, 'signing', { on: { cancel: {} } })],
    ['waits forever', ...withoutTimer(signIn!, 'walletReplyTimeout')],
    ["A notice can't be dismissed.", ...withState(notice!, 'failure.signOut', { on: { dismissFailure: {} } })],
    ['An honest visitor is not let in.', ...withGuard(signIn!, 'signed', false)],
  ])(
    'a random run reports "%s" when sign-in is broken by %s',
    (sentence, _, machine) => expectRandomRunsToFail(machine, sentence, true),
    60_000,
  );
});
