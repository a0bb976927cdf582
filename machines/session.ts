import { assertEvent, assign, cancel, enqueueActions, raise, sendTo, setup } from 'xstate';
import { type Chain, supports } from '#domain/chain';
import { type Connection, isElsewhere, type Notice } from '#domain/connection';
import type { DialogName } from '#domain/dialog';
import { type DialogRequest, goalRequestOf, redirectedRequest, requestOf } from '#domain/request';
import { countsFor, isOfAnother, type SignedIn } from '#domain/signIn';
import { type AccountEnd, accountMachine } from './account';
import { chainMachine, type Settlement } from './chain';
import { connectMachine } from './connect';
import { mobileConnectMachine } from './mobileConnect';
import { noticeMachine, postedNotice } from './notice';
import { type NamedAlike, port, watcher } from './port';
import { signInMachine } from './signIn';
import { transactionsMachine } from './transactions';

/**
 * Decides who the visitor is, and therefore which dialog can be open.
 *
 * `undecided → disconnected, unauthenticated or connected`. A dialog is a child state of a status, so losing the
 * connection closes each dialog that needs it. While the visitor's status is undecided, a requested dialog waits. Where
 * signing in is required, a visitor is `connected` only after signing in with the connected account.
 */
export const sessionMachine = setup({
  types: {
    input: {} as { request: DialogRequest | null; mustSignIn: boolean; chains: Chain[] },
    context: {} as {
      mustSignIn: boolean;
      chains: Chain[];
      connection: Connection | null;
      session: SignedIn | null;
      /** The session check has not answered, so leaving ends the session as well. */
      unsure: boolean;
      /** The dialog that was requested and not closed since. */
      request: DialogRequest | null;
      /** A failure that the page shows outside all dialogs. */
      trouble: 'signOut' | 'switch' | null;
    },
    children: {} as NamedAlike<
      'connect' | 'mobileConnect' | 'signIn' | 'account' | 'chain' | 'transactions' | 'notice'
    > &
      NamedAlike<'watchConnection' | 'watchSession' | 'showWallet' | 'showConnected' | 'awaitBack'> &
      NamedAlike<'restoreConnection' | 'checkSession' | 'disconnect' | 'signOut'>,
    events: {} as
      | { type: 'wallet.connected'; connection: Connection }
      | { type: 'wallet.disconnected' | 'session.begun' | 'session.ended' | 'trouble.faded' }
      | { type: 'ask'; phone: boolean; dialog?: DialogName }
      | { type: 'close' | 'dismiss' },
    tags: {} as 'busy',
  },
  actors: {
    notice: noticeMachine,
    watchConnection: watcher('watch the connection'),
    watchSession: watcher<{ address: string | null }>('watch the session'),
    showWallet: watcher('show on the page that a wallet is known'),
    showConnected: watcher('show on the page that a visitor is signed in'),
    restoreConnection: port<void>('restore the connection of the last visit'),
    checkSession: port<SignedIn | null>('check who is signed in'),
    awaitBack: watcher('wait for the back button'),
    connect: connectMachine,
    mobileConnect: mobileConnectMachine,
    signIn: signInMachine,
    account: accountMachine,
    chain: chainMachine,
    transactions: transactionsMachine,
    disconnect: port<void>('disconnect the wallet'),
    signOut: port<void>('sign out'),
  },
  actions: {
    /** A wallet that changes its network after all has not refused to switch. */
    storeConnection: assign(({ context: { connection, trouble }, event }) => {
      assertEvent(event, 'wallet.connected');
      const stays = event.connection.chainId === connection?.chainId;
      return { connection: event.connection, trouble: trouble === 'switch' && !stays ? null : trouble };
    }),
    clearConnection: assign({ connection: null }),
    requestDialog: assign((_, request: DialogRequest) => ({ request: requestOf(request), trouble: null })),
    /** A dialog requested while another is open or awaited opens after that one. */
    redirectRequest: assign({
      request: ({ context }, next: DialogRequest) => redirectedRequest(context.request, next),
    }),
    clearRequest: assign({ request: null }),
    keepGoal: assign({ request: ({ context }) => goalRequestOf(context.request) }),
    keepDialog: assign({ request: ({ context }) => context.request && { ...context.request, toSignIn: true } }),
    releaseDialog: assign({ request: ({ context }) => (context.request?.toSignIn ? null : context.request) }),
    confirm: sendTo('notice', ({ context }, code: Notice['code']) => postedNotice(code, context.connection)),
    /** Confirms nothing to a visitor who returns and is still signed in. */
    confirmConnecting: enqueueActions(({ context, enqueue }) => {
      if (!context.request?.toSignIn) return;
      enqueue.sendTo('notice', postedNotice('signedIn', context.connection));
      enqueue.assign({ request: goalRequestOf(context.request) });
    }),
    beginSessionCheck: assign({ session: null, unsure: true }),
    storeSession: assign((_, session: SignedIn | null) => ({ session, unsure: false })),
    clearSession: assign({ session: null, unsure: false }),
    showTrouble: assign({ trouble: (_, trouble: 'signOut' | 'switch') => trouble }),
    /** A failed switch needs nothing from the visitor, so the page shows it only for a while. */
    startFading: raise({ type: 'trouble.faded' }, { delay: 'noticeDuration', id: 'fade' }),
    cancelFading: cancel('fade'),
    hideTrouble: assign({ trouble: null }),
  },
  guards: {
    mustSignIn: ({ context }) => context.mustSignIn,
    isConnected: ({ context }) => context.connection !== null,
    hasSession: ({ context }) => context.session !== null,
    mayHaveSession: ({ context: { session, unsure } }) => session !== null || unsure,
    /** Whether the session is the connected account's and still valid. */
    isOwnSession: ({ context: { connection, chains } }, session: SignedIn | null) =>
      connection !== null && countsFor(session, connection.address, chains),
    isForeignSession: (_, session: SignedIn | null) => session !== null,
    isOtherAccount: ({ context }, { address }: Connection) => isOfAnother(context.session, address),
    /** Whether the wallet has changed its network, or its account where that ends no session. */
    hasMoved: ({ context: { connection, session } }, next: Connection) =>
      isElsewhere(connection, next) && !isOfAnother(session, next.address),
    hasRequest: ({ context }) => context.request !== null,
    hasNoRequest: ({ context }) => context.request === null,
    isRequestOnPhone: ({ context }) => Boolean(context.request?.phone),
    isRequestForChain: ({ context: { request, connection, chains } }) =>
      request !== null && (request.dialog === 'chain' || !supports(chains, connection?.chainId ?? Number.NaN)),
    isForChain: (_, dialog: DialogName | undefined) => dialog === 'chain',
    /** The account is not shown while the wallet is on an unsupported network. */
    isForAccount: ({ context: { connection, chains } }, dialog: DialogName | undefined) =>
      dialog !== 'chain' && supports(chains, connection!.chainId),
    leavesAccount: (_, { leave }: AccountEnd) => leave,
    goesToNetworks: (_, { networks }: AccountEnd) => networks,
    leavesChain: (_, settlement: Settlement) => settlement === 'left',
    isUnchanged: (_, settlement: Settlement) => settlement === 'unchanged',
    hasTrouble: ({ context }) => context.trouble !== null,
    hasSwitchTrouble: ({ context }) => context.trouble === 'switch',
  },
  delays: {
    walletReplyTimeout: 5_000,
    serverTimeout: 15_000,
    noticeDuration: 8_000,
    /** No timer of a browser runs longer than 24 days. */
    sessionLifetime: ({ context }) => Math.min(context.session?.life ?? Number.POSITIVE_INFINITY, 2 ** 31 - 1),
  },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({ ...input, connection: null, session: null, unsure: false, trouble: null }),
  invoke: [
    { id: 'watchConnection', src: 'watchConnection' },
    { id: 'showWallet', src: 'showWallet' },
    { id: 'notice', src: 'notice' },
  ],
  initial: 'undecided',
  on: {
    dismiss: { guard: 'hasTrouble', actions: 'hideTrouble' },
    'trouble.faded': { guard: 'hasSwitchTrouble', actions: 'hideTrouble' },
  },
  states: {
    undecided: {
      description: 'The page does not know yet who the visitor is.',
      type: 'parallel',
      states: {
        question: {
          description: 'The wallet or the server is being asked.',
          initial: 'reconnecting',
          on: { 'wallet.disconnected': '.left' },
          states: {
            reconnecting: {
              description: 'The connection of the last visit is being restored.',
              invoke: {
                id: 'restoreConnection',
                src: 'restoreConnection',
                onDone: '#session.disconnected',
                onError: '#session.disconnected',
              },
              after: { walletReplyTimeout: '#session.disconnected' },
              on: {
                'wallet.connected': [
                  { guard: 'mustSignIn', target: 'checkingSession', actions: 'storeConnection' },
                  { target: '#session.connected', actions: 'storeConnection' },
                ],
              },
            },
            checkingSession: {
              description: 'A wallet is connected. The server is asked whether its account is signed in.',
              entry: 'beginSessionCheck',
              invoke: {
                id: 'checkSession',
                src: 'checkSession',
                onDone: [
                  {
                    guard: { type: 'isOwnSession', params: ({ event }) => event.output },
                    target: '#session.connected',
                    actions: [{ type: 'storeSession', params: ({ event }) => event.output }, 'confirmConnecting'],
                  },
                  {
                    guard: { type: 'isForeignSession', params: ({ event }) => event.output },
                    target: 'signingOut',
                  },
                  { target: '#session.unauthenticated', actions: 'clearSession' },
                ],
                onError: '#session.unauthenticated',
              },
              after: { serverTimeout: '#session.unauthenticated' },
              on: {
                'wallet.connected': { actions: 'storeConnection' },
                'wallet.disconnected': { target: 'left', actions: 'releaseDialog' },
              },
            },
            disconnecting: {
              description: 'The wallet is told to disconnect. The visitor is disconnected whatever it answers.',
              tags: 'busy',
              invoke: { id: 'disconnect', src: 'disconnect', onDone: 'left', onError: 'left' },
              after: { walletReplyTimeout: 'left' },
              on: { ask: 'left' },
            },
            left: {
              description: 'Decides whether a session has to end as well.',
              entry: [{ type: 'confirm', params: 'disconnected' }, 'clearConnection'],
              always: [{ guard: 'mayHaveSession', target: 'signingOut' }, { target: '#session.disconnected' }],
            },
            signingOut: {
              description: 'The server is told to end the session. For this page it has ended.',
              entry: 'clearSession',
              invoke: {
                id: 'signOut',
                src: 'signOut',
                onDone: 'signedOut',
                onError: { target: 'signedOut', actions: { type: 'showTrouble', params: 'signOut' } },
              },
              after: { serverTimeout: { target: 'signedOut', actions: { type: 'showTrouble', params: 'signOut' } } },
              on: {
                'wallet.connected': { actions: 'storeConnection' },
                'wallet.disconnected': { actions: [{ type: 'confirm', params: 'disconnected' }, 'clearConnection'] },
              },
            },
            signedOut: {
              description: 'Decides whether a wallet is still connected.',
              always: [
                { guard: 'isConnected', target: '#session.unauthenticated' },
                { target: '#session.disconnected' },
              ],
            },
          },
        },
        dialog: {
          description: 'A requested dialog opens once the page knows who the visitor is.',
          initial: 'none',
          states: {
            none: {
              description: 'The visitor waits for no dialog.',
              always: { guard: 'hasRequest', target: 'waiting' },
              on: { ask: { actions: { type: 'requestDialog', params: ({ event }) => event } } },
            },
            waiting: {
              description: 'The visitor has requested a dialog. Closing it withdraws the request.',
              tags: 'busy',
              always: { guard: 'hasNoRequest', target: 'none' },
              invoke: { id: 'awaitBack', src: 'awaitBack' },
              on: {
                ask: { actions: { type: 'redirectRequest', params: ({ event }) => event } },
                close: { target: 'none', actions: 'clearRequest' },
              },
            },
          },
        },
      },
    },
    disconnected: {
      description: 'No wallet is connected. A repeated goodbye of the last wallet closes no dialog.',
      initial: 'none',
      on: {
        ask: { actions: { type: 'redirectRequest', params: ({ event }) => event } },
        'wallet.connected': [
          {
            guard: 'mustSignIn',
            target: 'undecided.question.checkingSession',
            actions: ['storeConnection', 'keepDialog'],
          },
          { target: 'connected', actions: ['storeConnection', 'keepGoal', { type: 'confirm', params: 'connected' }] },
        ],
      },
      states: {
        none: {
          description: 'No dialog is open.',
          always: [
            { guard: 'isRequestOnPhone', target: 'connectingOnPhone' },
            { guard: 'hasRequest', target: 'connecting' },
          ],
          on: { ask: { actions: { type: 'requestDialog', params: ({ event }) => event } } },
        },
        connecting: {
          description: 'The visitor chooses a wallet to connect.',
          invoke: { id: 'connect', src: 'connect', onDone: { target: 'none', actions: 'clearRequest' } },
        },
        connectingOnPhone: {
          description: 'The visitor chooses a wallet to connect, on a phone.',
          invoke: { id: 'mobileConnect', src: 'mobileConnect', onDone: { target: 'none', actions: 'clearRequest' } },
        },
      },
    },
    unauthenticated: {
      description: 'A wallet is connected. The visitor has not signed in with its account.',
      initial: 'none',
      on: { 'wallet.disconnected': 'undecided.question.left' },
      states: {
        none: {
          description: 'No dialog is open.',
          always: { guard: 'hasRequest', target: 'signingIn' },
          invoke: {
            id: 'watchSession',
            src: 'watchSession',
            input: ({ context }) => ({ address: context.connection?.address ?? null }),
          },
          on: {
            ask: { actions: { type: 'requestDialog', params: ({ event }) => event } },
            'session.begun': '#session.undecided.question.checkingSession',
            'wallet.connected': { target: 'none', reenter: true, actions: 'storeConnection' },
          },
        },
        signingIn: {
          description: 'The visitor is asked to sign in.',
          entry: 'keepGoal',
          invoke: {
            id: 'signIn',
            src: 'signIn',
            input: ({ context }) => ({ connection: context.connection!, chains: context.chains }),
            onDone: [
              {
                guard: { type: 'isOwnSession', params: ({ event }) => event.output },
                target: '#session.connected',
                actions: [
                  { type: 'storeSession', params: ({ event }) => event.output },
                  { type: 'confirm', params: 'signedIn' },
                ],
              },
              { target: '#session.undecided.question.disconnecting', actions: 'clearRequest' },
            ],
          },
          on: {
            ask: { actions: [{ type: 'redirectRequest', params: ({ event }) => event }, 'keepGoal'] },
            'wallet.disconnected': { target: '#session.undecided.question.left', actions: 'clearRequest' },
            'wallet.connected': [
              {
                guard: { type: 'hasMoved', params: ({ event }) => event.connection },
                target: 'signingIn',
                reenter: true,
                actions: 'storeConnection',
              },
              { actions: 'storeConnection' },
            ],
          },
        },
      },
    },
    connected: {
      description: 'A wallet is connected. Where that is required, the visitor has signed in with its account.',
      invoke: [
        { id: 'showConnected', src: 'showConnected' },
        { id: 'transactions', src: 'transactions' },
        {
          id: 'watchSession',
          src: 'watchSession',
          input: ({ context }) => ({ address: context.session?.address ?? null }),
        },
      ],
      after: { sessionLifetime: { guard: 'hasSession', target: 'undecided.question.checkingSession' } },
      initial: 'none',
      on: {
        'wallet.connected': [
          {
            guard: { type: 'isOtherAccount', params: ({ event }) => event.connection },
            target: 'undecided.question.signingOut',
            actions: ['storeConnection', { type: 'confirm', params: 'signedOut' }],
          },
          { actions: 'storeConnection' },
        ],
        'wallet.disconnected': 'undecided.question.left',
        'session.ended': {
          guard: 'hasSession',
          target: 'unauthenticated',
          actions: ['clearSession', { type: 'confirm', params: 'signedOut' }],
        },
      },
      states: {
        none: {
          description: 'No dialog is open.',
          always: [
            { guard: 'isRequestForChain', target: 'chain' },
            { guard: 'hasRequest', target: 'account' },
          ],
          on: { ask: { actions: { type: 'requestDialog', params: ({ event }) => event } } },
        },
        account: {
          description: 'The visitor sees their account.',
          entry: 'clearRequest',
          invoke: {
            id: 'account',
            src: 'account',
            input: ({ context }) => context.connection!,
            onDone: [
              {
                guard: { type: 'leavesAccount', params: ({ event }) => event.output },
                target: '#session.undecided.question.disconnecting',
              },
              { guard: { type: 'goesToNetworks', params: ({ event }) => event.output }, target: 'chain' },
              { target: 'none' },
            ],
          },
          on: {
            ask: { guard: { type: 'isForChain', params: ({ event }) => event.dialog }, target: 'chain' },
            'wallet.connected': {
              guard: { type: 'hasMoved', params: ({ event }) => event.connection },
              target: 'account',
              reenter: true,
              actions: 'storeConnection',
            },
          },
        },
        chain: {
          description: 'The visitor chooses a network. A wallet that changes its network has answered.',
          entry: 'clearRequest',
          invoke: {
            id: 'chain',
            src: 'chain',
            input: ({ context }) => ({ chains: context.chains, current: context.connection!.chainId }),
            onDone: [
              {
                guard: { type: 'leavesChain', params: ({ event }) => event.output },
                target: '#session.undecided.question.disconnecting',
              },
              {
                guard: { type: 'isUnchanged', params: ({ event }) => event.output },
                target: 'none',
                actions: [{ type: 'showTrouble', params: 'switch' }, 'cancelFading', 'startFading'],
              },
              { target: 'none' },
            ],
          },
          on: {
            ask: { guard: { type: 'isForAccount', params: ({ event }) => event.dialog }, target: 'account' },
            'wallet.connected': {
              guard: { type: 'hasMoved', params: ({ event }) => event.connection },
              target: 'none',
              actions: 'storeConnection',
            },
          },
        },
      },
    },
  },
});
