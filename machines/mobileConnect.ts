import { assign, sendTo, setup } from 'xstate';
import { scans, type Wallet, walletOf } from '#domain/wallet';
import { attemptMachine } from './attempt';
import { port, watcher } from './port';

/**
 * Asks which wallet to connect, on a phone.
 *
 * `none → connect → done`. A tap on a wallet is a link into its app, and a browser follows it only inside the tap: so
 * the attempt begins, and its pairing URI is made, before there is anything to tap. All apps share that one attempt,
 * until one was opened; going back from there begins another.
 */
export const mobileConnectMachine = setup({
  types: {
    context: {} as {
      wallets: Wallet[];
      /** The wallet that is shown. */
      chosen: string | null;
      /** The wallet that is asked, if it is not asked by a link. */
      asked: string | null;
    },
    children: {} as {
      awaitBack: 'awaitBack';
      watchWallets: 'watchWallets';
      attempt: 'attempt';
      rememberLink: 'rememberLink';
      watchPage: 'watchPage';
    },
    events: {} as
      | { type: 'wallets.found'; wallets: Wallet[] }
      | { type: 'pick'; id: string }
      | { type: 'browse' | 'back' | 'retry' | 'close' }
      | { type: 'page.hidden' },
  },
  actors: {
    awaitBack: watcher('wait for the back button'),
    watchWallets: watcher('look for wallets'),
    attempt: attemptMachine,
    rememberLink: port<void, { wallet: Wallet }>('remember which app was opened'),
    watchPage: watcher('notice when another app covers the page'),
  },
  actions: {
    list: assign({ wallets: (_, wallets: Wallet[]) => wallets }),
    choose: assign({ chosen: (_, id: string) => id }),
    ask: assign((_, id: string) => ({ chosen: id, asked: id })),
    forget: assign({ chosen: null, asked: null }),
    follow: sendTo('attempt', { type: 'link.followed' }),
  },
  guards: {
    asked: ({ context }) => context.asked !== null,
    linked: ({ context }, id: string) => Boolean(walletOf(context, id)?.templates.link) && context.asked === null,
  },
  delays: { glance: 2_500 },
}).createMachine({
  id: 'mobileConnect',
  context: { wallets: [], chosen: null, asked: null },
  invoke: [
    { id: 'awaitBack', src: 'awaitBack' },
    { id: 'watchWallets', src: 'watchWallets' },
  ],
  initial: 'looking',
  on: {
    'wallets.found': { actions: { type: 'list', params: ({ event }) => event.wallets } },
    close: '.done',
  },
  states: {
    looking: {
      description: 'Which wallets there are is known in a moment.',
      on: {
        'wallets.found': { target: 'asking', actions: { type: 'list', params: ({ event }) => event.wallets } },
      },
    },
    asking: {
      description: 'An attempt is under way: a link for any app, or the one wallet that was picked.',
      invoke: {
        id: 'attempt',
        src: 'attempt',
        input: ({ context }) => ({ wallet: walletOf(context, context.asked) ?? context.wallets.find(scans)! }),
        onDone: 'done',
      },
      initial: 'none',
      states: {
        none: {
          description: 'A row of wallets, and what to do without one.',
          always: { guard: 'asked', target: 'waiting' },
          on: {
            pick: [
              {
                guard: { type: 'linked', params: ({ event }) => event.id },
                target: 'connect',
                actions: { type: 'choose', params: ({ event }) => event.id },
              },
              {
                target: '#mobileConnect.asking',
                reenter: true,
                actions: { type: 'ask', params: ({ event }) => event.id },
              },
            ],
            browse: 'get',
          },
        },
        get: {
          description: 'A few wallets that can be had for this phone.',
          on: { back: 'none' },
        },
        connect: {
          description: 'The link into the app was followed.',
          entry: 'follow',
          invoke: [
            {
              id: 'rememberLink',
              src: 'rememberLink',
              input: ({ context }) => ({ wallet: walletOf(context, context.chosen)! }),
            },
            { id: 'watchPage', src: 'watchPage' },
          ],
          initial: 'leaving',
          on: {
            'page.hidden': 'waiting',
            retry: { target: 'connect', reenter: true },
            back: { target: '#mobileConnect.asking', reenter: true, actions: 'forget' },
          },
          states: {
            leaving: { description: 'The app should come to the front.', after: { glance: 'stuck' } },
            stuck: { description: 'It did not: the page is still visible. Perhaps it is not installed.' },
          },
        },
        waiting: {
          description: 'The wallet is in front, or has a window of its own.',
          on: {
            retry: { guard: { type: 'linked', params: ({ context }) => context.chosen ?? '' }, target: 'connect' },
            back: { target: '#mobileConnect.asking', reenter: true, actions: 'forget' },
          },
        },
      },
    },
    done: { type: 'final', description: 'A wallet is connected, or the visitor closed the sheet.' },
  },
});
