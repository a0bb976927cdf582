import { expect, test } from 'vitest';
import { sessionMachine } from '#machines/session';
import { testLive } from '../engine/live';
import { type EventOrDelay, perform } from '../engine/perform';
import { createDoneEvent } from '../engine/words';
import { otherAccount, sampleConnection, sampleIdentityInput } from '../samples/connections';
import { sessionSamples, createVisitorEvent as tell } from '../samples/session';
import { recordMessages } from './scenarios';

/* Most scenarios of the session machine need the whole page, so they are in `tests/flows`. */

const DIALOGS = ['connect', 'mobileConnect', 'signIn', 'manage'] as const;

testLive(sessionMachine, sessionSamples, ({ given, snapshot }) => ({
  '*': ({ children, context: { chains, mustSignIn } }) => {
    expect(DIALOGS.filter((dialog) => children[dialog]).length).toBeLessThan(2);
    expect(given('identity')).toEqual({ chains, mustSignIn });
  },
  'undecided.question.reconnecting': ({ context }) => expect(context.connection).toBeNull(),
  disconnected: ({ context }) => expect(context.connection).toBeNull(),
  'undecided.question.checkingSession': ({ context: { connection, mustSignIn } }) =>
    expect([mustSignIn, connection === null]).toEqual([true, false]),
  unauthenticated: ({ context: { connection, mustSignIn } }) =>
    expect([mustSignIn, connection === null]).toEqual([true, false]),
  'undecided.dialog.none': ({ context: { request } }) => expect(request).toBeNull(),
  'undecided.dialog.waiting': ({ context: { request }, children }) => {
    expect(request).not.toBeNull();
    expect([children.awaitBack !== undefined, snapshot().hasTag('busy')]).toEqual([true, true]);
  },
  'unauthenticated.none': ({ context: { request } }) => expect(request).toBeNull(),
  'unauthenticated.signingIn': ({ context: { connection, request, chains } }) => {
    expect(given('signIn')).toEqual({ connection, chains });
    expect([undefined, 'chain']).toContain(request?.dialog);
  },
  connected: ({ context: { connection } }) => expect(connection).not.toBeNull(),
  'connected.none': ({ context: { request } }) => expect(request).toBeNull(),
  'connected.managing': ({ context: { request, chains } }) => {
    expect(request).not.toBeNull();
    expect(given('manage')).toMatchObject({ chains, request });
  },
  'undecided.question.disconnecting': ({ context }) => expect(context.connection).not.toBeNull(),
  'undecided.question.signingOut': ({ context: { mustSignIn } }) => expect(mustSignIn).toBe(true),
}));

/** Starts the session machine. `told` are the events for the connection machine, `asked` those for identity. */
async function startSession(...events: EventOrDelay[]) {
  const [connection, identity] = [recordMessages(), recordMessages()];
  const actors = { connectionLine: connection.line, identity: identity.line as never };
  const life = perform(sessionMachine, { input: { ...sampleIdentityInput, request: null }, actors });
  await life.play(events);
  return { ...life, told: connection.told, asked: identity.told, children: () => life.actor.getSnapshot().children };
}

const news = (what: string, connection: typeof sampleConnection | null = sampleConnection) => tell(what, connection);
const ask = { type: 'dialog.request', phone: false };
const askOnPhone = { ...ask, phone: true };

test.each<[string, EventOrDelay[]]>([
  ['that waits', [ask]],
  ['of wallets', [news('disconnected', null), ask]],
  ['of wallets on a phone', [news('disconnected', null), askOnPhone]],
  ['of the sign-in', [news('unauthenticated'), ask]],
  ['of the account', [news('connected'), ask]],
])('every request for a dialog wakes the stored wallet: the dialog %s', async (_, events) => {
  const { told } = await startSession(...events);
  expect(told).toEqual([{ type: 'wake' }]);
});

test.each(['checking', 'signingOut', 'unauthenticated', 'connected', 'moved'])(
  'the session machine stores the connection in the event `visitor.%s`',
  async (what) => {
    const { snapshot } = await startSession(news('checking'), news(what, otherAccount));
    expect(snapshot().context.connection).toEqual(otherAccount);
  },
);

test('a dialog requested while the wallet disconnects sends `hurry` to identity', async () => {
  const { asked, snapshot, play } = await startSession(news('unauthenticated'), ask, news('disconnecting'));
  expect(snapshot().context.request).toBeNull();
  await play([ask]);
  expect(asked.at(-1)).toEqual({ type: 'hurry' });
});

test("a requested dialog waits while the visitor's status is undecided", async () => {
  const { children, play, snapshot } = await startSession(ask);
  const { awaitBack } = children();
  for (const [what, question] of [
    ['checking', 'checkingSession'],
    ['signingOut', 'signingOut'],
    ['checking', 'checkingSession'],
  ] as const) {
    await play([news(what)]);
    expect(snapshot().value).toEqual({ undecided: { question, dialog: 'waiting' } });
    expect(children().awaitBack === awaitBack).toBe(true);
  }
});

test.each(['disconnected', 'unauthenticated', 'connected'])('a session check follows the status %s', async (what) => {
  const { snapshot } = await startSession(news(what), news('checking'));
  expect(snapshot().value).toMatchObject({ undecided: { question: 'checkingSession' } });
});

test('a second disconnection keeps the connect dialog open', async () => {
  const { children, play } = await startSession(news('disconnected', null), ask);
  const { connect } = children();
  await play([news('disconnected', null)]);
  expect(children().connect === connect).toBe(true);
});

test('closing the connect dialog of phones clears the request for a dialog', async () => {
  const { snapshot } = await startSession(news('disconnected', null), askOnPhone, createDoneEvent('mobileConnect'));
  expect([snapshot().value, snapshot().context.request]).toEqual([{ disconnected: 'none' }, null]);
});

test('the identity machine receives the start and end of a verification', async () => {
  const { asked } = await startSession(news('unauthenticated'), ask, 'verify.begun', 'verify.ended');
  expect(asked.slice(-3).map(({ type }) => type)).toEqual(['signIn.begun', 'verify.begun', 'verify.ended']);
});
