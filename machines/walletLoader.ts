import { assign, enqueueActions, type InputFrom, type SnapshotFrom, sendTo, setup, stopChild } from 'xstate';
import type { DialogName } from '#domain/dialog';
import { type DialogRequest, toDialogRequest } from '#domain/request';
import { type ChildIds, createMachinePlaceholder, port, watcher } from './port';
import { holdAddressForDialog, linkToActor } from './system';
import type { walletMachine } from './wallet';

/** The loaded wallet bundle: its machine, and the machine's input without the requested dialog. */
export interface LoadedWallet {
  machine: typeof walletMachine;
  input: Omit<InputFrom<typeof walletMachine>, 'request'>;
  /** The text that stands for the bundle in traces and test titles. */
  toJSON(): 'loaded';
}

export type LoadResult = LoadedWallet | 'offline' | 'outdated' | 'broken';

/**
 * Loads the wallet bundle when a visitor requests a dialog, and starts it.
 *
 * Once started, the wallet bundle keeps running, because it holds the connection for the whole visit. It may also
 * start before a request, after `preparing`. No wallet opens a window then.
 */
export const walletLoaderMachine = setup({
  types: {
    context: {} as { request: DialogRequest | null; tries: number },
    children: {} as ChildIds<'watchIntent' | 'addressLine' | 'awaitBack' | 'loadWallet'> &
      ChildIds<'watchLine' | 'reloadPage' | 'wallet'>,
    events: {} as
      | { type: 'retry' | 'close' }
      | { type: 'dialog.request'; phone: boolean; dialog?: DialogName }
      | { type: 'dialog.requested' | 'link.followed'; dialog: DialogName }
      | { type: 'visitor.approached' | 'visitor.returned' | 'browser.idled' | 'line.restored' }
      | { type: 'wallet.crashed'; shown: boolean },
    tags: {} as 'busy',
  },
  actors: {
    /** Receives `dialog.requested`. Answers with `dialog.request`, which also says whether the layout is for phones. */
    watchIntent: watcher('notice what the visitor is about to do'),
    addressLine: linkToActor('address'),
    awaitBack: holdAddressForDialog,
    loadWallet: port<LoadResult, { tries: number }>('load the wallet bundle'),
    reloadPage: port<false>('load the page anew'),
    watchLine: watcher('wait until the browser is online again'),
    wallet: createMachinePlaceholder<typeof walletMachine>('run the wallet bundle'),
  },
  actions: {
    askLayout: sendTo('watchIntent', ({ event }) => event),
    requestAddress: sendTo('addressLine', (_, dialog: DialogName) => ({ type: 'request', dialog })),
    requestDialog: assign((_, request: DialogRequest) => ({ request: toDialogRequest(request) })),
    clearRequest: assign({ request: null, tries: 0 }),
    count: assign({ tries: ({ context }) => context.tries + 1 }),
    startWallet: enqueueActions(({ context: { request }, enqueue }, loaded: LoadResult) => {
      if (typeof loaded === 'string') return;
      enqueue.spawnChild(loaded.machine as never, { id: 'wallet', input: { ...loaded.input, request } as never });
    }),
    stopWallet: stopChild('wallet'),
    forward: sendTo('wallet', ({ event }) => event),
  },
  guards: {
    loaded: (_, output: LoadResult) => typeof output === 'object',
    offline: (_, output: LoadResult) => output === 'offline',
    outdated: (_, output: LoadResult) => output === 'outdated',
    hasRequest: ({ context }) => context.request !== null,
    shown: (_, shown: boolean) => shown,
  },
  delays: { slowHintDelay: 300, loadTimeout: 20_000, backgroundLoadTimeout: 120_000 },
}).createMachine({
  id: 'walletLoader',
  context: { request: null, tries: 0 },
  invoke: [
    { id: 'watchIntent', src: 'watchIntent' },
    { id: 'addressLine', src: 'addressLine' },
  ],
  initial: 'closed',
  on: {
    'dialog.request': { actions: { type: 'requestDialog', params: ({ event }) => event } },
    'dialog.requested': { actions: 'askLayout' },
    'link.followed': { actions: { type: 'requestAddress', params: ({ event }) => event.dialog } },
  },
  states: {
    closed: {
      description: 'No wallet dialog is requested.',
      initial: 'idle',
      on: { 'dialog.request': { target: 'loading', actions: { type: 'requestDialog', params: ({ event }) => event } } },
      states: {
        idle: {
          description: 'The wallet bundle does not run.',
          on: { 'visitor.approached': 'preparing', 'visitor.returned': 'preparing', 'browser.idled': 'preparing' },
        },
        preparing: {
          description:
            'The visitor returns connected or may soon request a dialog, so the wallet bundle loads in the background.',
          invoke: {
            id: 'loadWallet',
            src: 'loadWallet',
            input: { tries: 0 },
            onDone: [
              {
                guard: { type: 'loaded', params: ({ event }) => event.output },
                target: '#walletLoader.open',
                actions: { type: 'startWallet', params: ({ event }) => event.output },
              },
              { target: 'idle' },
            ],
            onError: 'idle',
          },
          after: { backgroundLoadTimeout: 'idle' },
        },
      },
    },
    loading: {
      description: 'The visitor waits for the wallet bundle.',
      tags: 'busy',
      invoke: [
        { id: 'awaitBack', src: 'awaitBack', input: { dialog: 'connect' } },
        {
          id: 'loadWallet',
          src: 'loadWallet',
          input: ({ context }) => ({ tries: context.tries }),
          onDone: [
            {
              guard: { type: 'loaded', params: ({ event }) => event.output },
              target: 'open',
              actions: { type: 'startWallet', params: ({ event }) => event.output },
            },
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
        fresh: { description: 'Loading has just begun.', after: { slowHintDelay: 'slow' } },
        slow: { description: 'Loading takes a while, so a message is shown.' },
      },
    },
    updating: {
      description: 'The server has a newer page: this one says so, and reloads.',
      tags: 'busy',
      invoke: [
        { id: 'awaitBack', src: 'awaitBack', input: { dialog: 'connect' } },
        { id: 'reloadPage', src: 'reloadPage', onDone: 'failed.broken', onError: 'failed.broken' },
      ],
      after: { loadTimeout: 'failed.broken' },
      on: { close: { target: 'closed', actions: 'clearRequest' } },
    },
    failed: {
      description: 'The wallet bundle did not load, or it crashed.',
      invoke: { id: 'awaitBack', src: 'awaitBack', input: { dialog: 'connect' } },
      initial: 'broken',
      on: { retry: { target: 'loading', actions: 'count' }, close: { target: 'closed', actions: 'clearRequest' } },
      states: {
        broken: { description: 'The file is missing, or the server does not answer.' },
        offline: {
          description: 'The browser is offline. Loading starts again once it is online.',
          invoke: { id: 'watchLine', src: 'watchLine' },
          on: { 'line.restored': { target: '#walletLoader.loading', actions: 'count' } },
        },
      },
    },
    open: {
      description: 'The wallet bundle runs.',
      exit: 'stopWallet',
      on: {
        'xstate.done.actor.wallet': [
          { guard: 'hasRequest', target: 'failed.broken' },
          { target: 'closed', actions: 'clearRequest' },
        ],
        'dialog.request': { actions: [{ type: 'requestDialog', params: ({ event }) => event }, 'forward'] },
        'wallet.crashed': [
          { guard: { type: 'shown', params: ({ event }) => event.shown }, target: 'failed.broken' },
          { target: 'closed', actions: 'clearRequest' },
        ],
      },
    },
  },
});

export const findSessionActor = ({ children }: SnapshotFrom<typeof walletLoaderMachine>) =>
  children.wallet?.getSnapshot().children.session;
