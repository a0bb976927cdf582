import { assertEvent, assign, emit, sendTo, setup } from 'xstate';
import type { Chain } from '#domain/chain';
import { type Connection, isConnectionChanged } from '#domain/connection';
import { isSessionOfOtherAccount, isValidSession, type SignInSession } from '#domain/signIn';
import { type ChildIds, port, watcher } from './port';
import { linkToActor } from './system';

export interface VisitorEvent {
  type: `visitor.${'checking' | 'disconnecting' | 'signingOut' | 'disconnected' | 'unauthenticated' | 'connected' | 'moved'}`;
  connection: Connection | null;
}

/**
 * Finds out who the visitor is: which wallet is connected, and whether its account is signed in.
 *
 * It emits each step, and knows nothing of dialogs. If signing in is required, a visitor is `connected` only after
 * signing in with the connected account. A visitor who leaves before the session check or a verification has answered
 * is signed out as well.
 */
export const identityMachine = setup({
  types: {
    input: {} as { mustSignIn: boolean; chains: Chain[] },
    context: {} as {
      mustSignIn: boolean;
      chains: Chain[];
      connection: Connection | null;
      session: SignInSession | null;
      /** Whether the session check has not answered yet. Disconnecting then ends the session as well. */
      unsure: boolean;
      /** Whether a verification may have started a session, but has not succeeded. */
      pending: boolean;
    },
    children: {} as ChildIds<'connectionLine' | 'watchSession' | 'showConnected' | 'checkSession' | 'signOut'>,
    events: {} as
      | { type: 'wallet.connected'; connection: Connection }
      | { type: 'wallet.disconnected' | 'restore.ended' }
      | { type: 'session.begun' | 'session.ended' | 'signIn.begun' }
      | { type: 'signIn.ended'; session: SignInSession | null }
      | { type: 'leave' | 'hurry' | 'verify.begun' | 'verify.ended' },
    emitted: {} as VisitorEvent | { type: 'signOut.failed' },
    tags: {} as 'busy',
  },
  actors: {
    connectionLine: linkToActor('connection'),
    watchSession: watcher<{ address: string | null }>('watch the session'),
    showConnected: watcher('show on the page that a visitor is signed in'),
    checkSession: port<SignInSession | null>('check who is signed in'),
    signOut: port<void>('sign out'),
  },
  actions: {
    tell: emit(({ context: { connection } }, type: VisitorEvent['type']) => ({ type, connection })),
    tellFailure: emit({ type: 'signOut.failed' }),
    /** Requests the current connection, because the machine `connection` may have restored one already. */
    requestReport: sendTo('connectionLine', { type: 'report' }),
    disconnect: sendTo('connectionLine', { type: 'disconnect' }),
    storeConnection: assign(({ event }) => {
      assertEvent(event, 'wallet.connected');
      return { connection: event.connection };
    }),
    clearConnection: assign({ connection: null }),
    beginSessionCheck: assign({ session: null, unsure: true }),
    storeSession: assign((_, session: SignInSession | null) => ({ session, unsure: false, pending: false })),
    clearSession: assign({ session: null, unsure: false, pending: false }),
    setPending: assign({ pending: ({ event }) => event.type === 'verify.begun' }),
  },
  guards: {
    mustSignIn: ({ context }) => context.mustSignIn,
    hasMoved: ({ context, event }) =>
      'connection' in event && isConnectionChanged(context.connection, event.connection),
    isConnected: ({ context }) => context.connection !== null,
    hasSession: ({ context }) => context.session !== null,
    mayHaveSession: ({ context: { session, unsure, pending } }) => session !== null || unsure || pending,
    hasMovedMeanwhile: ({ context: { connection, pending }, event }) =>
      pending && 'connection' in event && isConnectionChanged(connection, event.connection),
    isOwnSession: ({ context: { connection, chains } }, session: SignInSession | null) =>
      connection !== null && isValidSession(session, connection.address, chains),
    isForeignSession: (_, session: SignInSession | null) => session !== null,
    isOtherAccount: ({ context }, { address }: Connection) => isSessionOfOtherAccount(context.session, address),
  },
  delays: {
    walletReplyTimeout: 5_000,
    serverTimeout: 15_000,
    /** Timers of browsers can't run longer than 24 days. */
    sessionLifetime: ({ context }) => Math.min(context.session?.life ?? Number.POSITIVE_INFINITY, 2 ** 31 - 1),
  },
}).createMachine({
  id: 'identity',
  context: ({ input }) => ({ ...input, connection: null, session: null, unsure: false, pending: false }),
  invoke: { id: 'connectionLine', src: 'connectionLine' },
  initial: 'reconnecting',
  on: {
    'wallet.connected': { guard: 'hasMoved', actions: ['storeConnection', { type: 'tell', params: 'visitor.moved' }] },
    'wallet.disconnected': '.left',
  },
  states: {
    reconnecting: {
      description: 'The connection of the last visit is being restored.',
      entry: 'requestReport',
      after: { walletReplyTimeout: 'disconnected' },
      on: {
        'restore.ended': 'disconnected',
        'wallet.connected': [
          { guard: 'mustSignIn', target: 'checkingSession', actions: 'storeConnection' },
          { target: 'connected', actions: 'storeConnection' },
        ],
      },
    },
    checkingSession: {
      description: 'A wallet is connected. The server is asked whether its account is signed in.',
      entry: ['beginSessionCheck', { type: 'tell', params: 'visitor.checking' }],
      invoke: {
        id: 'checkSession',
        src: 'checkSession',
        onDone: [
          {
            guard: { type: 'isOwnSession', params: ({ event }) => event.output },
            target: 'connected',
            actions: { type: 'storeSession', params: ({ event }) => event.output },
          },
          { guard: { type: 'isForeignSession', params: ({ event }) => event.output }, target: 'signingOut' },
          { target: 'unauthenticated', actions: 'clearSession' },
        ],
        onError: 'unauthenticated',
      },
      after: { serverTimeout: 'unauthenticated' },
    },
    disconnecting: {
      description: 'The connection is being ended. No answer of the wallet is awaited.',
      tags: 'busy',
      entry: [{ type: 'tell', params: 'visitor.disconnecting' }, 'disconnect'],
      after: { walletReplyTimeout: 'left' },
      on: { hurry: 'left', 'wallet.connected': {} },
    },
    left: {
      description: 'Decides whether a session has to end as well.',
      entry: 'clearConnection',
      always: [{ guard: 'mayHaveSession', target: 'signingOut' }, { target: 'disconnected' }],
    },
    signingOut: {
      description: 'The server is told to end the session. For this page it has ended.',
      entry: ['clearSession', { type: 'tell', params: 'visitor.signingOut' }],
      invoke: {
        id: 'signOut',
        src: 'signOut',
        onDone: 'signedOut',
        onError: { target: 'signedOut', actions: 'tellFailure' },
      },
      after: { serverTimeout: { target: 'signedOut', actions: 'tellFailure' } },
      on: { 'wallet.disconnected': { actions: ['clearConnection', { type: 'tell', params: 'visitor.moved' }] } },
    },
    signedOut: {
      description: 'Decides whether a wallet is still connected.',
      always: [{ guard: 'isConnected', target: 'unauthenticated' }, { target: 'disconnected' }],
    },
    disconnected: {
      description: 'No wallet is connected.',
      entry: { type: 'tell', params: 'visitor.disconnected' },
      on: {
        'wallet.connected': [
          { guard: 'mustSignIn', target: 'checkingSession', actions: 'storeConnection' },
          { target: 'connected', actions: 'storeConnection' },
        ],
      },
    },
    unauthenticated: {
      description: 'A wallet is connected. The visitor has not signed in with its account.',
      entry: { type: 'tell', params: 'visitor.unauthenticated' },
      invoke: {
        id: 'watchSession',
        src: 'watchSession',
        input: ({ context }) => ({ address: context.connection?.address ?? null }),
      },
      on: {
        'wallet.connected': { target: 'unauthenticated', reenter: true, actions: 'storeConnection' },
        'session.begun': 'checkingSession',
        'signIn.begun': 'signingIn',
      },
    },
    signingIn: {
      description: 'The visitor is asked to sign in. Changes in other tabs have no effect meanwhile.',
      on: {
        'verify.begun': { actions: 'setPending' },
        'verify.ended': { actions: 'setPending' },
        'wallet.connected': { guard: 'hasMovedMeanwhile', target: 'signingOut', actions: 'storeConnection' },
        'signIn.ended': [
          {
            guard: { type: 'isOwnSession', params: ({ event }) => event.session },
            target: 'connected',
            actions: { type: 'storeSession', params: ({ event }) => event.session },
          },
          { target: 'disconnecting' },
        ],
      },
    },
    connected: {
      description: 'A wallet is connected, and its account is signed in if that is required.',
      entry: { type: 'tell', params: 'visitor.connected' },
      invoke: [
        { id: 'showConnected', src: 'showConnected' },
        {
          id: 'watchSession',
          src: 'watchSession',
          input: ({ context }) => ({ address: context.session?.address ?? null }),
        },
      ],
      after: { sessionLifetime: { guard: 'hasSession', target: 'checkingSession' } },
      on: {
        'wallet.connected': {
          guard: { type: 'isOtherAccount', params: ({ event }) => event.connection },
          target: 'signingOut',
          actions: 'storeConnection',
        },
        'session.ended': { guard: 'hasSession', target: 'unauthenticated', actions: 'clearSession' },
        leave: 'disconnecting',
      },
    },
  },
});
