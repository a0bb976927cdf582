import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AnyStateMachine, assign, createMachine } from 'xstate';
import type { Connection } from '#domain/connection';
import { SESSION_LIFETIME, type SignInSession } from '#domain/signIn';
import { approvalMachine } from '#machines/approval';
import { attemptMachine } from '#machines/attempt';
import { connectionMachine } from '#machines/connection';
import { identityMachine } from '#machines/identity';
import { noticeMachine } from '#machines/notice';
import { pairingMachine } from '#machines/pairing';
import { restoreMachine } from '#machines/restore';
import { sessionMachine } from '#machines/session';
import { signInMachine } from '#machines/signIn';
import { generateRandomRuns } from './play';
import { createPageMachines } from './ports';

/*
 * Breaks each connection between the page's machines once, and each rule of signing in. Random runs must find each
 * fault. A `Broken` machine is a machine with the description of its fault.
 */

type Broken = [fault: string, machine: AnyStateMachine];

/** Throws if the machine has no action, guard or delay `name`. A mutant could not change such a part. */
function needPart(machine: AnyStateMachine, kind: 'actions' | 'guards' | 'delays', name: string) {
  if (!(name in machine.implementations[kind])) throw new Error(`${machine.id} has no ${name} among its ${kind}.`);
}

/** Returns a copy of `machine` in which these actions do nothing, so that it sends fewer events. */
function withoutActions(machine: AnyStateMachine, ...actions: string[]): Broken {
  for (const name of actions) needPart(machine, 'actions', name);
  const idle = Object.fromEntries(actions.map((name) => [name, () => {}]));
  return [`${machine.id} without ${actions}`, machine.provide({ actions: idle } as never)];
}

type Guard = (args: never, params: never) => boolean;

function withGuard(machine: AnyStateMachine, guard: string, answer: boolean | Guard): Broken {
  needPart(machine, 'guards', guard);
  const other = typeof answer === 'boolean' ? () => answer : answer;
  return [`${machine.id} with another ${guard}`, machine.provide({ guards: { [guard]: other } } as never)];
}

function withoutTimer(machine: AnyStateMachine, delay: string): Broken {
  needPart(machine, 'delays', delay);
  return [`${machine.id} without ${delay}`, machine.provide({ delays: { [delay]: 2 ** 31 - 1 } })];
}

interface Chart {
  [key: string]: Chart;
}

/** Returns a copy of `machine` with other parts in the state `name` (`a.b`). Transitions in `on` are added. */
function withState(machine: AnyStateMachine, name: string, parts: Record<string, unknown> & { on?: object }): Broken {
  const copy = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(copy);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, copy(value)]));
  };
  const chart = copy(machine.config) as Chart;
  const state = name.split('.').reduce((part, key) => part.states![key]!, chart);
  Object.assign(state, parts, { on: { ...state.on, ...parts.on } });
  const broken = createMachine(chart as never).provide(machine.implementations as never);
  return [`${machine.id} with another ${name}`, broken as unknown as AnyStateMachine];
}

const checkRandomRunsToFail = (signsIn: boolean) => async (sentence: string, _: string, machine: AnyStateMachine) => {
  const runs = generateRandomRuns({ cast: createPageMachines({ [machine.id]: machine }), signsIn, only: sentence });
  // With a fixed seed, this test finds the same fault whenever it runs.
  const { failed, errorInstance } = await fc.check(runs, { numRuns: 600, seed: 2, endOnFailure: true });
  expect([failed, String(errorInstance)]).toEqual([true, expect.stringContaining(sentence)]);
};

const [approval, attempt, connection, pairing, restore]: AnyStateMachine[] = [
  approvalMachine,
  attemptMachine,
  connectionMachine,
  pairingMachine,
  restoreMachine,
];
const [identity, session, signIn, notice]: AnyStateMachine[] = [
  identityMachine,
  sessionMachine,
  signInMachine,
  noticeMachine,
];

test.each<[string, string, AnyStateMachine]>([
  ['An attempt waits, and its wallet is not asked.', ...withoutActions(attempt!, 'claim')],
  ['A wallet is asked for a failed attempt.', ...withoutActions(attempt!, 'withdraw')],
  ['An attempt waits, and its wallet is not asked.', ...withoutActions(connection!, 'tellRefused')],
  ['The page shows another account', ...withoutActions(connection!, 'tellConnected')],
  ['An attempt waits for a code that was not requested.', ...withoutActions(approval!, 'requestPairing')],
  ['A code is shown that no attempt wants.', ...withGuard(pairing!, 'owner', false)],
  ['An attempt does not show its code.', ...withoutActions(pairing!, 'tellCode')],
  ['A pairing is over, and the connection waits.', ...withoutActions(pairing!, 'tellApproved')],
  ['An attempt does not show that the relay is out of reach.', ...withoutActions(pairing!, 'tellLost')],
  ['A wallet is open that was not chosen.', ...withoutActions(connection!, 'closeStrays')],
  ['A wallet is asked that no attempt wants.', ...withGuard(connection!, 'isClaimant', false)],
  ['The page waits for a stored wallet that has answered.', ...withoutActions(restore!, 'tellLocked')],
])('random runs report the broken rule "%s" with the broken machine: %s', checkRandomRunsToFail(false), 60_000);

const anywhere = ({ context }: { context: { connection: Connection } }, found: SignInSession | null) =>
  found?.address === context.connection.address && found.life > 0 && found.life <= SESSION_LIFETIME;
const isSure = ({ context }: { context: { session: SignInSession | null } }) => context.session !== null;
/** Returns `machine` with other `parts` of the actor that it invokes in the state `name`. */
const withInvoke = (machine: AnyStateMachine, name: string, parts: object) => {
  const state = name.split('.').reduce((part, key) => part.states[key]!, machine.root);
  return withState(machine, name, { invoke: { ...(state.config.invoke as object), ...parts } });
};

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
])('random sign-in runs report the broken rule "%s" with the machine: %s', checkRandomRunsToFail(true), 60_000);
