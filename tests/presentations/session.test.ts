import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { sessionMachine } from '#machines/session';
import { presentSession, presentSessionCheck, type SessionDialog } from '../../src/views/wallet/session.present';
import { sampleConnection, sampleIdentityInput } from '../samples/connections';
import { createUndecidedState } from '../samples/session';
import { expectCopyKeys } from './state';

const { context } = createActor(sessionMachine, { input: { ...sampleIdentityInput, request: null } }).getSnapshot();

type Snapshot = Parameters<typeof presentSession>[0];

/** Returns a snapshot of the session in the state `value`, with a child of each of these names. */
const snapshotOf = (
  value: object,
  { children = [], ...more }: { children?: SessionDialog[] } & Partial<Snapshot['context']> = {},
) =>
  ({
    ...sessionMachine.resolveState({ value: value as never, context: { ...context, ...more } }),
    children: Object.fromEntries(children.map((name) => [name, {}])),
  }) as unknown as Snapshot;

test.each<[SessionDialog, string | null]>([
  ['connect', 'connect'],
  ['mobileConnect', 'sheet'],
  ['signIn', 'narrow'],
  ['manage', 'narrow'],
])('the dialog "%s" has the layout "%s"', (name, form) => {
  const { dialog, form: shown, waits } = presentSession(snapshotOf({ disconnected: 'none' }, { children: [name] }));
  expect([dialog, shown, waits]).toEqual([name, form, false]);
});

test.each([
  [false, 'connect'],
  [true, 'sheet'],
])('waits for the stored wallet in the requested layout (on a phone: %s)', (phone, form) => {
  const waiting = snapshotOf(createUndecidedState('reconnecting', 'waiting'), {
    request: { dialog: 'account', phone } as never,
  });
  expect(presentSession(waiting)).toMatchObject({ dialog: null, form, waits: true });
  expect(presentSession(snapshotOf(createUndecidedState('reconnecting')))).toMatchObject({ form: null, waits: false });
});

test.each([
  ['connected', 'manage', 'manage'],
  ['disconnected', 'connect', 'mobileConnect'],
  ['unauthenticated', null, null],
])('predicts which dialog a visitor who is %s will open next', (status, desk, phone) => {
  const now = snapshotOf({ [status]: 'none' });
  expect([false, true].map((isPhone) => presentSession(now, isPhone).likely)).toEqual([desk, phone]);
});

test.each([
  ['checkingSession', 'checking'],
  ['disconnecting', 'checking'],
  ['signingOut', 'signingOut'],
])('shows the reason why the requested dialog waits, in the state %s', (question, text) => {
  const waiting = snapshotOf(createUndecidedState(question, 'waiting'), { connection: sampleConnection });
  const { wallet: _, address, texts, ...shown } = presentSessionCheck(waiting)!;
  expectCopyKeys(shown).toEqual({
    depth: 7,
    busy: true,
    late: true,
    heading: 'checking.title',
    text: `checking.sentences.${text}`,
  });
  expect([address, texts.length]).toEqual([sampleConnection.address, 6]);
  expect(presentSession(waiting)).toMatchObject({ dialog: 'checking', form: 'narrow' });
  expect(presentSessionCheck(snapshotOf(createUndecidedState(question)))).toBeNull();
  expect(presentSessionCheck(snapshotOf(createUndecidedState(question, 'waiting')))?.address).toBeUndefined();
});
