import { assign, sendTo, setup } from 'xstate';
import type { DialogName } from '#domain/dialog';
import { type DialogRequest, requestOf } from '#domain/request';
import { lazy, port, watcher } from './port';
import type { sessionMachine } from './session';

/**
 * Leads to the wallet half of the page, which is loaded when a visitor asks for it.
 *
 * `closed → loading → open`, or `failed`, from where it can be tried again. Once open it stays open: what is behind
 * it keeps the connection for as long as the page lives. It also opens before anyone asks, in `preparing`: no wallet is
 * asked for anything then.
 */
export const doorMachine = setup({
  types: {
    context: {} as {
      /** The dialog that was requested. */
      request: DialogRequest | null;
      tries: number;
    },
    children: {} as {
      watchIntent: 'watchIntent';
      awaitBack: 'awaitBack';
      loadWallet: 'loadWallet';
      watchLine: 'watchLine';
      reloadPage: 'reloadPage';
      session: 'session';
    },
    events: {} as
      | { type: 'retry' | 'close' }
      | { type: 'ask'; phone: boolean; dialog?: DialogName }
      | { type: 'visitor.approached' | 'visitor.returned' | 'browser.idled' | 'line.restored' }
      | { type: 'wallet.crashed'; shown: boolean },
    tags: {} as 'busy',
  },
  actors: {
    watchIntent: watcher('notice what the visitor is about to do'),
    awaitBack: watcher('wait for the back button'),
    loadWallet: port<'loaded' | 'offline' | 'outdated' | 'broken', { tries: number }>('load the wallet half'),
    reloadPage: port<false>('load the page anew'),
    watchLine: watcher('wait until the browser is online again'),
    session: lazy<typeof sessionMachine, { request: DialogRequest | null }>('be the wallet half'),
  },
  actions: {
    requestDialog: assign((_, request: DialogRequest) => ({ request: requestOf(request) })),
    clearRequest: assign({ request: null, tries: 0 }),
    count: assign({ tries: ({ context }) => context.tries + 1 }),
    forward: sendTo('session', ({ event }) => event),
  },
  guards: {
    loaded: (_, output: string) => output === 'loaded',
    offline: (_, output: string) => output === 'offline',
    outdated: (_, output: string) => output === 'outdated',
    hasRequest: ({ context }) => context.request !== null,
    shown: (_, shown: boolean) => shown,
  },
  delays: { slowHintDelay: 300, loadTimeout: 20_000, backgroundLoadTimeout: 120_000 },
}).createMachine({
  id: 'door',
  context: { request: null, tries: 0 },
  invoke: { id: 'watchIntent', src: 'watchIntent' },
  initial: 'closed',
  on: { ask: { actions: { type: 'requestDialog', params: ({ event }) => event } } },
  states: {
    closed: {
      description: 'No wallet dialog is requested.',
      initial: 'idle',
      on: { ask: { target: 'loading', actions: { type: 'requestDialog', params: ({ event }) => event } } },
      states: {
        idle: {
          description: 'Nothing of the wallet half runs.',
          on: { 'visitor.approached': 'preparing', 'visitor.returned': 'preparing', 'browser.idled': 'preparing' },
        },
        preparing: {
          description:
            'The visitor returns connected or may soon ask for a dialog: the wallet half is loaded and started unseen.',
          invoke: {
            id: 'loadWallet',
            src: 'loadWallet',
            input: { tries: 0 },
            onDone: [
              { guard: { type: 'loaded', params: ({ event }) => event.output }, target: '#door.open' },
              { target: 'idle' },
            ],
            onError: 'idle',
          },
          after: { backgroundLoadTimeout: 'idle' },
        },
      },
    },
    loading: {
      description: 'The visitor waits for the wallet half.',
      tags: 'busy',
      invoke: [
        { id: 'awaitBack', src: 'awaitBack' },
        {
          id: 'loadWallet',
          src: 'loadWallet',
          input: ({ context }) => ({ tries: context.tries }),
          onDone: [
            { guard: { type: 'loaded', params: ({ event }) => event.output }, target: 'open' },
            { guard: { type: 'offline', params: ({ event }) => event.output }, target: 'failed.offline' },
            { guard: { type: 'outdated', params: ({ event }) => event.output }, target: 'updating' },
            { target: 'failed.broken' },
          ],
          onError: 'failed.broken',
        },
      ],
      initial: 'fresh',
      after: { loadTimeout: 'failed.broken' },
      on: { close: { target: 'closed', actions: 'clearRequest' } },
      states: {
        fresh: { description: 'It should be there in a moment.', after: { slowHintDelay: 'slow' } },
        slow: { description: 'It takes a while, which is shown.' },
      },
    },
    updating: {
      description: 'The server has a newer page: this one says so, and is loaded anew.',
      tags: 'busy',
      invoke: [
        { id: 'awaitBack', src: 'awaitBack' },
        { id: 'reloadPage', src: 'reloadPage', onDone: 'failed.broken', onError: 'failed.broken' },
      ],
      after: { loadTimeout: 'failed.broken' },
      on: { close: { target: 'closed', actions: 'clearRequest' } },
    },
    failed: {
      description: 'The wallet half did not load, or it broke down.',
      invoke: { id: 'awaitBack', src: 'awaitBack' },
      initial: 'broken',
      on: {
        retry: { target: 'loading', actions: 'count' },
        close: { target: 'closed', actions: 'clearRequest' },
      },
      states: {
        broken: { description: 'It may be gone, or the server does not answer.' },
        offline: {
          description: 'There is no line; it is tried again as soon as there is.',
          invoke: { id: 'watchLine', src: 'watchLine' },
          on: { 'line.restored': { target: '#door.loading', actions: 'count' } },
        },
      },
    },
    open: {
      description: 'The wallet half is at work.',
      invoke: {
        id: 'session',
        src: 'session',
        input: ({ context }) => ({ request: context.request }),
        onError: [
          { guard: 'hasRequest', target: 'failed.broken' },
          { target: 'closed', actions: 'clearRequest' },
        ],
      },
      on: {
        ask: { actions: [{ type: 'requestDialog', params: ({ event }) => event }, 'forward'] },
        'wallet.crashed': [
          { guard: { type: 'shown', params: ({ event }) => event.shown }, target: 'failed.broken' },
          { target: 'closed', actions: 'clearRequest' },
        ],
      },
    },
  },
});
