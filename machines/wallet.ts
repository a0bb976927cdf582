import { assertEvent, assign, cancel, enqueueActions, raise, sendTo, setup } from 'xstate';
import { isSameAddress } from '#domain/address';
import { type Chain, supports } from '#domain/chain';
import type { Connection, Notice } from '#domain/connection';
import { type DialogName, isGoal } from '#domain/dialog';
import { countsFor, type SignedIn } from '#domain/signIn';
import { type AccountEnd, accountMachine } from './account';
import { chainMachine, type Settlement } from './chain';
import { connectMachine } from './connect';
import { mobileConnectMachine } from './mobileConnect';
import { noticeMachine } from './notice';
import { port, watcher } from './port';
import { signInMachine } from './signIn';
import { transactionsMachine } from './transactions';

type Request = { phone: boolean; dialog?: DialogName; toSignIn?: boolean };

/** Returns the request for a dialog that opens only once the visitor is signed in, or null. */
const goalOf = ({ asked }: { asked: Request | null }) =>
  asked && isGoal(asked.dialog) ? { phone: asked.phone, dialog: asked.dialog } : null;

/** Returns what is requested once `asked`, whose dialog is open or awaited, is followed by another request. */
const redirect = (asked: Request | null, { phone, dialog }: Request) => {
  const named = dialog && { dialog };
  if (!asked) return goalOf({ asked: { phone, ...named } });
  return { phone: asked.phone, ...(asked.toSignIn && { toSignIn: true }), ...named };
};

const noticeOf = ({ connection }: { connection: Connection | null }, code: Notice['code']) => ({
  type: 'notice.posted' as const,
  notice: { code, address: connection?.address ?? '', name: connection?.wallet.name ?? '' },
});

/**
 * Who the visitor is, and therefore which dialog can be open.
 *
 * `reconnecting → disconnected → checking → unauthenticated → connected → leaving → signingOut`. A dialog is a sub-state
 * of a status: nobody can look at an account that they do not have, and losing the connection closes whatever it had
 * opened. Where signing in is required, nobody is `connected` whose account was not shown to be theirs.
 */
export const walletMachine = setup({
  types: {
    input: {} as { asked: { phone: boolean } | null; mustSignIn: boolean; chains: Chain[] },
    context: {} as {
      mustSignIn: boolean;
      chains: Chain[];
      connection: Connection | null;
      session: SignedIn | null;
      /** Someone may be signed in: that was asked, and not answered. Whoever leaves is then signed out as well. */
      unsure: boolean;
      /**
       * A dialog was asked for, and was not closed since; `phone`: in the form that suits a phone. `toSignIn`: it is to
       * close if nobody must sign in.
       */
      asked: { phone: boolean; dialog?: DialogName; toSignIn?: boolean } | null;
      /** What went wrong beside all dialogs. */
      trouble: 'signOut' | 'switch' | null;
    },
    children: {} as {
      notice: 'notice';
      watchConnection: 'watchConnection';
      watchSession: 'watchSession';
      showWallet: 'showWallet';
      showConnected: 'showConnected';
      restoreConnection: 'restoreConnection';
      checkSession: 'checkSession';
      awaitBack: 'awaitBack';
      connect: 'connect';
      mobileConnect: 'mobileConnect';
      signIn: 'signIn';
      account: 'account';
      chain: 'chain';
      transactions: 'transactions';
      disconnect: 'disconnect';
      signOut: 'signOut';
    },
    events: {} as
      | { type: 'wallet.connected'; connection: Connection }
      | { type: 'wallet.disconnected' | 'session.begun' | 'session.ended' }
      | { type: 'ask'; phone: boolean; dialog?: DialogName }
      | { type: 'close' | 'dismiss' }
      | { type: 'trouble.faded' },
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
    /** A wallet that goes elsewhere in the end has not refused to. */
    remember: assign(({ context: { connection, trouble }, event }) => {
      assertEvent(event, 'wallet.connected');
      const stays = event.connection.chainId === connection?.chainId;
      return { connection: event.connection, trouble: trouble === 'switch' && !stays ? null : trouble };
    }),
    forget: assign({ connection: null }),
    note: assign((_, { phone, dialog }: { phone: boolean; dialog?: DialogName }) => ({
      asked: { phone, ...(dialog && { dialog }) },
      trouble: null,
    })),
    /** A dialog requested while another is open or awaited opens after that one. */
    redirectRequest: assign({ asked: ({ context }, request: Request) => redirect(context.asked, request) }),
    drop: assign({ asked: null }),
    /** Keeps a request for a dialog that opens only once the visitor is signed in. */
    keepGoal: assign({ asked: ({ context }) => goalOf(context) }),
    confirm: sendTo('notice', ({ context }, code: Notice['code']) => noticeOf(context, code)),
    stay: assign({ asked: ({ context }) => context.asked && { ...context.asked, toSignIn: true } }),
    letGo: assign({ asked: ({ context }) => (context.asked?.toSignIn ? null : context.asked) }),
    /** Confirms nothing to visitors who return and are who they were. */
    confirmConnecting: enqueueActions(({ context, enqueue }) => {
      if (!context.asked?.toSignIn) return;
      enqueue.sendTo('notice', noticeOf(context, 'signedIn'));
      enqueue.assign({ asked: goalOf(context) });
    }),
    doubt: assign({ session: null, unsure: true }),
    admit: assign((_, session: SignedIn | null) => ({ session, unsure: false })),
    expel: assign({ session: null, unsure: false }),
    complain: assign({ trouble: (_, trouble: 'signOut' | 'switch') => trouble }),
    fade: raise({ type: 'trouble.faded' }, { delay: 'moment', id: 'fade' }),
    keepOn: cancel('fade'),
    hush: assign({ trouble: null }),
  },
  guards: {
    asked: ({ context }) => context.asked !== null,
    askedOnPhone: ({ context }) => Boolean(context.asked?.phone),
    askedForChain: ({ context: { asked, connection, chains } }) =>
      asked !== null && (asked.dialog === 'chain' || !supports(chains, connection?.chainId ?? Number.NaN)),
    isForNetworks: (_, dialog: DialogName | undefined) => dialog === 'chain',
    /** The account is not shown while the wallet is on a network that the page does not support. */
    isForAccount: ({ context: { connection, chains } }, dialog: DialogName | undefined) =>
      dialog !== 'chain' && supports(chains, connection!.chainId),
    troubled: ({ context }) => context.trouble !== null,
    leaving: (_, { leave }: AccountEnd) => leave,
    toNetworks: (_, { networks }: AccountEnd) => networks,
    left: (_, settlement: Settlement) => settlement === 'left',
    unchanged: (_, settlement: Settlement) => settlement === 'unchanged',
    /** What nobody has to do anything about is shown for a moment only. */
    fades: ({ context }) => context.trouble === 'switch',
    there: ({ context }) => context.connection !== null,
    mustSignIn: ({ context }) => context.mustSignIn,
    signedIn: ({ context }) => context.session !== null,
    maybeSignedIn: ({ context: { session, unsure } }) => session !== null || unsure,
    /** Of the account that is connected, and not over. */
    own: ({ context: { connection, chains } }, session: SignedIn | null) =>
      connection !== null && countsFor(session, connection.address, chains),
    foreign: (_, session: SignedIn | null) => session !== null,
    /** Signed in, and then it is another account that is connected. */
    stranger: ({ context: { session } }, { address }: Connection) =>
      session !== null && !isSameAddress(address, session.address),
    /** Another account for which nobody is signed in either, or the same one on another network. */
    elsewhere: ({ context: { connection, session } }, { address, chainId }: Connection) =>
      (session === null || isSameAddress(address, session.address)) &&
      (!isSameAddress(address, connection?.address ?? '') || chainId !== connection?.chainId),
  },
  delays: {
    patience: 5_000,
    reach: 15_000,
    moment: 8_000,
    /** No timer of a browser runs longer than 24 days. */
    life: ({ context }) => Math.min(context.session?.life ?? Number.POSITIVE_INFINITY, 2 ** 31 - 1),
  },
}).createMachine({
  id: 'wallet',
  context: ({ input }) => ({ ...input, connection: null, session: null, unsure: false, trouble: null }),
  invoke: [
    { id: 'watchConnection', src: 'watchConnection' },
    { id: 'showWallet', src: 'showWallet' },
    { id: 'notice', src: 'notice' },
  ],
  initial: 'reconnecting',
  on: {
    'wallet.disconnected': '.left',
    'wallet.connected': [
      {
        guard: 'mustSignIn',
        target: '.checking',
        actions: 'remember',
      },
      { target: '.connected', actions: 'remember' },
    ],
    ask: { actions: { type: 'redirectRequest', params: ({ event }) => event } },
    dismiss: { guard: 'troubled', actions: 'hush' },
    'trouble.faded': { guard: 'fades', actions: 'hush' },
  },
  states: {
    reconnecting: {
      description: 'The connection of the last visit is looked for.',
      invoke: {
        id: 'restoreConnection',
        src: 'restoreConnection',
        onDone: 'disconnected',
        onError: 'disconnected',
      },
      after: { patience: 'disconnected' },
      initial: 'quiet',
      states: {
        quiet: {
          description: 'Nobody waits for it.',
          always: { guard: 'asked', target: 'waiting' },
          on: { ask: { actions: { type: 'note', params: ({ event }) => event } } },
        },
        waiting: {
          description: 'The visitor has asked for a dialog; which one depends on the outcome.',
          tags: 'busy',
          invoke: { id: 'awaitBack', src: 'awaitBack' },
          on: { close: { target: 'quiet', actions: 'drop' } },
        },
      },
    },
    disconnected: {
      description: 'No wallet is connected. Hearing it again, maybe from a wallet that was left, closes no dialog.',
      initial: 'quiet',
      on: {
        'wallet.disconnected': {},
        // Who connects in a dialog stays in it as long as there is more to ask.
        'wallet.connected': [
          {
            guard: 'mustSignIn',
            target: 'checking',
            actions: ['remember', 'stay'],
          },
          { target: 'connected', actions: ['remember', 'keepGoal', { type: 'confirm', params: 'connected' }] },
        ],
      },
      states: {
        quiet: {
          description: 'No dialog is open.',
          always: [
            { guard: 'askedOnPhone', target: 'connectingOnPhone' },
            { guard: 'asked', target: 'connecting' },
          ],
          on: { ask: { actions: { type: 'note', params: ({ event }) => event } } },
        },
        connecting: {
          description: 'The visitor is asked which wallet to connect.',
          invoke: { id: 'connect', src: 'connect', onDone: { target: 'quiet', actions: 'drop' } },
        },
        connectingOnPhone: {
          description: 'The visitor is asked which wallet to connect, on a phone.',
          invoke: { id: 'mobileConnect', src: 'mobileConnect', onDone: { target: 'quiet', actions: 'drop' } },
        },
      },
    },
    checking: {
      description: 'A wallet is connected. Whether its account was shown to be theirs is not known yet.',
      entry: 'doubt',
      invoke: {
        id: 'checkSession',
        src: 'checkSession',
        onDone: [
          {
            guard: { type: 'own', params: ({ event }) => event.output },
            target: 'connected',
            actions: [{ type: 'admit', params: ({ event }) => event.output }, 'confirmConnecting'],
          },
          { guard: { type: 'foreign', params: ({ event }) => event.output }, target: 'signingOut' },
          { target: 'unauthenticated', actions: 'expel' },
        ],
        onError: 'unauthenticated',
      },
      after: { reach: 'unauthenticated' },
      on: {
        'wallet.connected': { actions: 'remember' },
        'wallet.disconnected': { target: 'left', actions: 'letGo' },
      },
      initial: 'quiet',
      states: {
        quiet: {
          description: 'Nobody waits for it.',
          always: { guard: 'asked', target: 'waiting' },
          on: { ask: { actions: { type: 'note', params: ({ event }) => event } } },
        },
        waiting: {
          description: 'The visitor has asked for a dialog; which one depends on the outcome.',
          tags: 'busy',
          invoke: { id: 'awaitBack', src: 'awaitBack' },
          on: { close: { target: 'quiet', actions: 'drop' } },
        },
      },
    },
    unauthenticated: {
      description: 'A wallet is connected, and nobody has shown that its account is theirs.',
      initial: 'quiet',
      states: {
        quiet: {
          description: 'No dialog is open.',
          always: { guard: 'asked', target: 'signingIn' },
          invoke: {
            id: 'watchSession',
            src: 'watchSession',
            input: ({ context }) => ({ address: context.connection?.address ?? null }),
          },
          on: {
            ask: { actions: { type: 'note', params: ({ event }) => event } },
            'session.begun': '#wallet.checking',
            'wallet.connected': {
              target: 'quiet',
              reenter: true,
              actions: 'remember',
            },
          },
        },
        signingIn: {
          description: 'The visitor is asked to show that the account is theirs.',
          entry: 'keepGoal',
          invoke: {
            id: 'signIn',
            src: 'signIn',
            input: ({ context }) => ({ connection: context.connection!, chains: context.chains }),
            onDone: [
              {
                guard: { type: 'own', params: ({ event }) => event.output },
                target: '#wallet.connected',
                actions: [
                  { type: 'admit', params: ({ event }) => event.output },
                  { type: 'confirm', params: 'signedIn' },
                ],
              },
              { target: '#wallet.leaving', actions: 'drop' },
            ],
          },
          on: {
            ask: { actions: [{ type: 'redirectRequest', params: ({ event }) => event }, 'keepGoal'] },
            'wallet.disconnected': { target: '#wallet.left', actions: 'drop' },
            'wallet.connected': [
              {
                guard: { type: 'elsewhere', params: ({ event }) => event.connection },
                target: 'signingIn',
                reenter: true,
                actions: 'remember',
              },
              { actions: 'remember' },
            ],
          },
        },
      },
    },
    connected: {
      description: 'A wallet is connected and, where that is required, its account was shown to be theirs.',
      invoke: [
        { id: 'showConnected', src: 'showConnected' },
        { id: 'transactions', src: 'transactions' },
        {
          id: 'watchSession',
          src: 'watchSession',
          input: ({ context }) => ({ address: context.session?.address ?? null }),
        },
      ],
      after: { life: { guard: 'signedIn', target: 'checking' } },
      initial: 'quiet',
      on: {
        'wallet.connected': [
          {
            guard: { type: 'stranger', params: ({ event }) => event.connection },
            target: 'signingOut',
            actions: ['remember', { type: 'confirm', params: 'signedOut' }],
          },
          { actions: 'remember' },
        ],
        'session.ended': {
          guard: 'signedIn',
          target: 'unauthenticated',
          actions: ['expel', { type: 'confirm', params: 'signedOut' }],
        },
      },
      states: {
        quiet: {
          description: 'No dialog is open.',
          always: [
            { guard: 'askedForChain', target: 'chain' },
            { guard: 'asked', target: 'account' },
          ],
          on: { ask: { actions: { type: 'note', params: ({ event }) => event } } },
        },
        account: {
          description: 'The visitor sees their account.',
          entry: 'drop',
          invoke: {
            id: 'account',
            src: 'account',
            input: ({ context }) => context.connection!,
            onDone: [
              { guard: { type: 'leaving', params: ({ event }) => event.output }, target: '#wallet.leaving' },
              { guard: { type: 'toNetworks', params: ({ event }) => event.output }, target: 'chain' },
              { target: 'quiet' },
            ],
          },
          on: {
            ask: [{ guard: { type: 'isForNetworks', params: ({ event }) => event.dialog }, target: 'chain' }, {}],
            'wallet.connected': {
              guard: { type: 'elsewhere', params: ({ event }) => event.connection },
              target: 'account',
              reenter: true,
              actions: 'remember',
            },
          },
        },
        chain: {
          description: 'The visitor is asked which network to use. A wallet that has gone elsewhere has answered.',
          entry: 'drop',
          invoke: {
            id: 'chain',
            src: 'chain',
            input: ({ context }) => ({ chains: context.chains, current: context.connection!.chainId }),
            onDone: [
              { guard: { type: 'left', params: ({ event }) => event.output }, target: '#wallet.leaving' },
              {
                guard: { type: 'unchanged', params: ({ event }) => event.output },
                target: 'quiet',
                actions: [{ type: 'complain', params: 'switch' }, 'keepOn', 'fade'],
              },
              { target: 'quiet' },
            ],
          },
          on: {
            ask: [{ guard: { type: 'isForAccount', params: ({ event }) => event.dialog }, target: 'account' }, {}],
            'wallet.connected': {
              guard: { type: 'elsewhere', params: ({ event }) => event.connection },
              target: 'quiet',
              actions: 'remember',
            },
          },
        },
      },
    },
    leaving: {
      description: 'The wallet is told that it is over. Whatever it answers, it is; and nobody has to wait for that.',
      tags: 'busy',
      invoke: { id: 'disconnect', src: 'disconnect', onDone: 'left', onError: 'left' },
      after: { patience: 'left' },
      on: {
        'wallet.connected': {},
        ask: { target: 'left', actions: { type: 'note', params: ({ event }) => event } },
      },
    },
    left: {
      description: 'Decides whether a session is to be ended, too: one that there is, or may be.',
      entry: [{ type: 'confirm', params: 'disconnected' }, 'forget'],
      always: [{ guard: 'maybeSignedIn', target: 'signingOut' }, { target: 'disconnected' }],
    },
    signingOut: {
      description: 'The session is ended. Whatever comes of that, it counts no more.',
      entry: 'expel',
      invoke: {
        id: 'signOut',
        src: 'signOut',
        onDone: 'signedOut',
        onError: { target: 'signedOut', actions: { type: 'complain', params: 'signOut' } },
      },
      after: { reach: { target: 'signedOut', actions: { type: 'complain', params: 'signOut' } } },
      on: {
        'wallet.connected': { actions: 'remember' },
        'wallet.disconnected': { actions: [{ type: 'confirm', params: 'disconnected' }, 'forget'] },
      },
      initial: 'quiet',
      states: {
        quiet: {
          description: 'Nobody waits for it.',
          always: { guard: 'asked', target: 'waiting' },
          on: { ask: { actions: { type: 'note', params: ({ event }) => event } } },
        },
        waiting: {
          description: 'The visitor has asked for a dialog, and must not sign in before this is over.',
          tags: 'busy',
          invoke: { id: 'awaitBack', src: 'awaitBack' },
          on: { close: { target: 'quiet', actions: 'drop' } },
        },
      },
    },
    signedOut: {
      description: 'Decides whether a wallet is still connected.',
      always: [{ guard: 'there', target: 'unauthenticated' }, { target: 'disconnected' }],
    },
  },
});
