import { assign, setup } from 'xstate';
import type { Connection } from '#domain/connection';
import { accountMachine } from './account';
import { connectMachine } from './connect';
import { mobileConnectMachine } from './mobileConnect';
import { port, watcher } from './port';

/**
 * Who the visitor is, and therefore which dialog can be open.
 *
 * `reconnecting → disconnected → connected → leaving`. A dialog is a sub-state of a status: nobody can look at an
 * account that they do not have, and losing the connection closes whatever it had opened.
 */
export const walletMachine = setup({
  types: {
    input: {} as { asked: { phone: boolean } | null },
    context: {} as {
      connection: Connection | null;
      /** A dialog was asked for and is not open yet; `phone`: in the form that suits a phone. */
      asked: { phone: boolean } | null;
    },
    children: {} as {
      watchConnection: 'watchConnection';
      restoreConnection: 'restoreConnection';
      awaitBack: 'awaitBack';
      connect: 'connect';
      mobileConnect: 'mobileConnect';
      account: 'account';
      disconnect: 'disconnect';
    },
    events: {} as
      | { type: 'wallet.connected'; connection: Connection }
      | { type: 'wallet.disconnected' }
      | { type: 'ask'; phone: boolean }
      | { type: 'close' },
    tags: {} as 'busy',
  },
  actors: {
    watchConnection: watcher('watch the connection'),
    restoreConnection: port<void>('restore the connection of the last visit'),
    awaitBack: watcher('wait for the back button'),
    connect: connectMachine,
    mobileConnect: mobileConnectMachine,
    account: accountMachine,
    disconnect: port<void>('disconnect the wallet'),
  },
  actions: {
    remember: assign({ connection: (_, connection: Connection) => connection }),
    forget: assign({ connection: null }),
    note: assign({ asked: (_, phone: boolean) => ({ phone }) }),
    drop: assign({ asked: null }),
  },
  guards: {
    asked: ({ context }) => context.asked !== null,
    askedOnPhone: ({ context }) => Boolean(context.asked?.phone),
    leaving: (_, { leave }: { leave: boolean }) => leave,
  },
  delays: { patience: 5_000 },
}).createMachine({
  id: 'wallet',
  context: ({ input }) => ({ ...input, connection: null }),
  invoke: { id: 'watchConnection', src: 'watchConnection' },
  initial: 'reconnecting',
  on: {
    'wallet.disconnected': '.disconnected',
    'wallet.connected': {
      target: '.connected',
      actions: { type: 'remember', params: ({ event }) => event.connection },
    },
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
          on: { ask: { actions: { type: 'note', params: ({ event }) => event.phone } } },
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
      entry: 'forget',
      initial: 'quiet',
      on: { 'wallet.disconnected': {} },
      states: {
        quiet: {
          description: 'No dialog is open.',
          always: [
            { guard: 'askedOnPhone', target: 'connectingOnPhone' },
            { guard: 'asked', target: 'connecting' },
          ],
          on: { ask: { actions: { type: 'note', params: ({ event }) => event.phone } } },
        },
        connecting: {
          description: 'The visitor is asked which wallet to connect.',
          entry: 'drop',
          invoke: { id: 'connect', src: 'connect', onDone: 'quiet' },
        },
        connectingOnPhone: {
          description: 'The visitor is asked which wallet to connect, on a phone.',
          entry: 'drop',
          invoke: { id: 'mobileConnect', src: 'mobileConnect', onDone: 'quiet' },
        },
      },
    },
    connected: {
      description: 'A wallet is connected.',
      initial: 'quiet',
      on: { 'wallet.connected': { actions: { type: 'remember', params: ({ event }) => event.connection } } },
      states: {
        quiet: {
          description: 'No dialog is open.',
          always: { guard: 'asked', target: 'account' },
          on: { ask: { actions: { type: 'note', params: ({ event }) => event.phone } } },
        },
        account: {
          description: 'The visitor sees their account.',
          entry: 'drop',
          invoke: {
            id: 'account',
            src: 'account',
            onDone: [
              { guard: { type: 'leaving', params: ({ event }) => event.output }, target: '#wallet.leaving' },
              { target: 'quiet' },
            ],
          },
        },
      },
    },
    leaving: {
      description: 'The wallet is told that it is over. Whatever it answers, it is; and nobody has to wait for that.',
      tags: 'busy',
      invoke: { id: 'disconnect', src: 'disconnect', onDone: 'disconnected', onError: 'disconnected' },
      after: { patience: 'disconnected' },
      on: {
        'wallet.connected': {},
        ask: { target: 'disconnected', actions: { type: 'note', params: ({ event }) => event.phone } },
      },
    },
  },
});
