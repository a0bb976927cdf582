import { assertEvent, assign, enqueueActions, sendTo, setup } from 'xstate';
import { type Chain, supports } from '#domain/chain';
import { type Connection, isElsewhere, type Notice } from '#domain/connection';
import type { DialogName } from '#domain/dialog';
import { type DialogRequest, goalRequestOf, redirectedRequest, requestOf } from '#domain/request';
import { countsFor, type SignedIn } from '#domain/signIn';
import { type AccountEnd, accountMachine } from './account';
import { chainMachine, type Settlement } from './chain';
import { connectMachine } from './connect';
import { identityMachine, type VisitorNews } from './identity';
import { mobileConnectMachine } from './mobileConnect';
import { newsMachine } from './news';
import { noticeMachine, postedNotice } from './notice';
import { type NamedAlike, watcher } from './port';
import { signInMachine } from './signIn';
import { transactionsMachine } from './transactions';

/**
 * Decides which dialog can be open, by who the visitor is.
 *
 * `undecided → disconnected, unauthenticated or connected`, as the machine `identity` tells. A dialog is a child state of
 * a status, so losing the connection closes each dialog that needs it. While the visitor's status is undecided, a
 * requested dialog waits.
 */
export const sessionMachine = setup({
  types: {
    input: {} as { request: DialogRequest | null; mustSignIn: boolean; chains: Chain[] },
    context: {} as {
      mustSignIn: boolean;
      chains: Chain[];
      connection: Connection | null;
      /** The dialog that was requested and not closed since. */
      request: DialogRequest | null;
    },
    children: {} as NamedAlike<'connect' | 'mobileConnect' | 'signIn' | 'account' | 'chain'> &
      NamedAlike<'identity' | 'news' | 'showWallet' | 'awaitBack' | 'notice' | 'transactions'>,
    events: {} as
      | VisitorNews
      | { type: 'ask'; phone: boolean; dialog?: DialogName }
      | { type: 'close' | 'signOut.failed' },
    tags: {} as 'busy',
  },
  actors: {
    /** The adapter passes on what it emits. */
    identity: identityMachine,
    showWallet: watcher('show on the page that a wallet is known'),
    awaitBack: watcher('wait for the back button'),
    notice: noticeMachine,
    /** The adapter tells it of each change. */
    news: newsMachine,
    connect: connectMachine,
    mobileConnect: mobileConnectMachine,
    signIn: signInMachine,
    account: accountMachine,
    chain: chainMachine,
    transactions: transactionsMachine,
  },
  actions: {
    leave: sendTo('identity', { type: 'leave' }),
    hurry: sendTo('identity', { type: 'hurry' }),
    beginSignIn: sendTo('identity', { type: 'signIn.begun' }),
    prove: sendTo('identity', (_, session: SignedIn | null) => ({ type: 'prove', session })),
    /** Confirms that the wallet is gone. One that changes its network after all has not refused to switch. */
    storeConnection: enqueueActions(({ context: { connection }, event, enqueue }) => {
      assertEvent(event, 'visitor.*');
      const { connection: next } = event;
      if (!next) enqueue.sendTo('notice', postedNotice('disconnected', connection));
      else if (next.chainId !== connection?.chainId) enqueue.sendTo('notice', { type: 'network.changed' });
      enqueue.assign({ connection: next });
    }),
    requestDialog: enqueueActions(({ enqueue }, request: DialogRequest) => {
      enqueue.sendTo('notice', { type: 'dialog.requested' });
      enqueue.assign({ request: requestOf(request) });
    }),
    /** A dialog requested while another is open or awaited opens after that one. */
    redirectRequest: assign({
      request: ({ context }, next: DialogRequest) => redirectedRequest(context.request, next),
    }),
    clearRequest: assign({ request: null }),
    keepGoal: assign({ request: ({ context }) => goalRequestOf(context.request) }),
    keepDialog: assign({ request: ({ context }) => context.request && { ...context.request, toSignIn: true } }),
    /** A dialog in which the visitor has connected closes when the wallet is gone. */
    releaseDialog: assign(({ context: { request }, event }) => {
      assertEvent(event, 'visitor.*');
      return { request: request?.toSignIn && !event.connection ? null : request };
    }),
    confirm: sendTo('notice', ({ context }, code: Notice['code']) => postedNotice(code, context.connection)),
    /** Confirms nothing to a visitor who returns and is still signed in. */
    confirmConnecting: enqueueActions(({ context, enqueue }) => {
      if (!context.request?.toSignIn) return;
      enqueue.sendTo('notice', postedNotice('signedIn', context.connection));
      enqueue.assign({ request: goalRequestOf(context.request) });
    }),
    showFailure: sendTo('notice', (_, type: 'signOut.failed' | 'switch.failed') => ({ type })),
  },
  guards: {
    /** Whether the wallet has changed its account or its network. */
    hasMoved: ({ context, event }) => {
      assertEvent(event, 'visitor.*');
      return event.connection !== null && isElsewhere(context.connection, event.connection);
    },
    /** Whether the session is the connected account's and still valid. */
    isOwnSession: ({ context: { connection, chains } }, session: SignedIn | null) =>
      connection !== null && countsFor(session, connection.address, chains),
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
  },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({ ...input, connection: null }),
  invoke: [
    { id: 'identity', src: 'identity', input: ({ context: { mustSignIn, chains } }) => ({ mustSignIn, chains }) },
    { id: 'showWallet', src: 'showWallet' },
    { id: 'notice', src: 'notice' },
    { id: 'news', src: 'news', input: ({ context: { mustSignIn } }) => ({ mustSignIn }) },
  ],
  initial: 'undecided',
  on: {
    'visitor.moved': { actions: 'storeConnection' },
    'visitor.checking': { target: '.undecided.question.checkingSession', actions: ['storeConnection', 'keepDialog'] },
    'visitor.signingOut': { target: '.undecided.question.signingOut', actions: ['storeConnection', 'clearRequest'] },
    'visitor.disconnected': { target: '.disconnected', actions: ['storeConnection', 'clearRequest'] },
    'visitor.unauthenticated': { target: '.unauthenticated', actions: 'storeConnection' },
    'signOut.failed': { actions: { type: 'showFailure', params: 'signOut.failed' } },
  },
  states: {
    undecided: {
      description: 'The page does not know yet who the visitor is.',
      type: 'parallel',
      on: {
        'visitor.disconnected': { target: 'disconnected', actions: 'storeConnection' },
        'visitor.connected': { target: 'connected', actions: ['storeConnection', 'confirmConnecting'] },
      },
      states: {
        question: {
          description: 'The wallet or the server is being asked.',
          initial: 'reconnecting',
          on: {
            'visitor.checking': { target: '.checkingSession', actions: 'storeConnection' },
            'visitor.signingOut': { target: '.signingOut', actions: ['storeConnection', 'releaseDialog'] },
          },
          states: {
            reconnecting: { description: 'The connection of the last visit is being restored.' },
            checkingSession: {
              description: 'A wallet is connected. The server is asked whether its account is signed in.',
            },
            disconnecting: {
              description: 'The wallet is told to disconnect. A visitor who requests a dialog does not wait for that.',
              on: { ask: { actions: 'hurry' } },
            },
            signingOut: { description: 'The server is told to end the session. For this page it has ended.' },
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
      description: 'No wallet is connected.',
      initial: 'none',
      on: {
        ask: { actions: { type: 'redirectRequest', params: ({ event }) => event } },
        'visitor.disconnected': {},
        'visitor.connected': {
          target: 'connected',
          actions: ['storeConnection', 'keepGoal', { type: 'confirm', params: 'connected' }],
        },
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
      states: {
        none: {
          description: 'No dialog is open.',
          always: { guard: 'hasRequest', target: 'signingIn' },
          on: { ask: { actions: { type: 'requestDialog', params: ({ event }) => event } } },
        },
        signingIn: {
          description: 'The visitor is asked to sign in.',
          entry: ['keepGoal', 'beginSignIn'],
          invoke: {
            id: 'signIn',
            src: 'signIn',
            input: ({ context }) => ({ connection: context.connection!, chains: context.chains }),
            onDone: [
              {
                guard: { type: 'isOwnSession', params: ({ event }) => event.output },
                target: '#session.connected',
                actions: [
                  { type: 'prove', params: ({ event }) => event.output },
                  { type: 'confirm', params: 'signedIn' },
                ],
              },
              { target: '#session.undecided.question.disconnecting', actions: ['clearRequest', 'leave'] },
            ],
          },
          on: {
            ask: { actions: [{ type: 'redirectRequest', params: ({ event }) => event }, 'keepGoal'] },
            'visitor.moved': { guard: 'hasMoved', target: 'signingIn', reenter: true, actions: 'storeConnection' },
          },
        },
      },
    },
    connected: {
      description: 'A wallet is connected, and its account is signed in if that is required.',
      invoke: { id: 'transactions', src: 'transactions' },
      initial: 'none',
      on: {
        'visitor.signingOut': {
          target: 'undecided.question.signingOut',
          actions: ['storeConnection', { type: 'confirm', params: 'signedOut' }],
        },
        'visitor.unauthenticated': { target: 'unauthenticated', actions: { type: 'confirm', params: 'signedOut' } },
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
                actions: 'leave',
              },
              { guard: { type: 'goesToNetworks', params: ({ event }) => event.output }, target: 'chain' },
              { target: 'none' },
            ],
          },
          on: {
            ask: { guard: { type: 'isForChain', params: ({ event }) => event.dialog }, target: 'chain' },
            'visitor.moved': { guard: 'hasMoved', target: 'account', reenter: true, actions: 'storeConnection' },
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
                actions: 'leave',
              },
              {
                guard: { type: 'isUnchanged', params: ({ event }) => event.output },
                target: 'none',
                actions: { type: 'showFailure', params: 'switch.failed' },
              },
              { target: 'none' },
            ],
          },
          on: {
            ask: { guard: { type: 'isForAccount', params: ({ event }) => event.dialog }, target: 'account' },
            'visitor.moved': { guard: 'hasMoved', target: 'none', actions: 'storeConnection' },
          },
        },
      },
    },
  },
});
