import { describe, expect, test } from 'vitest';
import { type AnyEventObject, fromCallback } from 'xstate';
import { ETHEREUM } from '#domain/chain';
import { identityMachine } from '#machines/identity';
import { testLive } from '../engine/live';
import { type EventOrDelay, perform } from '../engine/perform';
import { createDoneEvent, createErrorEvent } from '../engine/words';
import { createSession, otherAccount, sampleConnection } from '../samples/connections';
import { identityWorld } from '../samples/identity';

testLive(identityMachine, identityWorld, ({ given, input }) => {
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

describe('events that the identity machine emits', () => {
  const connected = { type: 'wallet.connected', connection: sampleConnection };
  const moved = { ...connected, connection: otherAccount };
  const [disconnected, leaves] = [{ type: 'wallet.disconnected' }, { type: 'leave' }];
  const known = createDoneEvent('checkSession', createSession(sampleConnection));
  const { life } = createSession(sampleConnection);
  const unknown = createDoneEvent('checkSession', null);
  const lost = createErrorEvent('checkSession', new Error('no'));
  const foreign = createDoneEvent('checkSession', createSession(otherAccount));
  const signedOut = createDoneEvent('signOut');
  const failed = createErrorEvent('signOut', new Error('no'));
  const begins = { type: 'signIn.begun' };
  const cancels = { type: 'signIn.ended', session: null };
  const signsIn = { ...cancels, session: createSession(sampleConnection) };

  /** Returns the emitted steps with their accounts, after `events`. */
  async function toldOf(events: EventOrDelay[], mustSignIn = true) {
    const { actor, play } = perform(identityMachine, { input: { mustSignIn, chains: [ETHEREUM] } });
    const told: string[] = [];
    actor.on('*', (news) => {
      const of = 'connection' in news && news.connection?.address;
      const who = of === sampleConnection.address ? ' first' : of === otherAccount.address ? ' other' : '';
      told.push(news.type.replace('visitor.', '') + who);
    });
    await play(events);
    return told.join(', ');
  }

  test.each<[string, EventOrDelay[], string]>([
    ['that nobody comes back', [{ type: 'restore.ended' }], 'disconnected'],
    ['who signs in', [connected, unknown, begins, signsIn], 'checking first, unauthenticated first, connected first'],
    ['another account while it is checked', [connected, moved], 'checking first, moved other'],
    [
      'who is signed out because of another account',
      [connected, known, moved, signedOut],
      'checking first, connected first, signingOut other, unauthenticated other',
    ],
    [
      'who leaves',
      [connected, known, leaves, disconnected, signedOut],
      'checking first, connected first, disconnecting first, signingOut, disconnected',
    ],
    [
      'who cancels the sign-in',
      [connected, unknown, begins, cancels, disconnected],
      'checking first, unauthenticated first, disconnecting first, disconnected',
    ],
    [
      'a wallet that goes while its visitor is signed out',
      [connected, foreign, disconnected, signedOut],
      'checking first, signingOut first, moved, disconnected',
    ],
    [
      'that signing out failed, before what comes of it',
      [connected, known, disconnected, failed],
      'checking first, connected first, signingOut, signOut.failed, disconnected',
    ],
    [
      'nothing of a wallet that is being left',
      [connected, known, leaves, moved],
      'checking first, connected first, disconnecting first',
    ],
    ['a session check that fails', [connected, lost], 'checking first, unauthenticated first'],
    [
      'another account that must sign in',
      [connected, unknown, moved],
      'checking first, unauthenticated first, unauthenticated other',
    ],
    [
      'that another tab has signed in',
      [connected, unknown, { type: 'session.begun' }],
      'checking first, unauthenticated first, checking first',
    ],
    [
      'another account while a signature is verified',
      [connected, unknown, begins, { type: 'verify.begun' }, moved],
      'checking first, unauthenticated first, signingOut other',
    ],
    ['nothing before a session ends', [connected, known, life - 1], 'checking first, connected first'],
    ['a session that ends', [connected, known, life], 'checking first, connected first, checking first'],
    [
      'a sign-out without an answer for 15 s',
      [connected, known, disconnected, 15_000],
      'checking first, connected first, signingOut, signOut.failed, disconnected',
    ],
    [
      'that another tab has signed out',
      [connected, known, { type: 'session.ended' }],
      'checking first, connected first, unauthenticated first',
    ],
  ])('the identity machine emits each change: %s', async (_, events, told) => expect(await toldOf(events)).toBe(told));

  const undecided = { reconnecting: [], checkingSession: [connected], signingOut: [connected, known, disconnected] };
  const waits = { ...undecided, disconnecting: [connected, known, leaves] };

  test.each(Object.entries(waits))(
    'the identity machine emits its result even if no answer arrives: %s',
    async (state, events) => {
      const input = { mustSignIn: true, chains: [ETHEREUM] };
      const { actor, play, snapshot } = perform(identityMachine, { input });
      await play(events);
      expect(snapshot().value).toBe(state);
      const told: string[] = [];
      actor.on('*', ({ type }) => told.push(type));
      await play([5_000, 15_000]);
      expect(told.at(-1)).toMatch(/^visitor\.(disconnected|unauthenticated)$/);
      expect(snapshot().hasTag('busy')).toBe(false);
    },
  );

  const verifying = [connected, unknown, begins, { type: 'verify.begun' }];
  const decided = { type: 'verify.ended' };

  test.each<[string, AnyEventObject[], string]>([
    ['a visitor cancels', [cancels, disconnected], 'signingOut'],
    ['the wallet goes', [disconnected], 'signingOut'],
    ['the wallet names another account', [moved], 'signingOut'],
    ['a visitor cancels after the answer', [decided, cancels, disconnected], 'disconnected'],
    ['the wallet goes after the answer', [decided, disconnected], 'disconnected'],
    ['the wallet names another account after the answer', [decided, moved], 'signingIn'],
    ['the wallet names the same account', [connected], 'signingIn'],
    ['the account is signed in', [signsIn, disconnected], 'signingOut'],
    ['it was signed out before', [disconnected, signedOut, connected, unknown, disconnected], 'disconnected'],
  ])('a session whose start is uncertain is ended: %s', async (_, events, state) => {
    const { play, snapshot } = perform(identityMachine, { input: { mustSignIn: true, chains: [ETHEREUM] } });
    await play([...verifying, ...events]);
    expect(snapshot().value).toBe(state);
  });

  test('a connection that is not restored within 5 s counts as disconnected', () => {
    const { clock, snapshot } = perform(identityMachine, { input: { mustSignIn: false, chains: [ETHEREUM] } });
    clock.increment(4_999);
    expect(snapshot().value).toBe('reconnecting');
    clock.increment(1);
    expect(snapshot().value).toBe('disconnected');
  });

  test('the identity machine asks for the connection at first, and ends it on `leave`', async () => {
    const asked: AnyEventObject[] = [];
    const connectionLine = fromCallback<AnyEventObject>(({ receive }) => receive((event) => asked.push(event)));
    const input = { mustSignIn: false, chains: [ETHEREUM] };
    const { send, snapshot } = perform(identityMachine, { input, actors: { connectionLine } });
    for (const event of [connected, { type: 'leave' }]) await send(event);
    expect([snapshot().value, asked]).toEqual(['disconnecting', [{ type: 'report' }, { type: 'disconnect' }]]);
  });

  test('the identity machine emits no sign-in events if sign-in is not required', async () => {
    expect(await toldOf([connected, moved, disconnected], false)).toBe('connected first, moved other, disconnected');
  });
});
