import { assign, enqueueActions, sendTo, setup } from 'xstate';
import { connectsByCode, findWallet, type Wallet } from '#domain/wallet';
import { isSearchable } from '#domain/wallets';
import { attemptMachine } from './attempt';
import { type ChildIds, watcher } from './port';
import { holdAddressForDialog, linkToActor } from './system';

/**
 * Asks on a phone which wallet to connect.
 *
 * A tap on a wallet follows a link into its app, and browsers allow that only inside the tap. So the attempt starts at
 * once, and its pairing URI is ready before most taps. All apps share that attempt until the visitor opens one. If
 * the visitor then goes back to the list, another attempt starts.
 */
export const mobileConnectMachine = setup({
  types: {
    input: {} as { resumes: boolean } | undefined,
    context: {} as {
      wallets: Wallet[];
      query: string;
      chosen: string | null;
      /** The id of the wallet that is asked without a link, because it is in this browser or needs a code. */
      requested: string | null;
      remembered: string | null;
      resumes: boolean;
    },
    children: {} as ChildIds<'awaitBack' | 'watchWallets' | 'attempt' | 'connectionLine' | 'watchPage'>,
    events: {} as
      | { type: 'wallets.found'; wallets: Wallet[]; remembered?: string | null }
      | { type: 'pick' | 'open'; id: string }
      | { type: 'search'; text: string }
      | { type: 'browse' | 'expand' | 'back' | 'close' | 'forget' }
      | { type: 'page.hidden' },
  },
  actors: {
    awaitBack: holdAddressForDialog,
    watchWallets: watcher('watch the list of wallets'),
    attempt: attemptMachine,
    connectionLine: linkToActor('connection'),
    watchPage: watcher('notice when another app covers the page'),
  },
  actions: {
    setWallets: assign({ wallets: (_, wallets: Wallet[]) => wallets }),
    setQuery: assign({ query: (_, text: string) => text }),
    clearQuery: assign({ query: '' }),
    setChosen: assign({ chosen: (_, id: string) => id }),
    setRequested: assign((_, id: string) => ({ chosen: id, requested: id })),
    clearChosen: assign({ chosen: null, requested: null }),
    setRemembered: assign((_, id: string) => ({ remembered: id, chosen: id })),
    request: assign({ requested: ({ context }) => context.chosen }),
    forgetWallet: enqueueActions(({ enqueue }) => {
      enqueue.assign({ remembered: null, chosen: null, requested: null });
      enqueue.sendTo('connectionLine', { type: 'forget' });
    }),
    followLink: sendTo('attempt', { type: 'link.followed' }),
    nameWallet: sendTo('connectionLine', ({ context }) => ({
      type: 'name',
      wallet: findWallet(context, context.chosen),
    })),
  },
  guards: {
    hasManyWallets: ({ context }) => isSearchable(context.wallets),
    isRequested: ({ context }) => context.requested !== null,
    hasLink: ({ context }, id: string) => Boolean(findWallet(context, id)?.templates.link),
    isChosen: ({ context }, id: string) => id === context.chosen && context.requested === null,
    isMissing: ({ context }, id: string) => {
      const { ready, get } = findWallet(context, id) ?? {};
      return ready === false && Boolean(get?.mobile ?? get?.qrCode);
    },
    remembers: ({ context }, remembered: string | null) => context.resumes && remembered !== null,
    isRemembered: ({ context: { chosen, remembered } }) => remembered !== null && chosen === remembered,
  },
  delays: { stuckHintDelay: 2_500 },
}).createMachine({
  id: 'mobileConnect',
  context: ({ input }) => ({
    wallets: [],
    query: '',
    chosen: null,
    requested: null,
    remembered: null,
    resumes: input?.resumes ?? false,
  }),
  invoke: [
    { id: 'awaitBack', src: 'awaitBack', input: { dialog: 'connect' } },
    { id: 'watchWallets', src: 'watchWallets' },
    { id: 'connectionLine', src: 'connectionLine' },
  ],
  initial: 'loading',
  on: { 'wallets.found': { actions: { type: 'setWallets', params: ({ event }) => event.wallets } }, close: '.done' },
  states: {
    loading: {
      description: 'The list of wallets is about to arrive.',
      on: {
        'wallets.found': [
          {
            guard: { type: 'remembers', params: ({ event }) => event.remembered ?? null },
            target: 'remembering',
            actions: [
              { type: 'setWallets', params: ({ event }) => event.wallets },
              { type: 'setRemembered', params: ({ event }) => event.remembered ?? '' },
            ],
          },
          { target: 'attempting', actions: { type: 'setWallets', params: ({ event }) => event.wallets } },
        ],
      },
    },
    remembering: {
      description: 'Decides which step of the wallet of the last visit is shown.',
      always: [
        { guard: { type: 'hasLink', params: ({ context }) => context.chosen ?? '' }, target: 'attempting.preparing' },
        {
          guard: { type: 'isMissing', params: ({ context }) => context.chosen ?? '' },
          target: 'attempting.downloadOptions',
        },
        { target: 'attempting', actions: 'request' },
      ],
    },
    attempting: {
      description: 'An attempt runs: a pairing that any app can join, or one wallet that was picked.',
      invoke: {
        id: 'attempt',
        src: 'attempt',
        input: ({ context }) => ({
          wallet: findWallet(context, context.requested) ?? context.wallets.find(connectsByCode)!,
        }),
        onDone: 'done',
      },
      on: {
        forget: {
          guard: 'isRemembered',
          target: 'attempting',
          reenter: true,
          actions: 'forgetWallet',
          description: 'The visitor forgets the wallet of the last visit, at its step.',
        },
      },
      initial: 'none',
      states: {
        none: {
          description: 'The wallets to choose from.',
          always: { guard: 'isRequested', target: 'waiting' },
          on: {
            open: {
              guard: { type: 'hasLink', params: ({ event }) => event.id },
              target: 'connect',
              actions: { type: 'setChosen', params: ({ event }) => event.id },
            },
            pick: [
              {
                guard: { type: 'hasLink', params: ({ event }) => event.id },
                target: 'preparing',
                actions: { type: 'setChosen', params: ({ event }) => event.id },
              },
              {
                guard: { type: 'isMissing', params: ({ event }) => event.id },
                target: 'downloadOptions',
                actions: { type: 'setChosen', params: ({ event }) => event.id },
              },
              {
                target: '#mobileConnect.attempting',
                reenter: true,
                actions: { type: 'setRequested', params: ({ event }) => event.id },
              },
            ],
          },
          initial: 'row',
          states: {
            row: {
              description: 'The wallets stand in a row, above help for visitors without one.',
              on: { browse: '#mobileConnect.attempting.get', expand: { guard: 'hasManyWallets', target: 'all' } },
            },
            all: {
              description: 'All wallets stand in a grid that can be searched.',
              exit: 'clearQuery',
              on: { search: { actions: { type: 'setQuery', params: ({ event }) => event.text } }, back: 'row' },
            },
          },
        },
        get: { description: 'Up to three wallets that the visitor can download on this phone.', on: { back: 'none' } },
        downloadOptions: {
          description: 'Ways to get the chosen wallet, which this browser does not have.',
          on: { back: { target: 'none', actions: 'clearChosen' } },
        },
        preparing: {
          description: 'The visitor picked a wallet before its link was ready. The link is followed by another tap.',
          on: {
            open: { guard: { type: 'isChosen', params: ({ event }) => event.id }, target: 'connect' },
            back: { target: 'none', actions: 'clearChosen' },
          },
        },
        connect: {
          description: 'The visitor followed the link into the app.',
          entry: ['followLink', 'nameWallet'],
          invoke: { id: 'watchPage', src: 'watchPage' },
          initial: 'leaving',
          on: {
            'page.hidden': 'waiting',
            open: { guard: { type: 'isChosen', params: ({ event }) => event.id }, target: 'connect', reenter: true },
            back: { target: '#mobileConnect.attempting', reenter: true, actions: 'clearChosen' },
          },
          states: {
            leaving: { description: 'The app is about to cover the page.', after: { stuckHintDelay: 'stuck' } },
            stuck: { description: 'The page is still visible: the app may not be installed.' },
          },
        },
        waiting: {
          description: 'The wallet covers the page, or has a window of its own.',
          on: {
            open: { guard: { type: 'isChosen', params: ({ event }) => event.id }, target: 'connect' },
            back: { target: '#mobileConnect.attempting', reenter: true, actions: 'clearChosen' },
          },
        },
      },
    },
    done: { type: 'final', description: 'The visitor connected a wallet, or closed the sheet.' },
  },
});
