import type { AnyEventObject, SnapshotFrom } from 'xstate';
import type { Connection } from '#domain/connection';
import type { Notice } from '#domain/notice';
import type { identityMachine, VisitorEvent } from '#machines/identity';
import type { newsMachine } from '#machines/news';
import type { noticeMachine } from '#machines/notice';
import type { refreshMachine } from '#machines/refresh';
import type { sessionMachine } from '#machines/session';
import type { MachineSamples } from '../engine/properties';
import { createDoneEvent, serializeValue } from '../engine/words';
import {
  createSession,
  namedConnections,
  otherAccount,
  sampleConnection,
  sampleIdentityInput,
  unsupportedNetworkConnection,
} from './connections';
import { dialogRequestEvents } from './page';

type Session = SnapshotFrom<typeof sessionMachine>;

const askForChain = { type: 'dialog.request', phone: false, dialog: 'chain' };

/**
 * Returns the state of a session that does not know yet whether the visitor is signed in. `question` is the substate
 * that says what the session waits for. `dialog` is the substate of a requested dialog.
 */
export const createUndecidedState = (question: string, dialog = 'none') => ({ undecided: { question, dialog } });

/** Returns the state of the session. For a connected visitor, includes the state of the child `manage`. */
export function sessionStateOf({ value, children }: Pick<Session, 'value' | 'children'>) {
  const manage = children.manage?.getSnapshot();
  return manage ? { connected: manage.value } : value;
}

/** Returns the child actors of the session and of its child `manage`. */
export const childrenOf = ({ children }: Session) => ({ ...children, ...children.manage?.getSnapshot().children });

/** Returns the event `visitor.…`, such as `visitor.connected`, with the visitor's connection. */
export const createVisitorEvent = (what: string, connection: Connection | null = null): VisitorEvent => ({
  type: `visitor.${what}` as VisitorEvent['type'],
  connection,
});

/** Returns whether the session waits for the identity machine, which answers at once. */
export const isAwaitingIdentity = ({ value }: Pick<Session, 'value'>) =>
  ('unauthenticated' in value && value.unauthenticated === 'answered') ||
  ('connected' in value && value.connected === 'leaving');

/**
 * Returns the open dialog of a connected visitor, or null if the session alone does not tell. Tests of the session
 * machine never switch between these dialogs, but tests of the manage machine do.
 */
function managedIn({ value, context: { request, connection } }: Pick<Session, 'value' | 'context'>) {
  if (!('connected' in value) || value.connected !== 'managing') return null;
  if (request?.dialog === 'chain') return 'chain';
  return connection?.chainId === 1 ? 'account' : null;
}

/** Returns whether the session can receive `event` in this state, from the identity machine or the visitor. */
function canBeTold(event: AnyEventObject, { value, context }: Session) {
  const status = statusOf({ value });
  const isSame = serializeValue(event.connection) === serializeValue(context.connection);
  const isSigningIn = 'unauthenticated' in value && value.unauthenticated === 'signingIn';
  if (isAwaitingIdentity({ value })) {
    if (event.type === 'visitor.disconnecting') return isSame;
    return event.type === 'visitor.connected' && isSame && status === 'unauthenticated';
  }
  if ('connected' in value && value.connected === 'managing') {
    const dialog = managedIn({ value, context });
    if (event.type === 'dialog.request' && dialog) return (event.dialog === 'chain') === (dialog === 'chain');
    // Leaves out changes during the network dialog, because the `manage` machine decides whether they close it.
    if (event.type === 'visitor.moved' && dialog !== 'account') return false;
  }
  switch (event.type) {
    case 'visitor.disconnecting':
      return false;
    case 'visitor.checking':
      if (isSigningIn) return false;
      return context.mustSignIn && event.connection !== null && !/^(checking|disconnecting|signingOut)/.test(status);
    case 'visitor.signingOut':
      return (
        context.mustSignIn &&
        status !== 'disconnected' &&
        (event.connection === null || (status === 'connected' && !isSame) || status === 'checkingSession')
      );
    case 'visitor.disconnected':
      if (status === 'signingOut') return context.connection === null;
      return event.connection === null && status !== 'checkingSession';
    case 'visitor.unauthenticated':
      if (isSigningIn) return false;
      return context.mustSignIn && event.connection !== null && (isSame || status === 'unauthenticated');
    case 'visitor.connected':
      if (context.mustSignIn) return isSame && status === 'checkingSession';
      return event.connection !== null && (status === 'reconnecting' || status === 'disconnected');
    case 'visitor.moved':
      return !isSame && (status === 'signingOut' || (event.connection !== null && context.connection !== null));
    case 'signOut.failed':
      return status === 'signingOut';
    default:
      return true;
  }
}

/** Returns the visitor's status, such as `connected`. In the state `undecided`, returns its substate. */
const statusOf = ({ value }: { value: { undecided: { question: string } } | Record<string, unknown> }) =>
  'undecided' in value ? (value as { undecided: { question: string } }).undecided.question : Object.keys(value)[0]!;

export const sessionSamples: MachineSamples<typeof sessionMachine> = {
  names: namedConnections,
  inputs: [
    { ...sampleIdentityInput, request: { phone: false } },
    { ...sampleIdentityInput, request: null, mustSignIn: false },
  ],
  samples: [
    ...dialogRequestEvents,
    askForChain,
    ...['checking', 'disconnecting', 'signingOut', 'unauthenticated', 'connected', 'moved'].flatMap((what) =>
      [sampleConnection, otherAccount, unsupportedNetworkConnection].map((one) => createVisitorEvent(what, one)),
    ),
    ...['signingOut', 'disconnected', 'moved'].map((what) => createVisitorEvent(what)),
    ...['closed', 'unchanged', 'left'].map((end) => createDoneEvent('manage', end)),
    ...[sampleConnection, otherAccount].map((one) => createDoneEvent('signIn', createSession(one))),
    createDoneEvent('signIn', null),
  ],
  possible: canBeTold,
  homes: ['disconnected.none', 'unauthenticated.none', 'connected.none'],
  timely: ['visitor.disconnected', 'visitor.unauthenticated'],
};

export const identitySamples: MachineSamples<typeof identityMachine> = {
  names: { ...namedConnections },
  inputs: [sampleIdentityInput, { ...sampleIdentityInput, mustSignIn: false }],
  samples: [
    ...[sampleConnection, otherAccount, unsupportedNetworkConnection].map((connection) => ({
      type: 'wallet.connected',
      connection,
    })),
    ...[sampleConnection, otherAccount].map((one) => createDoneEvent('checkSession', createSession(one))),
    createDoneEvent('checkSession', null),
    ...[createSession(sampleConnection), createSession(otherAccount), null].map((session) => ({
      type: 'signIn.ended',
      session,
    })),
  ],
  homes: ['disconnected', 'unauthenticated', 'signingIn', 'connected'],
};

/** The notice that the visitor has signed in. */
export const signedInNotice: Notice = {
  code: 'signedIn',
  address: sampleConnection.address,
  name: sampleConnection.wallet.name,
};

export const noticeSamples: MachineSamples<typeof noticeMachine> = {
  names: { signedIn: signedInNotice },
  samples: [{ type: 'notice.posted', notice: signedInNotice }],
  // The notice of a failure covers a confirmation, so a visitor cannot dismiss the confirmation then.
  possible: ({ type }, { value }) => type !== 'dismiss' || value.failure === 'none',
  homes: ['confirmation.none', 'failure.none'],
};

/** States of the session. The news machine announces changes between them. */
const standings = [
  { status: 'disconnected', connection: null },
  { status: 'checkingSession', connection: sampleConnection },
  { status: 'connected', connection: sampleConnection },
  { status: 'connected', connection: unsupportedNetworkConnection },
];

export const newsSamples: MachineSamples<typeof newsMachine> = {
  names: Object.fromEntries(
    standings.flatMap(({ status, connection }) =>
      [true, false].map((open) => [
        `${status}${connection === unsupportedNetworkConnection ? ' on an unsupported network' : ''}${open ? ', in a dialog' : ''}`,
        { status, connection, open },
      ]),
    ),
  ),
  inputs: [{ mustSignIn: true }],
  samples: standings.flatMap((one) =>
    [true, false].map((open) => ({ type: 'session.changed', now: { ...one, open } })),
  ),
  identify: ({ count: _, ...context }) => context,
  homes: ['told'],
};

/** The input of the refresh machine, for a task that needs a fresh connection. */
export const sampleTask = { id: 1 };

export const refreshSamples: MachineSamples<typeof refreshMachine> = {
  names: { task: sampleTask, taskAtOnce: { ...sampleTask, atOnce: true } },
  inputs: [sampleTask, { ...sampleTask, atOnce: true }],
  // The state that waits for the task has no time limit, because sign-in and network switch have their own.
  timely: ['xstate.done.actor.work'],
};
