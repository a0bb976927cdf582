import { describe, expect, test } from 'vitest';
import { type AnyEventObject, fromCallback } from 'xstate';
import { ETHEREUM } from '#domain/chain';
import { identityMachine } from '#machines/identity';
import { testLive } from '../engine/live';
import { perform } from '../engine/perform';
import { doneEvent, errorEvent } from '../engine/words';
import { otherAccount, sampleConnection, sessionOf } from '../samples/connections';
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
  const disconnected = { type: 'wallet.disconnected' };
  const known = doneEvent('checkSession', sessionOf(sampleConnection));
  const unknown = doneEvent('checkSession', null);

  /** Returns the emitted steps with their accounts, after `events`. */
  async function toldOf(events: AnyEventObject[], mustSignIn = true) {
    const { actor, send } = perform(identityMachine, { input: { mustSignIn, chains: [ETHEREUM] } });
    const told: string[] = [];
    actor.on('*', (news) => {
      const of = 'connection' in news && news.connection?.address;
      told.push(
        [news.type, of === sampleConnection.address && 'first', of === otherAccount.address && 'other']
          .filter(Boolean)
          .join(' '),
      );
    });
    for (const event of events) await send(event);
    return told;
  }

  test.each<[string, AnyEventObject[], string[]]>([
    ['that nobody comes back', [{ type: 'restore.ended' }], ['visitor.disconnected']],
    [
      'who signs in',
      [
        connected,
        doneEvent('checkSession', null),
        { type: 'signIn.begun' },
        { type: 'signIn.ended', session: sessionOf(sampleConnection) },
      ],
      ['visitor.checking first', 'visitor.unauthenticated first', 'visitor.connected first'],
    ],
    [
      'another account while it is checked',
      [connected, { ...connected, connection: otherAccount }],
      ['visitor.checking first', 'visitor.moved other'],
    ],
    [
      'who is signed out because of another account',
      [connected, known, { ...connected, connection: otherAccount }, doneEvent('signOut')],
      [
        'visitor.checking first',
        'visitor.connected first',
        'visitor.signingOut other',
        'visitor.unauthenticated other',
      ],
    ],
    [
      'who leaves',
      [connected, known, { type: 'leave' }, disconnected, doneEvent('signOut')],
      [
        'visitor.checking first',
        'visitor.connected first',
        'visitor.disconnecting first',
        'visitor.signingOut',
        'visitor.disconnected',
      ],
    ],
    [
      'who cancels the sign-in',
      [
        connected,
        doneEvent('checkSession', null),
        { type: 'signIn.begun' },
        { type: 'signIn.ended', session: null },
        disconnected,
      ],
      [
        'visitor.checking first',
        'visitor.unauthenticated first',
        'visitor.disconnecting first',
        'visitor.disconnected',
      ],
    ],
    [
      'a wallet that goes while its visitor is signed out',
      [connected, doneEvent('checkSession', sessionOf(otherAccount)), disconnected, doneEvent('signOut')],
      ['visitor.checking first', 'visitor.signingOut first', 'visitor.moved', 'visitor.disconnected'],
    ],
    [
      'that signing out failed, before what comes of it',
      [connected, known, disconnected, errorEvent('signOut', new Error('no'))],
      [
        'visitor.checking first',
        'visitor.connected first',
        'visitor.signingOut',
        'signOut.failed',
        'visitor.disconnected',
      ],
    ],
    [
      'nothing of a wallet that is being left',
      [connected, known, { type: 'leave' }, { ...connected, connection: otherAccount }],
      ['visitor.checking first', 'visitor.connected first', 'visitor.disconnecting first'],
    ],
    [
      'that another tab has signed out',
      [connected, known, { type: 'session.ended' }],
      ['visitor.checking first', 'visitor.connected first', 'visitor.unauthenticated first'],
    ],
  ])('the identity machine emits each change: %s', async (_, events, told) =>
    expect(await toldOf(events)).toEqual(told),
  );

  const undecided = { reconnecting: [], checkingSession: [connected], signingOut: [connected, known, disconnected] };
  const waits = { ...undecided, disconnecting: [connected, known, { type: 'leave' }] };

  test.each(Object.entries(waits))(
    'the identity machine emits its result even if no answer arrives: %s',
    async (state, events) => {
      const { actor, clock, send, snapshot } = perform(identityMachine, {
        input: { mustSignIn: true, chains: [ETHEREUM] },
      });
      for (const event of events) await send(event);
      expect(snapshot().value).toBe(state);
      const told: string[] = [];
      actor.on('*', ({ type }) => told.push(type));
      clock.increment(5_000);
      clock.increment(15_000);
      expect(told.at(-1)).toMatch(/^visitor\.(disconnected|unauthenticated)$/);
      expect(snapshot().hasTag('busy')).toBe(false);
    },
  );

  const verifying = [connected, doneEvent('checkSession', null), { type: 'signIn.begun' }, { type: 'verify.begun' }];
  const ended = { type: 'signIn.ended', session: null };
  const moved = { ...connected, connection: otherAccount };

  test.each<[string, AnyEventObject[], string]>([
    ['a visitor cancels', [ended, disconnected], 'signingOut'],
    ['the wallet goes', [disconnected], 'signingOut'],
    ['the wallet names another account', [moved], 'signingOut'],
    ['a visitor cancels after the answer', [{ type: 'verify.ended' }, ended, disconnected], 'disconnected'],
    ['the wallet goes after the answer', [{ type: 'verify.ended' }, disconnected], 'disconnected'],
    ['the wallet names another account after the answer', [{ type: 'verify.ended' }, moved], 'signingIn'],
    ['the wallet names the same account', [connected], 'signingIn'],
    ['the account is signed in', [{ ...ended, session: sessionOf(sampleConnection) }, disconnected], 'signingOut'],
    [
      'it was signed out before',
      [disconnected, doneEvent('signOut'), connected, unknown, disconnected],
      'disconnected',
    ],
  ])('a session whose start is uncertain is ended: %s', async (_, events, state) => {
    const { send, snapshot } = perform(identityMachine, { input: { mustSignIn: true, chains: [ETHEREUM] } });
    for (const event of [...verifying, ...events]) await send(event);
    expect(snapshot().value).toBe(state);
  });

  test('a connection that is not restored within 5 s counts as disconnected', () => {
    const { clock, snapshot } = perform(identityMachine, { input: { mustSignIn: false, chains: [ETHEREUM] } });
    clock.increment(4_999);
    expect(snapshot().value).toBe('reconnecting');
    clock.increment(1);
    expect(snapshot().value).toBe('disconnected');
  });

  test('the identity machine requests the connection first, and disconnects it at last', async () => {
    const asked: AnyEventObject[] = [];
    const connectionLine = fromCallback<AnyEventObject>(({ receive }) => receive((event) => asked.push(event)));
    const input = { mustSignIn: false, chains: [ETHEREUM] };
    const { send, snapshot } = perform(identityMachine, { input, actors: { connectionLine } });
    for (const event of [connected, { type: 'leave' }]) await send(event);
    expect([snapshot().value, asked]).toEqual(['disconnecting', [{ type: 'report' }, { type: 'disconnect' }]]);
  });

  test('the identity machine emits no sign-in events if sign-in is not required', async () => {
    expect(await toldOf([connected, { ...connected, connection: otherAccount }, disconnected], false)).toEqual([
      'visitor.connected first',
      'visitor.moved other',
      'visitor.disconnected',
    ]);
  });
});
