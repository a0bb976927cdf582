import { assertEvent, assign, sendTo, setup } from 'xstate';
import type { Chain } from '#domain/chain';
import type { Connection } from '#domain/connection';
import { type DialogName, needsConnectionFirst } from '#domain/dialog';
import { type DialogRequest, mergeDialogRequests, updateDialogRequest } from '#domain/request';
import type { SignInSession } from '#domain/signIn';
import { connectMachine } from './connect';
import { identityMachine, type VisitorEvent } from './identity';
import { type ManageOutput, manageMachine } from './manage';
import { mobileConnectMachine } from './mobileConnect';
import { newsMachine } from './news';
import { noticeMachine } from './notice';
import { outcomesMachine } from './outcomes';
import { type ChildIds, watcher } from './port';
import { signInMachine } from './signIn';
import { forwardEventsOfChild, holdAddressForDialog, linkToActor } from './system';
import { transactionsMachine } from './transactions';

/**
 * Decides which dialog can be open for the visitor's status, such as `connected`.
 *
 * The machine `identity` reports that status. A dialog is a child state of a status, so losing the connection closes
 * each dialog that needs it. While the status is undecided, a requested dialog waits.
 */
export const sessionMachine = setup({
  types: {
    input: {} as { request: DialogRequest | null; mustSignIn: boolean; chains: Chain[] },
    context: {} as {
      mustSignIn: boolean;
      chains: Chain[];
      connection: Connection | null;
      request: DialogRequest | null;
    },
    children: {} as ChildIds<'connect' | 'mobileConnect' | 'signIn' | 'manage' | 'awaitBack'> &
      ChildIds<'identity' | 'news' | 'showWallet' | 'notice' | 'transactions' | 'outcomes'> &
      ChildIds<'connectionLine' | 'identityLine' | 'signInLine'>,
    events: {} as
      | VisitorEvent
      | { type: 'dialog.request'; phone: boolean; dialog?: DialogName }
      | { type: 'close' | 'signOut.failed' | 'verify.begun' | 'verify.ended' },
    tags: {} as 'busy',
  },
  actors: {
    connectionLine: linkToActor('connection'),
    identityLine: forwardEventsOfChild('identity'),
    signInLine: forwardEventsOfChild('signIn'),
    identity: identityMachine,
    showWallet: watcher('show on the page that a wallet is known'),
    awaitBack: holdAddressForDialog,
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
    /** Tells `connection` to connect the stored wallet again, because the visitor has requested a dialog. */
    wakeConnection: sendTo('connectionLine', { type: 'wake' }),
    leave: sendTo('identity', { type: 'leave' }),
    /** Ends the wait for the wallet to disconnect, because the visitor has requested a dialog. */
    hurry: sendTo('identity', { type: 'hurry' }),
    beginSignIn: sendTo('identity', { type: 'signIn.begun' }),
    endSignIn: sendTo('identity', (_, session: SignInSession | null) => ({ type: 'signIn.ended', session })),
    tellIdentity: sendTo('identity', ({ event }) => event),
    tellManage: sendTo('manage', ({ event }) => event),
    storeStep: assign(({ context, event }) => {
      assertEvent(event, 'visitor.*');
      return { connection: event.connection, request: updateDialogRequest(context.request, event) };
    }),
    /** Stores the request. A dialog that is requested while another is open or awaited opens after that one. */
    requestDialog: assign(({ context, event }) => {
      assertEvent(event, 'dialog.request');
      return { request: mergeDialogRequests(context.request, event) };
    }),
    clearRequest: assign({ request: null }),
    markOpened: assign({ request: ({ context }) => context.request && { ...context.request, opened: true } }),
    showFailure: sendTo('notice', (_, type: 'signOut.failed' | 'network.unchanged') => ({ type })),
  },
  guards: {
    hasRequest: ({ context }) => context.request !== null,
    hasNoRequest: ({ context }) => context.request === null,
    isRequestOnPhone: ({ context }) => Boolean(context.request?.phone),
    isLeft: (_, end: ManageOutput) => end === 'left',
    isUnchanged: (_, end: ManageOutput) => end === 'unchanged',
  },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({ ...input, connection: null }),
  invoke: [
    { id: 'identityLine', src: 'identityLine', input: ({ self }) => ({ owner: self }) },
    { id: 'identity', src: 'identity', input: ({ context: { mustSignIn, chains } }) => ({ mustSignIn, chains }) },
    { id: 'connectionLine', src: 'connectionLine' },
    { id: 'showWallet', src: 'showWallet' },
    { id: 'notice', src: 'notice' },
    { id: 'news', src: 'news', input: ({ context: { mustSignIn } }) => ({ mustSignIn }) },
  ],
  initial: 'undecided',
  on: {
    'dialog.request': { actions: ['requestDialog', 'hurry'] },
    'visitor.moved': { actions: 'storeStep' },
    'visitor.checking': { target: '.undecided.question.checkingSession', actions: 'storeStep' },
    'visitor.disconnecting': { target: '.undecided.question.disconnecting', actions: 'storeStep' },
    'visitor.signingOut': { target: '.undecided.question.signingOut', actions: 'storeStep' },
    'visitor.disconnected': { target: '.disconnected', actions: 'storeStep' },
    'visitor.unauthenticated': { target: '.unauthenticated', actions: 'storeStep' },
    'visitor.connected': { target: '.connected', actions: 'storeStep' },
    'signOut.failed': { actions: { type: 'showFailure', params: 'signOut.failed' } },
  },
  states: {
    undecided: {
      description: 'The page does not know yet who the visitor is.',
      type: 'parallel',
      states: {
        question: {
          description: 'The wallet or the server is being asked.',
          initial: 'reconnecting',
          on: {
            'visitor.checking': { target: '.checkingSession', actions: 'storeStep' },
            'visitor.signingOut': { target: '.signingOut', actions: 'storeStep' },
          },
          states: {
            reconnecting: { description: 'The connection of the last visit is being restored.' },
            checkingSession: { description: 'The server is asked whether the connected account is signed in.' },
            disconnecting: { description: 'The wallet is told to disconnect. No requested dialog waits for it.' },
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
              entry: 'wakeConnection',
              always: { guard: 'hasNoRequest', target: 'none' },
              invoke: { id: 'awaitBack', src: 'awaitBack', input: { dialog: 'connect' } },
              on: { close: { target: 'none', actions: 'clearRequest' } },
            },
          },
        },
      },
    },
    disconnected: {
      description: 'No wallet is connected.',
      initial: 'none',
      on: { 'visitor.disconnected': {} },
      states: {
        none: {
          description: 'No dialog is open.',
          always: [
            { guard: 'isRequestOnPhone', target: 'connectingOnPhone', actions: 'markOpened' },
            { guard: 'hasRequest', target: 'connecting', actions: 'markOpened' },
          ],
        },
        connecting: {
          description: 'The visitor chooses a wallet to connect.',
          entry: 'wakeConnection',
          invoke: {
            id: 'connect',
            src: 'connect',
            input: ({ context }) => ({ resumes: needsConnectionFirst(context.request?.dialog) }),
            onDone: { target: 'none', actions: 'clearRequest' },
          },
        },
        connectingOnPhone: {
          description: 'The visitor chooses a wallet to connect, on a phone.',
          entry: 'wakeConnection',
          invoke: {
            id: 'mobileConnect',
            src: 'mobileConnect',
            input: ({ context }) => ({ resumes: needsConnectionFirst(context.request?.dialog) }),
            onDone: { target: 'none', actions: 'clearRequest' },
          },
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
          entry: ['markOpened', 'wakeConnection', 'beginSignIn'],
          invoke: [
            { id: 'signInLine', src: 'signInLine', input: ({ self }) => ({ owner: self }) },
            {
              id: 'signIn',
              src: 'signIn',
              input: ({ context }) => ({ connection: context.connection!, chains: context.chains }),
              onDone: { target: 'answered', actions: { type: 'endSignIn', params: ({ event }) => event.output } },
            },
          ],
          on: {
            'visitor.moved': { target: 'signingIn', reenter: true, actions: 'storeStep' },
            'verify.begun': { actions: 'tellIdentity' },
            'verify.ended': { actions: 'tellIdentity' },
          },
        },
        answered: { description: 'The visitor has answered. The machine `identity` tells at once what follows.' },
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
          entry: 'wakeConnection',
          exit: 'clearRequest',
          invoke: {
            id: 'manage',
            src: 'manage',
            input: ({ context: { connection, chains, request } }) => ({ connection: connection!, chains, request }),
            onDone: [
              { guard: { type: 'isLeft', params: ({ event }) => event.output }, target: 'leaving', actions: 'leave' },
              {
                guard: { type: 'isUnchanged', params: ({ event }) => event.output },
                target: 'none',
                actions: { type: 'showFailure', params: 'network.unchanged' },
              },
              { target: 'none' },
            ],
          },
          on: {
            'dialog.request': { actions: 'tellManage' },
            'visitor.moved': { actions: ['storeStep', 'tellManage'] },
          },
        },
        leaving: { description: 'The visitor disconnects. The machine `identity` tells at once that it has begun.' },
      },
    },
  },
});
