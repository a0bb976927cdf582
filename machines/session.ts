import { assertEvent, assign, sendTo, setup } from 'xstate';
import type { Chain } from '#domain/chain';
import { type Connection, isElsewhere } from '#domain/connection';
import type { DialogName } from '#domain/dialog';
import { type DialogRequest, goalRequestOf, requestAfter } from '#domain/request';
import type { SignedIn } from '#domain/signIn';
import { connectMachine } from './connect';
import { identityMachine, type VisitorNews } from './identity';
import { type ManageEnd, manageMachine } from './manage';
import { mobileConnectMachine } from './mobileConnect';
import { newsMachine } from './news';
import { noticeMachine } from './notice';
import { outcomesMachine } from './outcomes';
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
    children: {} as NamedAlike<'connect' | 'mobileConnect' | 'signIn' | 'manage' | 'awaitBack'> &
      NamedAlike<'identity' | 'news' | 'showWallet' | 'notice' | 'transactions' | 'outcomes'>,
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
    /** The adapter tells `notice` and `news` of each change of the session. */
    notice: noticeMachine,
    news: newsMachine,
    connect: connectMachine,
    mobileConnect: mobileConnectMachine,
    signIn: signInMachine,
    manage: manageMachine,
    transactions: transactionsMachine,
    outcomes: outcomesMachine,
  },
  actions: {
    leave: sendTo('identity', { type: 'leave' }),
    hurry: sendTo('identity', { type: 'hurry' }),
    beginSignIn: sendTo('identity', { type: 'signIn.begun' }),
    endSignIn: sendTo('identity', (_, session: SignedIn | null) => ({ type: 'signIn.ended', session })),
    tellManage: sendTo('manage', ({ event }) => event),
    storeConnection: assign(({ event }) => {
      assertEvent(event, 'visitor.*');
      return { connection: event.connection };
    }),
    /** A dialog requested while another is open or awaited opens after that one. */
    requestDialog: assign(({ context, event }) => {
      assertEvent(event, 'ask');
      return { request: requestAfter(context.request, event) };
    }),
    clearRequest: assign({ request: null }),
    keepGoal: assign({ request: ({ context }) => goalRequestOf(context.request) }),
    /** The dialog in which the visitor has connected opens nothing of its own. */
    endDialog: assign({
      request: ({ context: { request } }) => (request?.toSignIn ? goalRequestOf(request) : request),
    }),
    keepDialog: assign({ request: ({ context }) => context.request && { ...context.request, toSignIn: true } }),
    /** A dialog in which the visitor has connected closes when the wallet is gone. */
    releaseDialog: assign({
      request: ({ context: { request, connection } }) => (request?.toSignIn && !connection ? null : request),
    }),
    showFailure: sendTo('notice', (_, type: 'signOut.failed' | 'switch.failed') => ({ type })),
  },
  guards: {
    /** Whether the wallet has changed its account or its network. */
    hasMoved: ({ context }, connection: Connection | null) =>
      connection !== null && isElsewhere(context.connection, connection),
    hasRequest: ({ context }) => context.request !== null,
    hasNoRequest: ({ context }) => context.request === null,
    isRequestOnPhone: ({ context }) => Boolean(context.request?.phone),
    isLeft: (_, end: ManageEnd) => end === 'left',
    isUnchanged: (_, end: ManageEnd) => end === 'unchanged',
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
    ask: { actions: 'requestDialog' },
    'visitor.moved': { actions: 'storeConnection' },
    'visitor.checking': { target: '.undecided.question.checkingSession', actions: ['storeConnection', 'keepDialog'] },
    'visitor.disconnecting': { target: '.undecided.question.disconnecting', actions: 'clearRequest' },
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
        'visitor.connected': { target: 'connected', actions: ['storeConnection', 'endDialog'] },
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
              on: { ask: { actions: ['requestDialog', 'hurry'] } },
            },
            signingOut: { description: 'The server is told to end the session. For this page it has ended.' },
          },
        },
        dialog: {
          description: 'A requested dialog opens once the page knows who the visitor is.',
          initial: 'none',
          states: {
            none: { description: 'No dialog is requested.', always: { guard: 'hasRequest', target: 'waiting' } },
            waiting: {
              description: 'The visitor has requested a dialog. Closing it withdraws the request.',
              tags: 'busy',
              always: { guard: 'hasNoRequest', target: 'none' },
              invoke: { id: 'awaitBack', src: 'awaitBack' },
              on: { close: { target: 'none', actions: 'clearRequest' } },
            },
          },
        },
      },
    },
    disconnected: {
      description: 'No wallet is connected.',
      initial: 'none',
      on: {
        'visitor.disconnected': {},
        'visitor.connected': { target: 'connected', actions: ['storeConnection', 'keepGoal'] },
      },
      states: {
        none: {
          description: 'No dialog is open.',
          always: [
            { guard: 'isRequestOnPhone', target: 'connectingOnPhone' },
            { guard: 'hasRequest', target: 'connecting' },
          ],
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
        none: { description: 'No dialog is open.', always: { guard: 'hasRequest', target: 'signingIn' } },
        signingIn: {
          description: 'The visitor is asked to sign in.',
          entry: ['keepGoal', 'beginSignIn'],
          invoke: {
            id: 'signIn',
            src: 'signIn',
            input: ({ context }) => ({ connection: context.connection!, chains: context.chains }),
            onDone: { target: 'answered', actions: { type: 'endSignIn', params: ({ event }) => event.output } },
          },
          on: {
            ask: { actions: ['requestDialog', 'keepGoal'] },
            'visitor.moved': {
              guard: { type: 'hasMoved', params: ({ event }) => event.connection },
              target: 'signingIn',
              reenter: true,
              actions: 'storeConnection',
            },
          },
        },
        answered: {
          description: 'The visitor has signed in or canceled. The machine `identity` tells at once what follows.',
          on: { 'visitor.connected': '#session.connected' },
        },
      },
    },
    connected: {
      description: 'A wallet is connected, and its account is signed in if that is required.',
      invoke: { id: 'transactions', src: 'transactions' },
      initial: 'none',
      states: {
        none: {
          description: 'No dialog is open.',
          invoke: { id: 'outcomes', src: 'outcomes' },
          always: { guard: 'hasRequest', target: 'managing' },
        },
        managing: {
          description: 'The visitor sees their account or the networks.',
          exit: 'clearRequest',
          invoke: {
            id: 'manage',
            src: 'manage',
            input: ({ context: { connection, chains, request } }) => ({
              connection: connection!,
              chains,
              dialog: request?.dialog ?? null,
            }),
            onDone: [
              { guard: { type: 'isLeft', params: ({ event }) => event.output }, target: 'leaving', actions: 'leave' },
              {
                guard: { type: 'isUnchanged', params: ({ event }) => event.output },
                target: 'none',
                actions: { type: 'showFailure', params: 'switch.failed' },
              },
              { target: 'none' },
            ],
          },
          on: {
            ask: { actions: 'tellManage' },
            'visitor.moved': { actions: ['storeConnection', 'tellManage'] },
          },
        },
        leaving: { description: 'The visitor disconnects. The machine `identity` tells at once that it has begun.' },
      },
    },
  },
});
