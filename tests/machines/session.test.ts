import { describe, expect, test } from 'vitest';
import type { AnyEventObject } from 'xstate';
import { ETHEREUM } from '#domain/chain';
import type { Connection } from '#domain/connection';
import { SESSION_LIFETIME, type SignedIn } from '#domain/signIn';
import { sessionMachine } from '#machines/session';
import { perform } from '../engine/perform';
import { proveAll } from '../engine/tier';
import { doneEvent, errorEvent } from '../engine/words';
import { elsewhere, otherAccount, sampleConnection, sessionOf } from '../samples/connections';
import { childrenOf, sessionWorld, undecided } from '../samples/session';
import { performVisitor } from './visitor';

const hears = (connection: Connection) => ({ type: 'wallet.connected', connection });
const connected = hears(sampleConnection);
const disconnected = { type: 'wallet.disconnected' };
const ask = { type: 'dialog.request', phone: false };
const askOnPhone = { type: 'dialog.request', phone: true };
const close = { type: 'close' };
const nothing = { type: 'restore.ended' };
const unknown = doneEvent('checkSession', null);
const known = (one: Connection = sampleConnection, life?: number) => doneEvent('checkSession', sessionOf(one, life));
const proven = (one: Connection = sampleConnection) => doneEvent('signIn', sessionOf(one));
const cancelled = doneEvent('signIn', null);
const unclear = errorEvent('checkSession', new Error('no line'));
const signedOut = doneEvent('signOut');
const stays = errorEvent('signOut', new Error('The server does not answer.'));

const none = (state: string) => ({ [state]: 'none' });
const signingIn = { unauthenticated: 'signingIn' };

const DIALOGS = ['connect', 'mobileConnect', 'signIn', 'account', 'chain'] as const;
const OWN = ['connect', 'mobileConnect', 'signIn', 'manage'] as const;

interface Outset {
  request?: { phone: boolean } | null;
  mustSignIn?: boolean;
  chains?: (typeof ETHEREUM)[];
}

async function visitor(events: AnyEventObject[] = [], outset: Outset = {}) {
  const input = { request: null, mustSignIn: true, chains: [ETHEREUM], ...outset };
  const { send, snapshot, ...rest } = performVisitor({ input });
  for (const event of events) await send(event);
  const open = () => DIALOGS.filter((dialog) => snapshot().children[dialog]);
  return { ...rest, send, snapshot, open };
}

/** Starts a page without sign-in. */
const guest = (events: AnyEventObject[] = [], request: Outset['request'] = null) =>
  visitor(events, { request, mustSignIn: false });

describe('the session machine', () => {
  const { coverage, paths, complete } = proveAll('live', sessionMachine, sessionWorld);

  for (const { title, input, follow } of paths)
    test(title, async () => {
      const { stop, given, ...life } = perform(sessionMachine, { input, coverage });
      const { chains, mustSignIn } = input;
      await follow({
        ...life,
        states: {
          '*': ({ children, context }) => {
            expect(OWN.filter((dialog) => children[dialog]).length).toBeLessThan(2);
            expect(context).toMatchObject({ chains, mustSignIn });
            expect(given('identity')).toEqual({ chains, mustSignIn });
          },
          'undecided.question.reconnecting': ({ context }) => expect(context.connection).toBeNull(),
          disconnected: ({ context }) => expect(context.connection).toBeNull(),
          'undecided.question.checkingSession': ({ context: { connection } }) =>
            expect([mustSignIn, connection === null]).toEqual([true, false]),
          unauthenticated: ({ context: { connection } }) =>
            expect([mustSignIn, connection === null]).toEqual([true, false]),
          'undecided.dialog.none': ({ context: { request } }) => expect(request).toBeNull(),
          'undecided.dialog.waiting': ({ context: { request }, children, tags }) => {
            expect(request).not.toBeNull();
            expect([children.awaitBack !== undefined, tags.has('busy')]).toEqual([true, true]);
          },
          'unauthenticated.none': ({ context: { request } }) => expect(request).toBeNull(),
          'unauthenticated.signingIn': ({ context: { connection, request } }) => {
            expect(given('signIn')).toEqual({ connection, chains });
            expect([undefined, 'chain']).toContain(request?.dialog);
          },
          connected: ({ context: { connection } }) => expect(connection).not.toBeNull(),
          'connected.none': ({ context: { request } }) => expect(request).toBeNull(),
          'connected.managing': ({ context: { connection, request } }) => {
            expect(request).not.toBeNull();
            expect(given('manage')).toMatchObject({ chains, request });
            expect(connection).not.toBeNull();
          },
          'undecided.question.disconnecting': ({ context }) => expect(context.connection).not.toBeNull(),
          'undecided.question.signingOut': () => expect(mustSignIn).toBe(true),
        },
      });
      stop();
    });

  test('takes every transition', complete);
});

describe('session machine without sign-in', () => {
  test('reconnecting for longer than 5 s counts as disconnected', async () => {
    const { clock, snapshot } = await guest();
    clock.increment(4_999);
    expect(snapshot().value).toEqual(undecided('reconnecting'));
    clock.increment(1);
    expect(snapshot().value).toEqual({ disconnected: 'none' });
  });

  test('returning visitors reconnect without an open dialog', async () => {
    const { snapshot, open } = await guest([connected]);
    expect([snapshot().value, open()]).toEqual([{ connected: 'none' }, []]);
  });

  test.each([
    [ask, connected, 'account'],
    [askOnPhone, connected, 'account'],
    [ask, disconnected, 'connect'],
    [ask, nothing, 'connect'],
    [askOnPhone, nothing, 'mobileConnect'],
  ])('a request while reconnecting opens the dialog for the outcome: %o, %o, %s', async (asking, outcome, dialog) => {
    const later = await guest([asking]);
    expect([later.snapshot().value, later.open()]).toEqual([undecided('reconnecting', 'waiting'), []]);
    await later.send(outcome);
    expect(later.open()).toEqual([dialog]);
    const before = await guest([outcome], { phone: asking.phone });
    expect(before.open()).toEqual([dialog]);
  });

  test('the limit of 5 s also applies after a request', async () => {
    const { clock, send, open } = await guest();
    clock.increment(3_000);
    await send(ask);
    clock.increment(2_000);
    expect(open()).toEqual(['connect']);
  });

  test('a request that was closed while reconnecting opens no dialog', async () => {
    const { send, open } = await guest([ask, close, nothing]);
    expect(open()).toEqual([]);
    await send(connected);
    expect(open()).toEqual([]);
  });

  test.each([
    [[nothing, ask], 'connect'],
    [[nothing, askOnPhone], 'mobileConnect'],
  ])('connecting closes every dialog: %o, %s', async (events, dialog) => {
    const { send, open, snapshot } = await guest(events);
    expect(open()).toEqual([dialog]);
    await send(connected);
    expect([snapshot().value, open()]).toEqual([{ connected: 'none' }, []]);
    expect(snapshot().context.connection).toEqual(sampleConnection);
  });

  test('disconnecting closes every dialog', async () => {
    const { send, open, snapshot } = await guest([connected, ask]);
    expect(open()).toEqual(['account']);
    await send(disconnected);
    expect([snapshot().value, open()]).toEqual([{ disconnected: 'none' }, []]);
    expect(snapshot().context.connection).toBeNull();
  });

  test('a change of account is shown in the open dialog', async () => {
    const { send, open, snapshot, given } = await guest([connected, ask]);
    await send(hears(otherAccount));
    expect(snapshot().context.connection).toEqual(otherAccount);
    expect([open(), given('account')]).toEqual([['account'], otherAccount]);
  });

  test.each([
    [[nothing, ask], doneEvent('connect')],
    [[nothing, askOnPhone], doneEvent('mobileConnect')],
    [[connected, ask], doneEvent('account', { leave: false, networks: false })],
  ])('a repeated request for the open dialog changes nothing: %o', async (events, closed) => {
    const { send, open, snapshot } = await guest(events);
    const [dialog] = open();
    const before = snapshot().children[dialog!];
    for (const again of [ask, askOnPhone]) await send(again);
    expect(open()).toEqual([dialog]);
    expect(snapshot().children[dialog!]).toBe(before);
    await send(closed);
    expect(open()).toEqual([]);
    expect(snapshot().context.request).toBeNull();
  });

  test('a closed dialog can be requested again', async () => {
    const { send, open } = await guest([nothing, ask, doneEvent('connect')]);
    expect(open()).toEqual([]);
    await send(askOnPhone);
    expect(open()).toEqual(['mobileConnect']);
  });

  const leave = [connected, ask, doneEvent('account', { leave: true, networks: false })];

  test('disconnecting lasts until the connection has ended', async () => {
    const { send, snapshot } = await guest(leave);
    expect(snapshot().value).toEqual(undecided('disconnecting'));
    await send(disconnected);
    expect(snapshot()).toMatchObject({ value: { disconnected: 'none' }, context: { connection: null } });
  });

  test('disconnecting takes at most 5 s', async () => {
    const { clock, snapshot } = await guest(leave);
    clock.increment(4_999);
    expect(snapshot().value).toEqual(undecided('disconnecting'));
    clock.increment(1);
    expect(snapshot().value).toEqual({ disconnected: 'none' });
  });

  test('a wallet that still reports its account is disconnected', async () => {
    const { send, snapshot } = await guest([...leave, connected]);
    expect(snapshot().value).toEqual(undecided('disconnecting'));
    await send(disconnected);
    expect(snapshot().value).toEqual({ disconnected: 'none' });
  });

  test('a visitor who is disconnecting may connect at once', async () => {
    const { open, snapshot } = await guest([...leave, ask]);
    expect(open()).toEqual(['connect']);
    expect(snapshot().context.connection).toBeNull();
  });

  test.each([
    ['asked while leaving', [...leave, ask]],
    ['asked after leaving', [...leave, disconnected, ask]],
  ])("the last wallet's disconnection closes no dialog: %s", async (_, events) => {
    const { send, open } = await guest(events);
    await send(disconnected);
    expect(open()).toEqual(['connect']);
  });

  test('without sign-in, no session is checked, created or ended', async () => {
    const { clock, send, snapshot, given, open } = await guest([nothing, ask, connected]);
    expect([snapshot().value, open()]).toEqual([{ connected: 'none' }, []]);
    for (const other of [otherAccount, elsewhere, sampleConnection]) await send(hears(other));
    for (const type of ['session.begun', 'session.ended', 'dismiss']) await send({ type });
    // Timers of browsers can't run longer.
    clock.increment(2 ** 31);
    expect([snapshot().value, given('watchSession')]).toEqual([{ connected: 'none' }, { address: null }]);
    await send(disconnected);
    expect(snapshot().value).toEqual({ disconnected: 'none' });
    for (const event of [connected, ask, doneEvent('account', { leave: true, networks: false }), disconnected])
      await send(event);
    expect(snapshot()).toMatchObject({ value: { disconnected: 'none' }, context: { trouble: null } });
    for (const id of ['checkSession', 'signIn', 'signOut']) expect(() => given(id)).toThrow(`${id} was never asked.`);
  });
});

/** Starts a page with a signed-in visitor and the account dialog. */
const shown = [connected, known(), ask];

describe('session machine: signing in', () => {
  test.each([[[nothing, ask]], [[nothing, askOnPhone]]])(
    'connecting closes the dialog unless the visitor must sign in: %o',
    async (events) => {
      const { send, snapshot, open } = await visitor([...events, connected]);
      // The dialog stays, whatever its content.
      expect([snapshot().value, snapshot().hasTag('busy')]).toEqual([undecided('checkingSession', 'waiting'), true]);
      await send(unknown);
      expect([snapshot().value, open()]).toEqual([signingIn, ['signIn']]);
    },
  );

  test.each([[ask], [askOnPhone]])('connecting closes the dialog of a signed-in visitor: %o', async (asking) => {
    const { snapshot, open } = await visitor([nothing, asking, connected, known()]);
    expect([snapshot().value, open(), snapshot().context.request]).toEqual([none('connected'), [], null]);
    const again = await visitor([nothing, asking, connected, close, ask, known()]);
    expect(again.open()).toEqual(['account']);
  });

  test('another request during the session check opens its dialog in the end', async () => {
    const { send, open, snapshot } = await visitor([connected, ask]);
    await send({ ...ask, dialog: 'chain' });
    expect(snapshot().context.request).toEqual({ phone: false, dialog: 'chain' });
    await send(known());
    expect(open()).toEqual(['chain']);
  });

  test('another request during the sign-in opens its dialog afterwards', async () => {
    const { send, open, snapshot } = await visitor([connected, unknown, ask]);
    await send({ ...ask, dialog: 'chain' });
    expect([snapshot().value, snapshot().context.request]).toEqual([
      signingIn,
      { phone: false, dialog: 'chain', opened: true },
    ]);
    await send(proven());
    expect(open()).toEqual(['chain']);
  });

  test('a request for the sign-in during the sign-in opens nothing afterwards', async () => {
    const { send, open, snapshot } = await visitor([connected, unknown, ask]);
    for (const dialog of ['chain', 'sign-in']) await send({ ...ask, dialog });
    await send(proven());
    expect([open(), snapshot().context.request]).toEqual([[], null]);
  });

  test('a reconnecting visitor without a session sees the sign-in only on request', async () => {
    const { send, snapshot, open, given } = await visitor([connected, unknown]);
    expect([snapshot().value, open(), snapshot().hasTag('busy')]).toEqual([none('unauthenticated'), [], false]);
    await send(ask);
    expect([snapshot().value, open()]).toEqual([signingIn, ['signIn']]);
    expect(given('signIn')).toEqual({ connection: sampleConnection, chains: [ETHEREUM] });
  });

  test('after a reload the session is unknown until it is checked', async () => {
    const { snapshot, open } = await visitor([connected]);
    expect([snapshot().value, snapshot().context.session, open()]).toEqual([undecided('checkingSession'), null, []]);
  });

  test('a signed-in visitor is connected without a dialog', async () => {
    const { snapshot, open } = await visitor([connected, known()]);
    expect([snapshot().value, open()]).toEqual([none('connected'), []]);
    expect(snapshot().context.session).toEqual(sessionOf(sampleConnection));
  });

  test('two addresses are equal in any case', async () => {
    const lower = { ...sampleConnection, address: sampleConnection.address.toLowerCase() };
    const { send, snapshot } = await visitor([connected, known(lower)]);
    expect(snapshot().value).toEqual(none('connected'));
    await send(hears(lower));
    expect(snapshot().value).toEqual(none('connected'));
  });

  test.each<[string, SignedIn]>([
    ['of another account', sessionOf(otherAccount)],
    ['on an unsupported network', sessionOf(elsewhere)],
    ['that has expired', sessionOf(sampleConnection, 0)],
    ['that expired long ago', sessionOf(sampleConnection, -1)],
    ['with a lifetime that is too long', sessionOf(sampleConnection, SESSION_LIFETIME + 1)],
    ['with an infinite lifetime', sessionOf(sampleConnection, Number.POSITIVE_INFINITY)],
    ['with an invalid lifetime', sessionOf(sampleConnection, Number.NaN)],
  ])('a session %s is ended, and does not count', async (_, session) => {
    const { send, snapshot, open } = await visitor([connected, doneEvent('checkSession', session)]);
    expect([snapshot().value, snapshot().context.session]).toEqual([undecided('signingOut'), null]);
    await send(signedOut);
    expect([snapshot().value, snapshot().context.session, open()]).toEqual([none('unauthenticated'), null, []]);
  });

  test.each([
    ['nobody is signed in', unknown, false],
    ['the account is signed in', known(), false],
    ['another account is signed in', known(otherAccount), true],
    ['the check fails', unclear, false],
  ])('signs out only a visitor with a session: %s', async (_, outcome, ended) => {
    const { snapshot } = await visitor([connected, outcome]);
    expect(snapshot().children.signOut !== undefined).toBe(ended);
    const late = await visitor([nothing, connected, outcome]);
    expect(late.snapshot().children.signOut !== undefined).toBe(ended);
  });

  test('a session check without an answer in 15 s counts as not signed in', async () => {
    const { send, clock, snapshot } = await visitor([connected]);
    clock.increment(14_999);
    expect(snapshot().value).toEqual(undecided('checkingSession'));
    clock.increment(1);
    expect(snapshot().value).toEqual(none('unauthenticated'));
    const again = await visitor([connected, unclear]);
    expect(again.snapshot().value).toEqual(none('unauthenticated'));
    await send(ask);
    expect(snapshot().value).toEqual(signingIn);
  });

  test('the sign-in closes on success', async () => {
    const { send, snapshot, open } = await visitor([nothing, ask, connected, unknown]);
    expect(open()).toEqual(['signIn']);
    await send(proven());
    expect([snapshot().value, open()]).toEqual([none('connected'), []]);
    expect(snapshot().context).toMatchObject({ session: sessionOf(sampleConnection), request: null });
  });

  test('Cancel closes the sign-in, and disconnects the wallet', async () => {
    const { send, snapshot, open, given } = await visitor([connected, unknown, ask, cancelled]);
    expect([snapshot().value, open()]).toEqual([undecided('disconnecting'), []]);
    await send(disconnected);
    expect(snapshot()).toMatchObject({ value: none('disconnected'), context: { connection: null, request: null } });
    // There is no session to end.
    expect(() => given('signOut')).toThrow();
  });

  test.each([
    ['Account', otherAccount],
    ['Chain', elsewhere],
  ])('%s change during sign-in drops the pending signature', async (_, other) => {
    const { actor, send, snapshot, given, open } = await visitor([connected, unknown, ask]);
    const { signIn: first } = actor.getSnapshot().children;
    await send(hears(other));
    const { signIn: second } = actor.getSnapshot().children;
    expect([snapshot().value, open(), second === first]).toEqual([signingIn, ['signIn'], false]);
    expect([first, second].map((child) => child?.getSnapshot().status)).toEqual(['stopped', 'active']);
    expect(given('signIn')).toEqual({ connection: other, chains: [ETHEREUM] });
  });

  test('an equal connection does not restart the sign-in', async () => {
    const { actor, send, snapshot } = await visitor([connected, unknown, ask]);
    const { signIn } = actor.getSnapshot().children;
    const lower = { ...sampleConnection, address: sampleConnection.address.toLowerCase() };
    for (const again of [sampleConnection, { ...sampleConnection }, lower]) await send(hears(again));
    expect(actor.getSnapshot().children.signIn === signIn).toBe(true);
    expect(snapshot().context.connection).toEqual(sampleConnection);
  });

  test('Disconnect during sign-in drops the pending signature', async () => {
    const { actor, send, snapshot, open, given } = await visitor([connected, unknown, ask]);
    const { signIn } = actor.getSnapshot().children;
    await send(disconnected);
    expect([snapshot().value, open()]).toEqual([none('disconnected'), []]);
    expect(signIn?.getSnapshot().status).toBe('stopped');
    expect(() => given('signOut')).toThrow();
  });

  test('the session of another account does not count', async () => {
    const { snapshot } = await visitor([connected, unknown, ask, proven(otherAccount)]);
    expect([snapshot().value, snapshot().context.session]).toEqual([undecided('disconnecting'), null]);
  });

  test('after a change during the session check, the new account is used', async () => {
    const { send, snapshot } = await visitor([connected, hears(otherAccount)]);
    expect(snapshot().value).toEqual(undecided('checkingSession'));
    await send(known(sampleConnection));
    expect(snapshot().value).toEqual(undecided('signingOut'));
    const same = await visitor([connected, hears(otherAccount), known(otherAccount)]);
    expect(same.snapshot()).toMatchObject({ value: none('connected'), context: { connection: otherAccount } });
  });

  test('an account chosen before the sign-in opens is the one that signs in', async () => {
    const { send, given } = await visitor([connected, unknown, hears(otherAccount)]);
    expect(given('watchSession')).toEqual({ address: otherAccount.address });
    await send(ask);
    expect(given('signIn')).toMatchObject({ connection: otherAccount });
  });
});

describe('session machine: signed in', () => {
  test('a change of account while signed in signs out', async () => {
    const { send, snapshot, open } = await visitor(shown);
    expect(open()).toEqual(['account']);
    await send(hears(otherAccount));
    expect([snapshot().value, open()]).toEqual([undecided('signingOut'), []]);
    expect(snapshot().context).toMatchObject({ connection: otherAccount, session: null });
    await send(signedOut);
    expect([snapshot().value, open()]).toEqual([none('unauthenticated'), []]);
    await send(ask);
    expect(open()).toEqual(['signIn']);
  });

  test.each([
    ['to a supported one', { ...sampleConnection, chainId: 10 }],
    ['to an unsupported one', elsewhere],
  ])('a change of network keeps the session and the dialog: %s', async (_, other) => {
    const { send, snapshot, given } = await visitor(shown, { chains: [ETHEREUM, { ...ETHEREUM, id: 10 }] });
    await send(hears(other));
    expect(snapshot()).toMatchObject({
      value: { connected: 'account' },
      context: { connection: other, session: sessionOf(sampleConnection) },
    });
    expect(given('account')).toEqual(other);
    expect(() => given('signOut')).toThrow();
  });

  test('an equal connection does not restart the account dialog', async () => {
    const { actor, send, snapshot } = await visitor(shown);
    const { account } = childrenOf(actor.getSnapshot());
    await send(hears({ ...sampleConnection }));
    expect(snapshot().value).toEqual({ connected: 'account' });
    expect(childrenOf(actor.getSnapshot()).account === account).toBe(true);
  });

  test('a session ends when it expires while the page is open', async () => {
    const { clock, send, snapshot, open } = await visitor([connected, known(sampleConnection, 60_000), ask]);
    clock.increment(59_999);
    expect(open()).toEqual(['account']);
    clock.increment(1);
    expect([snapshot().value, snapshot().context.session, open()]).toEqual([undecided('checkingSession'), null, []]);
    await send(unknown);
    expect([snapshot().value, open()]).toEqual([none('unauthenticated'), []]);
  });

  test('a session expires a day after the sign-in, whatever happens', async () => {
    const { clock, send, snapshot } = await visitor([connected, unknown, ask, proven()]);
    clock.increment(600);
    for (const event of [ask, hears(elsewhere), doneEvent('account', { leave: false, networks: false }), connected])
      await send(event);
    expect(snapshot().value).toEqual(none('connected'));
    clock.increment(400);
    expect(snapshot().value).toEqual(undecided('checkingSession'));
  });

  test('a session that the verifier confirms continues', async () => {
    const { clock, send, snapshot } = await visitor([connected, known(sampleConnection, 1_000)]);
    clock.increment(1_000);
    await send(known(sampleConnection, 5_000));
    clock.increment(4_999);
    expect(snapshot().value).toEqual(none('connected'));
    clock.increment(1);
    expect(snapshot().value).toEqual(undecided('checkingSession'));
  });

  test.each([
    ['the wallet goes', [disconnected], undecided('signingOut')],
    [
      'the visitor leaves',
      [doneEvent('account', { leave: true, networks: false }), disconnected],
      undecided('signingOut'),
    ],
    [
      'a dialog is requested meanwhile',
      [doneEvent('account', { leave: true, networks: false }), ask],
      undecided('signingOut', 'waiting'),
    ],
  ])('disconnecting signs out, and closes all dialogs: %s', async (_, events, state) => {
    const { send, snapshot, open } = await visitor([...shown, ...events]);
    expect([snapshot().value, open()]).toEqual([state, []]);
    expect(snapshot().context).toMatchObject({ connection: null, session: null });
    expect(snapshot().children.signOut).toBeDefined();
    await send(signedOut);
    const asked = events.includes(ask);
    expect([snapshot().matches('disconnected'), open()]).toEqual([true, asked ? ['connect'] : []]);
  });

  test('disconnecting takes at most 5 s, and signing out 15 s', async () => {
    const { clock, snapshot } = await visitor([...shown, doneEvent('account', { leave: true, networks: false })]);
    clock.increment(5_000);
    expect(snapshot().value).toEqual(undecided('signingOut'));
    clock.increment(14_999);
    expect(snapshot().value).toEqual(undecided('signingOut'));
    clock.increment(1);
    expect(snapshot()).toMatchObject({ value: none('disconnected'), context: { trouble: 'signOut' } });
  });

  test.each([
    ['the account changed', [hears(otherAccount)], none('unauthenticated')],
    ['the wallet is gone', [disconnected], none('disconnected')],
  ])('a failed sign-out shows a notice: %s', async (_, events, state) => {
    for (const how of ['failure', 'time']) {
      const { clock, send, snapshot, open } = await visitor([...shown, ...events]);
      if (how === 'time') clock.increment(15_000);
      else await send(stays);
      expect([snapshot().value, snapshot().context.trouble, open()]).toEqual([state, 'signOut', []]);
      expect(snapshot().context.session).toBeNull();
      await send({ type: 'dismissFailure' });
      expect([snapshot().value, snapshot().context.trouble]).toEqual([state, null]);
    }
  });

  test('the next request hides the notice of a failed sign-out', async () => {
    const { send, snapshot, open } = await visitor([...shown, disconnected, stays]);
    expect(snapshot().context.trouble).toBe('signOut');
    await send(ask);
    expect([snapshot().context.trouble, open()]).toEqual([null, ['connect']]);
  });

  test('after a failed sign-out, any account may sign in', async () => {
    const { send, snapshot } = await visitor([...shown, hears(otherAccount), stays, ask]);
    expect(snapshot().value).toEqual(signingIn);
    await send(proven(otherAccount));
    expect(snapshot()).toMatchObject({
      value: none('connected'),
      context: { connection: otherAccount, session: sessionOf(otherAccount), trouble: null },
    });
  });

  test("the wallet's events during the sign-out decide the next state", async () => {
    const back = await visitor([...shown, disconnected, connected, signedOut]);
    expect(back.snapshot()).toMatchObject({
      value: none('unauthenticated'),
      context: { connection: sampleConnection, session: null },
    });
    const gone = await visitor([...shown, hears(otherAccount), disconnected, signedOut]);
    expect(gone.snapshot()).toMatchObject({ value: none('disconnected'), context: { connection: null } });
  });
});

describe('session machine: disconnecting during the session check', () => {
  const reach = (clock: { increment(ms: number): void }) => clock.increment(15_000);

  test.each<[string, AnyEventObject[], AnyEventObject[]]>([
    ['by Cancel', [ask], [cancelled, disconnected]],
    ['by the wallet, without a dialog', [], [disconnected]],
    ['by the wallet, while asked to sign in', [ask], [disconnected]],
    ['by the wallet, with another account', [hears(otherAccount)], [disconnected]],
  ])('disconnecting signs out if the check fails: %s', async (_, before, leaving) => {
    for (const how of ['failure', 'time']) {
      const { clock, send, snapshot, open } = await visitor([connected]);
      if (how === 'time') reach(clock);
      else await send(unclear);
      expect(snapshot()).toMatchObject({ value: none('unauthenticated'), context: { session: null, unsure: true } });
      for (const event of [...before, ...leaving]) await send(event);
      expect([snapshot().value, open()]).toEqual([undecided('signingOut'), []]);
      expect(snapshot().context).toMatchObject({ connection: null, unsure: false });
      await send(signedOut);
      expect(snapshot()).toMatchObject({ value: none('disconnected'), context: { trouble: null } });
    }
  });

  test.each<[string, AnyEventObject[]]>([
    ['at the first look', [connected]],
    ['when a session is over', [connected, known(sampleConnection, 1_000)]],
    ['when another tab has signed in', [connected, unknown, { type: 'session.begun' }]],
  ])('disconnecting signs out during the check: %s', async (_, events) => {
    const { clock, send, snapshot } = await visitor(events);
    clock.increment(1_000);
    expect(snapshot().value).toEqual(undecided('checkingSession'));
    await send(disconnected);
    expect([snapshot().value, snapshot().context.connection]).toEqual([undecided('signingOut'), null]);
    await send(signedOut);
    expect(snapshot()).toMatchObject({ value: none('disconnected'), context: { session: null, unsure: false } });
  });

  test.each<[string, AnyEventObject[]]>([
    ['nobody is signed in', [connected, unclear, { type: 'session.begun' }, unknown]],
    ['they were signed out', [connected, unclear, { type: 'session.begun' }, known(otherAccount), signedOut]],
    [
      'they have signed in, and another tab has signed out',
      [connected, unclear, ask, proven(), { type: 'session.ended' }],
    ],
  ])('disconnecting after the check signs out no one without a session: %s', async (_, events) => {
    const { send, snapshot } = await visitor(events);
    expect(snapshot()).toMatchObject({ value: none('unauthenticated'), context: { session: null, unsure: false } });
    await send(disconnected);
    expect(snapshot().value).toEqual(none('disconnected'));
  });

  test('a dialog that was requested before does not open afterwards', async () => {
    const { send, open, snapshot } = await visitor([connected, unclear, { ...ask, dialog: 'chain' }, disconnected]);
    expect(snapshot()).toMatchObject({ value: undecided('signingOut'), context: { request: null } });
    await send(signedOut);
    expect(open()).toEqual([]);
  });

  test('a requested dialog waits on while the status stays undecided', async () => {
    const { actor, send, snapshot } = await visitor([ask]);
    const { awaitBack } = actor.getSnapshot().children;
    for (const [event, question] of [
      [connected, 'checkingSession'],
      [known(otherAccount), 'signingOut'],
    ] as const) {
      await send(event);
      expect(snapshot().value).toEqual(undecided(question, 'waiting'));
      expect(actor.getSnapshot().children.awaitBack === awaitBack).toBe(true);
    }
  });

  test('a wallet that is gone closes the dialog in which it has connected', async () => {
    const { send, snapshot } = await visitor([nothing, ask, connected, known(otherAccount)]);
    expect(snapshot().value).toEqual(undecided('signingOut', 'waiting'));
    await send(disconnected);
    expect(snapshot().value).toEqual(undecided('signingOut'));
    await send(signedOut);
    expect(snapshot().value).toEqual(none('disconnected'));
  });

  test('disconnecting signs out once, and a failure is reported', async () => {
    const { send, snapshot } = await visitor([connected, unclear, disconnected, stays]);
    expect(snapshot()).toMatchObject({ value: none('disconnected'), context: { trouble: 'signOut', unsure: false } });
    const back = await visitor([connected, known(otherAccount), stays, disconnected]);
    expect(back.snapshot()).toMatchObject({ value: none('disconnected'), context: { trouble: 'signOut' } });
    await send(connected);
    await send(known());
    expect(snapshot().value).toEqual(none('connected'));
  });

  test('a request while disconnecting waits until that has ended', async () => {
    const { send, snapshot, open } = await visitor([connected, unclear, ask, cancelled, ask]);
    expect([snapshot().value, open()]).toEqual([undecided('signingOut', 'waiting'), []]);
    await send(signedOut);
    expect(open()).toEqual(['connect']);
  });
});

describe('session machine: requests during a session check', () => {
  const asks = [
    ['account', [known()]],
    ['signIn', [unknown]],
    ['signIn', [unclear]],
    ['signIn', [known(otherAccount), signedOut]],
    ['signIn', [known(otherAccount), stays]],
    ['connect', [disconnected, signedOut]],
    ['connect', [disconnected, stays]],
  ] as const;

  test.each(asks)('a request during the session check: %s', async (dialog, outcome) => {
    const { send, snapshot, open } = await visitor([connected, ask]);
    expect([snapshot().value, open()]).toEqual([undecided('checkingSession', 'waiting'), []]);
    for (const event of outcome) await send(event);
    expect(open()).toEqual([dialog]);
    const closed = await visitor([connected, ask, close, ...outcome]);
    expect([closed.open(), closed.snapshot().context.request]).toEqual([[], null]);
  });

  test.each(asks)('a request while reconnecting, before the check: %s', async (dialog, outcome) => {
    const { open } = await visitor([ask, connected, ...outcome]);
    expect(open()).toEqual([dialog]);
    const addressed = await visitor([connected, ...outcome], { request: { phone: false } });
    expect(addressed.open()).toEqual([dialog]);
  });

  test('a request during a check of 15 s opens the sign-in', async () => {
    const { clock, open } = await visitor([connected, ask]);
    clock.increment(15_000);
    expect(open()).toEqual(['signIn']);
  });

  test.each([
    ['signIn', hears(otherAccount), ask],
    ['signIn', hears(otherAccount), askOnPhone],
    ['connect', disconnected, ask],
    ['mobileConnect', disconnected, askOnPhone],
  ])('a request during the sign-out: %s', async (dialog, news, asking) => {
    for (const outcome of [signedOut, stays]) {
      const { send, snapshot, open } = await visitor([connected, known(), news, asking]);
      expect([snapshot().value, snapshot().hasTag('busy'), open()]).toEqual([
        undecided('signingOut', 'waiting'),
        true,
        [],
      ]);
      await send(outcome);
      expect(open()).toEqual([dialog]);
      const closed = await visitor([connected, known(), news, asking, close, outcome]);
      expect([closed.open(), closed.snapshot().context.request]).toEqual([[], null]);
    }
  });

  test('a request during a sign-out of 15 s opens its dialog afterwards', async () => {
    const { clock, open, snapshot } = await visitor([...shown, disconnected, ask]);
    clock.increment(15_000);
    expect([open(), snapshot().context.trouble]).toEqual([['connect'], 'signOut']);
  });
});

describe('session machine: events of another tab', () => {
  const begun = { type: 'session.begun' };
  const ended = { type: 'session.ended' };

  test("another tab's sign-in is checked here, without a dialog", async () => {
    const { send, snapshot, open } = await visitor([connected, unknown]);
    expect(snapshot().children.watchSession).toBeDefined();
    await send(begun);
    expect(snapshot().value).toEqual(undecided('checkingSession'));
    await send(known());
    expect([snapshot().value, open()]).toEqual([none('connected'), []]);
  });

  test("another tab's wrong event changes nothing", async () => {
    const { send, snapshot } = await visitor([connected, unknown, begun, unknown]);
    expect(snapshot().value).toEqual(none('unauthenticated'));
    await send(ended);
    expect(snapshot().value).toEqual(none('unauthenticated'));
  });

  test("another tab's sign-out signs out here, once", async () => {
    const { send, snapshot, open, given } = await visitor(shown);
    expect(given('watchSession')).toEqual({ address: sampleConnection.address });
    await send(ended);
    expect([snapshot().value, snapshot().context.session, open()]).toEqual([none('unauthenticated'), null, []]);
    expect(() => given('signOut')).toThrow();
    await send(disconnected);
    expect(snapshot().value).toEqual(none('disconnected'));
  });

  test('another tab does not disturb a sign-in here', async () => {
    const { actor, send, snapshot } = await visitor([connected, unknown, ask]);
    const { signIn } = actor.getSnapshot().children;
    for (const event of [begun, ended]) await send(event);
    expect(snapshot().value).toEqual(signingIn);
    expect(actor.getSnapshot().children.signIn === signIn).toBe(true);
  });

  test('an unchanged session in another tab changes nothing for a signed-in visitor', async () => {
    const { send, snapshot } = await visitor([...shown, begun]);
    expect(snapshot().value).toEqual({ connected: 'account' });
    await send(hears(otherAccount));
    for (const event of [begun, ended]) await send(event);
    expect(snapshot().value).toEqual(undecided('signingOut'));
  });
});

describe('session machine: repeated and late events', () => {
  test('a repeated disconnection keeps the dialog', async () => {
    const { send, snapshot, open } = await visitor([nothing, ask]);
    const { connect } = snapshot().children;
    await send(disconnected);
    expect([snapshot().children.connect === connect, open()]).toEqual([true, ['connect']]);
  });

  test('a change of account during the session check sends no second request', async () => {
    const { send, snapshot } = await visitor([connected]);
    const { checkSession } = snapshot().children;
    await send(hears(otherAccount));
    expect(snapshot().children.checkSession === checkSession).toBe(true);
    expect(snapshot().context.connection).toEqual(otherAccount);
    await send(known(otherAccount));
    expect(snapshot().value).toEqual(none('connected'));
  });

  test('a connection that ends during the check does not open the connect dialog', async () => {
    const { send, snapshot, open } = await visitor([nothing, ask, connected]);
    expect(snapshot().value).toEqual(undecided('checkingSession', 'waiting'));
    await send(disconnected);
    expect([snapshot().value, snapshot().context.request, open()]).toEqual([undecided('signingOut'), null, []]);
    await send(signedOut);
    expect([snapshot().value, open()]).toEqual([none('disconnected'), []]);
  });

  test('a request during the check opens the connect dialog if the connection ends', async () => {
    const { send, snapshot, open } = await visitor([connected, ask, disconnected]);
    expect([snapshot().value, open()]).toEqual([undecided('signingOut', 'waiting'), []]);
    await send(signedOut);
    expect(open()).toEqual(['connect']);
  });

  test("closing during another account's sign-out opens no dialog", async () => {
    const { send, snapshot, open } = await visitor([connected, known(otherAccount), ask]);
    expect(snapshot().value).toEqual(undecided('signingOut', 'waiting'));
    await send(close);
    expect([snapshot().value, snapshot().context.request]).toEqual([undecided('signingOut'), null]);
    await send(signedOut);
    expect([snapshot().value, open()]).toEqual([none('unauthenticated'), []]);
  });

  test.each<[string, AnyEventObject[], AnyEventObject[]]>([
    ['undecided', [connected], [disconnected, signedOut]],
    ['unauthenticated', [connected, unknown], [disconnected]],
  ])('after a connection has ended, nothing remains: %s', async (state, events, outcome) => {
    const { send, snapshot } = await visitor(events);
    expect(snapshot().matches(state as 'undecided')).toBe(true);
    for (const event of outcome) await send(event);
    expect(snapshot()).toMatchObject({ value: none('disconnected'), context: { connection: null, session: null } });
  });
});

describe('a requested dialog opens in the end', () => {
  const askFor = (dialog: string) => ({ type: 'dialog.request', phone: false, dialog });

  test.each(['account', 'chain'])('%s opens after connecting and signing in', async (dialog) => {
    const { open } = await visitor([nothing, askFor(dialog), connected, unknown, proven()]);
    expect(open()).toEqual([dialog]);
  });

  test.each(['account', 'chain'])('%s opens after connecting if no sign-in is required', async (dialog) => {
    const { open } = await guest([nothing, askFor(dialog), connected]);
    expect(open()).toEqual([dialog]);
  });

  test('the account opens for a visitor whose session is valid', async () => {
    const { open } = await visitor([nothing, askFor('account'), connected, known()]);
    expect(open()).toEqual(['account']);
  });

  test.each([
    ['asked to connect', { type: 'dialog.request', phone: false, dialog: 'connect' }],
    ['asked to sign in', { type: 'dialog.request', phone: false, dialog: 'sign-in' }],
  ])('no dialog opens for a visitor who %s', async (_, asking) => {
    const { open } = await visitor([nothing, asking, connected, unknown, proven()]);
    expect(open()).toEqual([]);
  });

  test.each([
    ['cancels the sign-in', [cancelled, disconnected]],
    ['loses the wallet while signing in', [disconnected]],
  ])('no dialog opens for a visitor who %s', async (_, events) => {
    const { open } = await visitor([nothing, askFor('account'), connected, unknown, ...events]);
    expect(open()).toEqual([]);
  });

  test('a request for the account on an unsupported network opens the networks', async () => {
    const { open } = await guest([
      nothing,
      askFor('account'),
      connected,
      doneEvent('account', { leave: false, networks: true }),
    ]);
    expect(open()).toEqual(['chain']);
  });
});

describe('notices of the session machine', () => {
  /** Returns the codes of all notices, in order. */
  async function confirmed(events: AnyEventObject[], mustSignIn = true) {
    const codes: string[] = [];
    const input = { request: null, mustSignIn, chains: [ETHEREUM] };
    const { actor, send } = performVisitor({ input });
    let last: unknown = null;
    actor.getSnapshot().children.notice?.subscribe(({ context: { notice } }) => {
      if (notice && notice !== last) codes.push(notice.code);
      last = notice;
    });
    for (const event of events) await send(event);
    return codes;
  }
  const leave = doneEvent('account', { leave: true, networks: false });
  const session = (type: string) => ({ type });

  test.each<[string, AnyEventObject[], string[]]>([
    ['connecting and signing in', [nothing, ask, connected, unknown, proven()], ['signedIn']],
    ['connecting, signed in already', [nothing, ask, connected, known()], ['signedIn']],
    ['not when returning', [connected, known()], []],
    ['not when returning to a requested dialog', [ask, connected, known()], []],
    ['disconnecting', [connected, known(), ask, leave, disconnected, signedOut], ['disconnected']],
    ['losing the wallet', [connected, known(), disconnected, signedOut], ['disconnected']],
    [
      'losing the wallet while signing out',
      [connected, known(otherAccount), disconnected, signedOut],
      ['disconnected'],
    ],
    ['signing out elsewhere', [connected, known(), session('session.ended')], ['signedOut']],
    ['changing the account', [connected, known(), hears(otherAccount), signedOut], ['signedOut']],
    ['not for a wallet that was never connected', [disconnected], []],
  ])('a notice is shown: %s', async (_, events, codes) => expect(await confirmed(events)).toEqual(codes));

  test('a notice confirms connecting if no sign-in is required', async () => {
    expect(await confirmed([nothing, ask, connected], false)).toEqual(['connected']);
    expect(await confirmed([connected], false)).toEqual([]);
  });
});
