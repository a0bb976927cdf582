import { assign, enqueueActions, sendTo, setup } from 'xstate';
import { type Wallet, walletOf } from '#domain/wallet';
import { isDownloadable, isSearchable } from '#domain/wallets';
import { attemptMachine } from './attempt';
import { port, watcher } from './port';

/** The step before, for each step that can be entered from several others. */
interface Origins {
  getFrom: 'none' | 'learnCompact';
  optionsFrom: 'none' | 'get' | 'connect';
  downloadFrom: 'get' | 'connect' | 'downloadOptions';
  instructionsFrom: 'get' | 'downloadOptions';
}

/**
 * Asks which wallet to connect, on desktop, and leads visitors without a wallet to one.
 *
 * `none → connect → done`, or by way of `get`, `downloadOptions`, `download` and instructions. A step that can be
 * entered from several others stores which it was; back leads there and nowhere else.
 */
export const connectMachine = setup({
  types: {
    context: {} as Origins & {
      wallets: Wallet[];
      /** The text that the list is searched for. */
      query: string;
      chosen: string | null;
    },
    children: {} as {
      awaitBack: 'awaitBack';
      watchWallets: 'watchWallets';
      attempt: 'attempt';
      storeDeepLink: 'storeDeepLink';
      refresh: 'refresh';
    },
    events: {} as
      | { type: 'wallets.found'; wallets: Wallet[] }
      | { type: 'search'; text: string }
      | { type: 'pick'; id: string }
      | { type: 'learn' | 'browse' }
      | { type: 'get' | 'open'; id: string }
      | { type: 'extension' | 'desktop' | 'mobile' }
      | { type: 'continue' | 'refresh' | 'back' | 'close' },
    tags: {} as 'busy',
  },
  actors: {
    awaitBack: watcher('listen to the back button'),
    watchWallets: watcher('watch the list of wallets'),
    attempt: attemptMachine,
    storeDeepLink: port<void, { wallet: Wallet }>('store which app was opened'),
    refresh: port<void>('reload the page'),
  },
  actions: {
    setWallets: assign({ wallets: (_, wallets: Wallet[]) => wallets }),
    setQuery: assign({ query: (_, text: string) => text }),
    setChosen: assign({ chosen: (_, id: string) => id }),
    clearChosen: assign({ chosen: null }),
    retryAttempt: sendTo('attempt', { type: 'retry' }),
    storeDeepLink: enqueueActions(({ context, enqueue }, id: string) => {
      enqueue.spawnChild('storeDeepLink', { id: 'storeDeepLink', input: { wallet: walletOf(context, id)! } });
    }),
    setOrigin: assign((_, origin: Partial<Origins> & { chosen?: string }) => origin),
  },
  guards: {
    hasManyWallets: ({ context }) => isSearchable(context.wallets) || context.query !== '',
    isReady: ({ context }, id: string) => Boolean(walletOf(context, id)?.ready),
    isDownloadable: ({ context }, id: string) => context.wallets.some((one) => one.id === id && isDownloadable(one)),
    hasLink: ({ context }, id: string) => id === context.chosen && Boolean(walletOf(context, id)?.templates.link),
    hasDesktopApp: ({ context }, id: string) => Boolean(walletOf(context, id)?.get.desktop),
    hasPhoneApp: ({ context }, id: string) => Boolean(walletOf(context, id)?.get.qrCode),
    isChosen: ({ context }, id: string) => id === context.chosen,
    hasSeveralDownloads: ({ context }, id: string) => {
      const get = walletOf(context, id)?.get;
      return Boolean(get?.qrCode && (get.extension || get.desktop));
    },
    hasInstructions: ({ context }, kind: keyof Wallet['explains']) =>
      Boolean(walletOf(context, context.chosen)?.explains[kind]),
    cameFrom: ({ context }, origin: Partial<Origins>) =>
      Object.entries(origin).every(([step, from]) => Reflect.get(context, step) === from),
  },
  delays: { refreshTimeout: 10_000 },
}).createMachine({
  id: 'connect',
  context: {
    wallets: [],
    query: '',
    chosen: null,
    getFrom: 'none',
    optionsFrom: 'none',
    downloadFrom: 'connect',
    instructionsFrom: 'get',
  },
  invoke: [
    { id: 'awaitBack', src: 'awaitBack' },
    { id: 'watchWallets', src: 'watchWallets' },
  ],
  initial: 'none',
  on: {
    'wallets.found': { actions: { type: 'setWallets', params: ({ event }) => event.wallets } },
    search: { guard: 'hasManyWallets', actions: { type: 'setQuery', params: ({ event }) => event.text } },
    pick: [
      {
        guard: { type: 'isReady', params: ({ event }) => event.id },
        target: '.connect',
        actions: { type: 'setChosen', params: ({ event }) => event.id },
      },
      {
        guard: { type: 'isDownloadable', params: ({ event }) => event.id },
        target: '.downloadOptions',
        actions: { type: 'setOrigin', params: ({ event }) => ({ chosen: event.id, optionsFrom: 'none' }) },
      },
      { target: '.connect', actions: { type: 'setChosen', params: ({ event }) => event.id } },
    ],
    close: '.done',
  },
  states: {
    none: {
      description: 'The list of wallets is shown. In the wide layout, what a wallet is stands beside it.',
      entry: 'clearChosen',
      on: {
        learn: 'learnCompact',
        browse: { target: 'get', actions: { type: 'setOrigin', params: { getFrom: 'none' } } },
      },
    },
    learnCompact: {
      description: 'Explains wallets, in the compact layout.',
      on: {
        browse: { target: 'get', actions: { type: 'setOrigin', params: { getFrom: 'learnCompact' } } },
        back: 'none',
      },
    },
    get: {
      description: 'Up to five wallets that the visitor can download.',
      entry: 'clearChosen',
      on: {
        get: [
          {
            guard: { type: 'hasSeveralDownloads', params: ({ event }) => event.id },
            target: 'downloadOptions',
            actions: { type: 'setOrigin', params: ({ event }) => ({ chosen: event.id, optionsFrom: 'get' }) },
          },
          {
            guard: { type: 'hasPhoneApp', params: ({ event }) => event.id },
            target: 'download',
            actions: { type: 'setOrigin', params: ({ event }) => ({ chosen: event.id, downloadFrom: 'get' }) },
          },
          {
            guard: { type: 'hasDesktopApp', params: ({ event }) => event.id },
            target: 'instructionsDesktop',
            actions: { type: 'setOrigin', params: ({ event }) => ({ chosen: event.id, instructionsFrom: 'get' }) },
          },
          {
            target: 'instructionsExtension',
            actions: { type: 'setOrigin', params: ({ event }) => ({ chosen: event.id, instructionsFrom: 'get' }) },
          },
        ],
        back: [
          { guard: { type: 'cameFrom', params: { getFrom: 'learnCompact' } }, target: 'learnCompact' },
          { target: 'none' },
        ],
      },
    },
    connect: {
      description: 'An attempt with the chosen wallet runs. Leaving this step ends it.',
      invoke: {
        id: 'attempt',
        src: 'attempt',
        input: ({ context }) => ({ wallet: walletOf(context, context.chosen)! }),
        onDone: 'done',
      },
      on: {
        pick: {
          guard: { type: 'isChosen', params: ({ event }) => event.id },
          actions: 'retryAttempt',
          description: 'A second press changes nothing while the attempt runs, and retries it after a failure.',
        },
        get: [
          {
            guard: { type: 'hasSeveralDownloads', params: ({ event }) => event.id },
            target: 'downloadOptions',
            actions: { type: 'setOrigin', params: { optionsFrom: 'connect' } },
          },
          {
            guard: { type: 'hasPhoneApp', params: ({ event }) => event.id },
            target: 'download',
            actions: { type: 'setOrigin', params: { downloadFrom: 'connect' } },
          },
          { target: 'downloadOptions', actions: { type: 'setOrigin', params: { optionsFrom: 'connect' } } },
        ],
        open: {
          guard: { type: 'hasLink', params: ({ event }) => event.id },
          actions: { type: 'storeDeepLink', params: ({ event }) => event.id },
          description: "The visitor follows the link into the wallet's app. The code stays in sight.",
        },
        back: 'none',
      },
    },
    downloadOptions: {
      description: 'The ways to get the chosen wallet, by kind of device.',
      on: {
        extension: [
          {
            guard: { type: 'hasInstructions', params: 'extension' },
            target: 'instructionsExtension',
            actions: { type: 'setOrigin', params: { instructionsFrom: 'downloadOptions' } },
          },
          { target: 'connect' },
        ],
        desktop: [
          {
            guard: { type: 'hasInstructions', params: 'desktop' },
            target: 'instructionsDesktop',
            actions: { type: 'setOrigin', params: { instructionsFrom: 'downloadOptions' } },
          },
          { target: 'connect' },
        ],
        mobile: { target: 'download', actions: { type: 'setOrigin', params: { downloadFrom: 'downloadOptions' } } },
        back: [
          { guard: { type: 'cameFrom', params: { optionsFrom: 'get' } }, target: 'get' },
          { guard: { type: 'cameFrom', params: { optionsFrom: 'connect' } }, target: 'connect' },
          { target: 'none' },
        ],
      },
    },
    download: {
      description: 'A QR code that leads a phone to the app store.',
      on: {
        continue: [
          { guard: { type: 'hasInstructions', params: 'mobile' }, target: 'instructionsMobile' },
          { target: 'connect' },
        ],
        back: [
          { guard: { type: 'cameFrom', params: { downloadFrom: 'downloadOptions' } }, target: 'downloadOptions' },
          { guard: { type: 'cameFrom', params: { downloadFrom: 'get' } }, target: 'get' },
          { target: 'connect' },
        ],
      },
    },
    instructionsMobile: {
      description: 'The steps that set up the wallet on a phone.',
      on: { continue: 'connect', back: 'download' },
    },
    instructionsExtension: {
      description: 'The steps that set up the wallet in this browser. The page finds it only after a reload.',
      on: {
        refresh: 'refreshing',
        back: [
          { guard: { type: 'cameFrom', params: { instructionsFrom: 'downloadOptions' } }, target: 'downloadOptions' },
          { target: 'get' },
        ],
      },
    },
    instructionsDesktop: {
      description: 'The steps that set up the wallet on this computer.',
      on: {
        continue: 'connect',
        back: [
          { guard: { type: 'cameFrom', params: { instructionsFrom: 'downloadOptions' } }, target: 'downloadOptions' },
          { target: 'get' },
        ],
      },
    },
    refreshing: {
      description: 'The page reloads.',
      tags: 'busy',
      invoke: { id: 'refresh', src: 'refresh', onDone: 'instructionsExtension', onError: 'instructionsExtension' },
      after: { refreshTimeout: 'instructionsExtension' },
    },
    done: { type: 'final', description: 'The visitor connected a wallet, or closed the dialog.' },
  },
});
