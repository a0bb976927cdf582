import { expect, test } from 'vitest';
import { identityMachine } from '#machines/identity';
import { testLive } from '../engine/live';
import { type EventOrDelay, perform } from '../engine/perform';
import { createDoneEvent, createErrorEvent } from '../engine/words';
import { createSession, otherAccount, sampleConnection, sampleIdentityInput } from '../samples/connections';
import { identitySamples } from '../samples/session';
import { checkScenario, type MachineScenario, recordMessages } from './scenarios';

testLive(identityMachine, identitySamples, ({ given, input }) => {
  const { chains, mustSignIn } = input;
  return {
    '*': ({ context }) => {
      expect(context).toMatchObject({ chains, mustSignIn });
      if (!mustSignIn) expect(context).toMatchObject({ session: null, unsure: false });
    },
    reconnecting: ({ context }) => expect(context).toMatchObject({ connection: null, session: null, unsure: false }),
    checkingSession: ({ children, context: { connection, session, unsure } }) => {
      expect(children.checkSession).toBeDefined();
      expect([mustSignIn, connection === null, session, unsure]).toEqual([true, false, null, true]);
    },
    disconnecting: ({ context: { connection } }) => expect(connection).not.toBeNull(),
    signingOut: ({ children, context: { session, unsure } }) => {
      expect(children.signOut).toBeDefined();
      expect([mustSignIn, session, unsure]).toEqual([true, null, false]);
    },
    disconnected: ({ context }) => expect(context).toMatchObject({ connection: null, session: null, unsure: false }),
    unauthenticated: ({ context: { connection, session } }) => {
      expect([mustSignIn, connection === null, session]).toEqual([true, false, null]);
      expect(given('watchSession')).toEqual({ address: connection?.address });
    },
    signingIn: ({ children, context: { connection, session } }) => {
      expect([mustSignIn, connection === null, session]).toEqual([true, false, null]);
      expect(children.watchSession).toBeUndefined();
    },
    connected: ({ children, context: { connection, session, unsure } }) => {
      expect([children.showConnected !== undefined, unsure, connection === null]).toEqual([true, false, false]);
      expect(given('watchSession')).toEqual({ address: session?.address ?? null });
      expect(session?.address).toBe(mustSignIn ? connection?.address : undefined);
    },
  };
});

const connected = { type: 'wallet.connected', connection: sampleConnection };
const moved = { ...connected, connection: otherAccount };
const gone = 'wallet.disconnected';
const session = createSession(sampleConnection);
const known = createDoneEvent('checkSession', session);
const unknown = createDoneEvent('checkSession', null);
const lost = createErrorEvent('checkSession', new Error('no'));
const foreign = createDoneEvent('checkSession', createSession(otherAccount));
const signedOut = createDoneEvent('signOut');
const failed = createErrorEvent('signOut', new Error('no'));
const cancels = { type: 'signIn.ended', session: null };
const signsIn = { type: 'signIn.ended', session };

const isIn = [connected, known];
const isOut = [connected, unknown];
const isVerifying = [...isOut, 'signIn.begun', 'verify.begun'];

/** Sends `before` and `events`. Returns the events that the machine emits for `events`, as a text. */
async function hearFrom(before: EventOrDelay[], events: EventOrDelay[], mustSignIn = true) {
  const { actor, play } = perform(identityMachine, { input: { ...sampleIdentityInput, mustSignIn } });
  await play(before);
  const names = new Map([
    [sampleConnection.address, ''],
    [otherAccount.address, ' other'],
  ]);
  const told: string[] = [];
  actor.on('*', (news) => {
    const account = 'connection' in news ? (names.get(news.connection?.address ?? '') ?? ' none') : '';
    told.push(news.type.replace('visitor.', '') + account);
  });
  await play(events);
  return told.join(', ');
}

test.each<[what: string, before: EventOrDelay[], events: EventOrDelay[], told: string]>([
  ['no wallet is restored', [], ['restore.ended'], 'disconnected none'],
  ['the server has no session', [], isOut, 'checking, unauthenticated'],
  ['the visitor is signed in', [], isIn, 'checking, connected'],
  ['the visitor signs in', isOut, ['signIn.begun', signsIn], 'connected'],
  ['the account changes during the session check', [connected], [moved], 'moved other'],
  ['a change of account ends the session', isIn, [moved, signedOut], 'signingOut other, unauthenticated other'],
  ['the visitor disconnects', isIn, ['leave', gone, signedOut], 'disconnecting, signingOut none, disconnected none'],
  ['the visitor cancels the sign-in', isOut, ['signIn.begun', cancels, gone], 'disconnecting, disconnected none'],
  ['the wallet disconnects', [connected], [foreign, gone, signedOut], 'signingOut, moved none, disconnected none'],
  ['signing out fails', isIn, [gone, failed], 'signingOut none, signOut.failed, disconnected none'],
  ['the account changes while the wallet is being disconnected', isIn, ['leave', moved], 'disconnecting'],
  ['the session check fails', [connected], [lost], 'unauthenticated'],
  ['another account must sign in', isOut, [moved], 'unauthenticated other'],
  ['another tab has signed in', isOut, ['session.begun'], 'checking'],
  ['the account changes during a verification', isVerifying, [moved], 'signingOut other'],
  ['the session goes on', isIn, [session.life - 1], ''],
  ['the session ends', isIn, [session.life], 'checking'],
  ['signing out takes 15 s', isIn, [gone, 15_000], 'signingOut none, signOut.failed, disconnected none'],
  ['another tab has signed out', isIn, ['session.ended'], 'unauthenticated'],
])("the identity machine emits each change of the visitor's status when %s", async (_, before, events, told) =>
  expect(await hearFrom(before, events)).toBe(told),
);

test('the identity machine emits no sign-in events if sign-in is not required', async () =>
  expect(await hearFrom([], [connected, moved, gone], false)).toBe('connected, moved other, disconnected none'));

test.each<MachineScenario>([
  ['the connection is not restored for 5 s', [4_999], 'reconnecting'],
  ['the connection is not restored in time', [5_000], 'disconnected'],
  ['the session check gives no answer', [connected, 15_000], 'unauthenticated'],
  ['the server does not end the session', [...isIn, gone, 15_000], 'disconnected'],
  ['the wallet does not disconnect', [...isIn, 'leave', 5_000, 15_000], 'disconnected'],
  ['a visitor cancels a verification', [...isVerifying, cancels, gone], 'signingOut'],
  ['the wallet disconnects during a verification', [...isVerifying, gone], 'signingOut'],
  ['the account changes during a verification', [...isVerifying, moved], 'signingOut'],
  ['a visitor cancels after the verdict', [...isVerifying, 'verify.ended', cancels, gone], 'disconnected'],
  ['the wallet disconnects after the verdict', [...isVerifying, 'verify.ended', gone], 'disconnected'],
  ['the account changes after the verdict', [...isVerifying, 'verify.ended', moved], 'signingIn'],
  ['the wallet names the same account', [...isVerifying, connected], 'signingIn'],
  ['the wallet disconnects after the sign-in', [...isVerifying, signsIn, gone], 'signingOut'],
  ['a session was ended before', [...isVerifying, gone, signedOut, ...isOut, gone], 'disconnected'],
])('the identity machine ends a wait or session if %s', checkScenario(identityMachine, { input: sampleIdentityInput }));

test('the identity machine sends `report` at its start, and `disconnect` after `leave`', async () => {
  const { line: connectionLine, told } = recordMessages();
  const input = { ...sampleIdentityInput, mustSignIn: false };
  const { play, snapshot } = perform(identityMachine, { input, actors: { connectionLine } });
  await play([connected, 'leave']);
  expect([snapshot().value, told]).toEqual(['disconnecting', [{ type: 'report' }, { type: 'disconnect' }]]);
});
