import { assign, sendTo, setup } from 'xstate';
import { type Wallet, walletOf } from '#domain/wallet';
import { attemptMachine } from './attempt';
import { port, watcher } from './port';

/** From so many wallets on, the list can be searched. */
const MANY = 9;

/** From where a step was entered that can be entered from several others. */
interface Origins {
  getFrom: 'none' | 'learnCompact';
  optionsFrom: 'none' | 'get' | 'connect';
  downloadFrom: 'get' | 'connect' | 'downloadOptions';
  instructionsFrom: 'get' | 'downloadOptions';
}

/**
 * Asks which wallet to connect, at a desk, and leads visitors who have none to one.
 *
 * `none → connect → done`, by way of `get`, `downloadOptions`, `download` and instructions for whoever needs them.
 * Steps that can be entered from several others remember which it was; going back leads there and nowhere else.
 */
export const connectMachine = setup({
  types: {
    context: {} as Origins & {
      wallets: Wallet[];
      /** The text that the list is searched for. */
      query: string;
      chosen: string | null;
    },
    children: {} as { awaitBack: 'awaitBack'; watchWallets: 'watchWallets'; attempt: 'attempt'; refresh: 'refresh' },
    events: {} as
      | { type: 'wallets.found'; wallets: Wallet[] }
      | { type: 'search'; text: string }
      | { type: 'pick'; id: string }
      | { type: 'learn' | 'browse' }
      | { type: 'get'; id: string }
      | { type: 'extension' | 'desktop' | 'mobile' }
      | { type: 'continue' | 'refresh' | 'back' | 'close' },
    tags: {} as 'busy',
  },
  actors: {
    awaitBack: watcher('wait for the back button'),
    watchWallets: watcher('look for wallets'),
    attempt: attemptMachine,
    refresh: port<void>('load the page anew'),
  },
  actions: {
    list: assign({ wallets: (_, wallets: Wallet[]) => wallets }),
    search: assign({ query: (_, text: string) => text }),
    choose: assign({ chosen: (_, id: string) => id }),
    forget: assign({ chosen: null }),
    again: sendTo('attempt', { type: 'retry' }),
    noteOrigin: assign((_, origin: Partial<Origins> & { chosen?: string }) => origin),
  },
  guards: {
    many: ({ context }) => context.wallets.length >= MANY || context.query !== '',
    ready: ({ context }, id: string) => Boolean(walletOf(context, id)?.ready),
    extension: ({ context }, id: string) => Boolean(walletOf(context, id)?.get.extension),
    desktop: ({ context }, id: string) => Boolean(walletOf(context, id)?.get.desktop),
    mobile: ({ context }, id: string) => Boolean(walletOf(context, id)?.get.qrCode),
    chosen: ({ context }, id: string) => id === context.chosen,
    several: ({ context }, id: string) => {
      const get = walletOf(context, id)?.get;
      return Boolean(get?.qrCode && (get.extension || get.desktop));
    },
    explained: ({ context }, kind: keyof Wallet['explains']) =>
      Boolean(walletOf(context, context.chosen)?.explains[kind]),
    cameFrom: ({ context }, origin: Partial<Origins>) =>
      Object.entries(origin).every(([step, from]) => Reflect.get(context, step) === from),
  },
  delays: { patience: 10_000 },
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
    'wallets.found': { actions: { type: 'list', params: ({ event }) => event.wallets } },
    search: { guard: 'many', actions: { type: 'search', params: ({ event }) => event.text } },
    pick: [
      {
        guard: { type: 'ready', params: ({ event }) => event.id },
        target: '.connect',
        actions: { type: 'choose', params: ({ event }) => event.id },
      },
      {
        guard: { type: 'extension', params: ({ event }) => event.id },
        target: '.downloadOptions',
        actions: { type: 'noteOrigin', params: ({ event }) => ({ chosen: event.id, optionsFrom: 'none' }) },
      },
      { target: '.connect', actions: { type: 'choose', params: ({ event }) => event.id } },
    ],
    close: '.done',
  },
  states: {
    none: {
      description: 'The list of wallets; beside it, where there is room, what a wallet is.',
      entry: 'forget',
      on: {
        learn: 'learnCompact',
        browse: { target: 'get', actions: { type: 'noteOrigin', params: { getFrom: 'none' } } },
      },
    },
    learnCompact: {
      description: 'What a wallet is, where there is no room for it beside the list.',
      on: {
        browse: { target: 'get', actions: { type: 'noteOrigin', params: { getFrom: 'learnCompact' } } },
        back: 'none',
      },
    },
    get: {
      description: 'A few wallets that can be had.',
      entry: 'forget',
      on: {
        get: [
          {
            guard: { type: 'several', params: ({ event }) => event.id },
            target: 'downloadOptions',
            actions: { type: 'noteOrigin', params: ({ event }) => ({ chosen: event.id, optionsFrom: 'get' }) },
          },
          {
            guard: { type: 'mobile', params: ({ event }) => event.id },
            target: 'download',
            actions: { type: 'noteOrigin', params: ({ event }) => ({ chosen: event.id, downloadFrom: 'get' }) },
          },
          {
            guard: { type: 'desktop', params: ({ event }) => event.id },
            target: 'instructionsDesktop',
            actions: { type: 'noteOrigin', params: ({ event }) => ({ chosen: event.id, instructionsFrom: 'get' }) },
          },
          {
            target: 'instructionsExtension',
            actions: { type: 'noteOrigin', params: ({ event }) => ({ chosen: event.id, instructionsFrom: 'get' }) },
          },
        ],
        back: [
          { guard: { type: 'cameFrom', params: { getFrom: 'learnCompact' } }, target: 'learnCompact' },
          { target: 'none' },
        ],
      },
    },
    connect: {
      description: 'The chosen wallet is asked. Leaving this step ends the attempt.',
      invoke: {
        id: 'attempt',
        src: 'attempt',
        input: ({ context }) => ({ wallet: walletOf(context, context.chosen)! }),
        onDone: 'done',
      },
      on: {
        pick: {
          guard: { type: 'chosen', params: ({ event }) => event.id },
          actions: 'again',
          description:
            'A wallet is asked once, however often it is pressed; if that came to nothing, it is asked again.',
        },
        get: [
          {
            guard: { type: 'several', params: ({ event }) => event.id },
            target: 'downloadOptions',
            actions: { type: 'noteOrigin', params: { optionsFrom: 'connect' } },
          },
          { target: 'download', actions: { type: 'noteOrigin', params: { downloadFrom: 'connect' } } },
        ],
        back: 'none',
      },
    },
    downloadOptions: {
      description: 'The kinds of device that the wallet can be had for.',
      on: {
        extension: [
          {
            guard: { type: 'explained', params: 'extension' },
            target: 'instructionsExtension',
            actions: { type: 'noteOrigin', params: { instructionsFrom: 'downloadOptions' } },
          },
          { target: 'connect' },
        ],
        desktop: [
          {
            guard: { type: 'explained', params: 'desktop' },
            target: 'instructionsDesktop',
            actions: { type: 'noteOrigin', params: { instructionsFrom: 'downloadOptions' } },
          },
          { target: 'connect' },
        ],
        mobile: { target: 'download', actions: { type: 'noteOrigin', params: { downloadFrom: 'downloadOptions' } } },
        back: [
          { guard: { type: 'cameFrom', params: { optionsFrom: 'get' } }, target: 'get' },
          { guard: { type: 'cameFrom', params: { optionsFrom: 'connect' } }, target: 'connect' },
          { target: 'none' },
        ],
      },
    },
    download: {
      description: 'A code that leads a phone to the app store.',
      on: {
        continue: [
          { guard: { type: 'explained', params: 'mobile' }, target: 'instructionsMobile' },
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
      description: 'How to set the wallet up on a phone.',
      on: { continue: 'connect', back: 'download' },
    },
    instructionsExtension: {
      description: 'How to set the wallet up in this browser, which finds it only after a reload.',
      on: {
        refresh: 'refreshing',
        back: [
          { guard: { type: 'cameFrom', params: { instructionsFrom: 'downloadOptions' } }, target: 'downloadOptions' },
          { target: 'get' },
        ],
      },
    },
    instructionsDesktop: {
      description: 'How to set the wallet up on this computer.',
      on: {
        continue: 'connect',
        back: [
          { guard: { type: 'cameFrom', params: { instructionsFrom: 'downloadOptions' } }, target: 'downloadOptions' },
          { target: 'get' },
        ],
      },
    },
    refreshing: {
      description: 'The page is loaded anew.',
      tags: 'busy',
      invoke: { id: 'refresh', src: 'refresh', onDone: 'instructionsExtension', onError: 'instructionsExtension' },
      after: { patience: 'instructionsExtension' },
    },
    done: { type: 'final', description: 'A wallet is connected, or the visitor closed the dialog.' },
  },
});
