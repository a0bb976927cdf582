import { assign, enqueueActions, sendTo, setup } from 'xstate';
import { findWallet, type Wallet } from '#domain/wallet';
import { type DownloadMethod, downloadMethodOf, isMissingWallet, isSearchable } from '#domain/wallets';
import { attemptMachine } from './attempt';
import { type ChildIds, port, watcher } from './port';
import { holdAddressForDialog, linkToActor } from './system';

/** A step of the dialog to which its Back button may lead. */
type Step = 'learnCompact' | 'get' | 'connect' | 'downloadOptions' | 'download' | 'instructions';

/**
 * Asks on desktop which wallet to connect, and helps visitors without a wallet to get one.
 *
 * The steps from the list to the current one form a trail. Back leads to the previous step of the trail.
 */
export const connectMachine = setup({
  types: {
    /** Whether the visitor wants to see their account. The dialog then opens at the wallet of the last visit. */
    input: {} as { resumes: boolean } | undefined,
    context: {} as {
      wallets: Wallet[];
      query: string;
      chosen: string | null;
      trail: Step[];
      /** The id of the stored wallet of the last visit, which is locked or missing. */
      remembered: string | null;
      resumes: boolean;
    },
    children: {} as ChildIds<'awaitBack' | 'watchWallets' | 'attempt' | 'refresh'> &
      ChildIds<'connectionLine' | 'storeChoice'>,
    events: {} as
      | { type: 'wallets.found'; wallets: Wallet[]; remembered?: string | null }
      | { type: 'search'; text: string }
      | { type: 'pick' | 'get' | 'open'; id: string }
      | { type: 'learn' | 'browse' | 'extension' | 'desktop' | 'mobile' }
      | { type: 'continue' | 'refresh' | 'back' | 'close' | 'forget' },
    tags: {} as 'busy',
  },
  actors: {
    awaitBack: holdAddressForDialog,
    watchWallets: watcher('watch the list of wallets'),
    attempt: attemptMachine,
    connectionLine: linkToActor('connection'),
    storeChoice: port<void, { wallet: Wallet }>('store which wallet was picked'),
    refresh: port<void>('reload the page'),
  },
  actions: {
    setWallets: assign({ wallets: (_, wallets: Wallet[]) => wallets }),
    setQuery: assign({ query: (_, text: string) => text }),
    setChosen: assign({ chosen: (_, id: string) => id }),
    clearChosen: assign({ chosen: null }),
    setRemembered: assign((_, id: string) => ({ remembered: id, chosen: id })),
    forgetWallet: enqueueActions(({ enqueue }) => {
      enqueue.assign({ remembered: null });
      enqueue.sendTo('connectionLine', { type: 'forget' });
    }),
    retryAttempt: sendTo('attempt', { type: 'retry' }),
    storeChoice: enqueueActions(({ context, enqueue }) => {
      const wallet = findWallet(context, context.chosen)!;
      enqueue.spawnChild('storeChoice', { id: 'storeChoice', input: { wallet } });
    }),
    /** Tells the machine `connection` which app was opened, because all apps share one pairing code. */
    nameWallet: sendTo('connectionLine', ({ context }, id: string) => ({
      type: 'name',
      wallet: findWallet(context, id),
    })),
    beginTrail: assign({ trail: (_, trail: Step[]) => trail }),
    /** Adds a step to the trail. If Back has led to a step of the trail, the trail ends at that step. */
    arrive: assign({
      trail: ({ context: { trail } }, step: Step) =>
        trail.includes(step) ? trail.slice(0, trail.indexOf(step) + 1) : [...trail, step],
    }),
  },
  guards: {
    hasManyWallets: ({ context }) => isSearchable(context.wallets) || context.query !== '',
    mustBeDownloaded: ({ context }) => isMissingWallet(findWallet(context, context.chosen)),
    hasLink: ({ context }, id: string) => id === context.chosen && Boolean(findWallet(context, id)?.templates.link),
    isDownloaded: ({ context }, way: DownloadMethod) => downloadMethodOf(findWallet(context, context.chosen)) === way,
    hasInstructions: ({ context }, kind: keyof Wallet['explains']) =>
      Boolean(findWallet(context, context.chosen)?.explains[kind]),
    isChosen: ({ context }, id: string) => id === context.chosen,
    isFirstList: ({ context }, remembered: string | null) =>
      context.resumes && remembered !== null && context.wallets.length === 0,
    isRemembered: ({ context: { chosen, remembered } }) => remembered !== null && chosen === remembered,
    isConnecting: ({ context }) => context.trail.at(-1) === 'connect',
    cameFrom: ({ context }, step: Step) => context.trail.at(-2) === step,
  },
  delays: { refreshTimeout: 10_000 },
}).createMachine({
  id: 'connect',
  context: ({ input }) => ({
    wallets: [],
    query: '',
    chosen: null,
    trail: [],
    remembered: null,
    resumes: input?.resumes ?? false,
  }),
  invoke: [
    { id: 'awaitBack', src: 'awaitBack', input: { dialog: 'connect' } },
    { id: 'watchWallets', src: 'watchWallets' },
    { id: 'connectionLine', src: 'connectionLine' },
  ],
  initial: 'none',
  on: {
    'wallets.found': [
      {
        guard: { type: 'isFirstList', params: ({ event }) => event.remembered ?? null },
        target: '.picked',
        actions: [
          { type: 'setWallets', params: ({ event }) => event.wallets },
          { type: 'setRemembered', params: ({ event }) => event.remembered ?? '' },
        ],
        description: 'The dialog opens at the step of the wallet of the last visit.',
      },
      { actions: { type: 'setWallets', params: ({ event }) => event.wallets } },
    ],
    forget: {
      guard: 'isRemembered',
      target: '.none',
      actions: 'forgetWallet',
      description: 'The visitor forgets the wallet of the last visit, at its step.',
    },
    search: { guard: 'hasManyWallets', actions: { type: 'setQuery', params: ({ event }) => event.text } },
    pick: { target: '.picked', actions: { type: 'setChosen', params: ({ event }) => event.id } },
    close: '.done',
  },
  states: {
    none: {
      description: 'The list of wallets is shown. In the wide layout, what a wallet is stands beside it.',
      entry: ['clearChosen', { type: 'beginTrail', params: [] }],
      on: { learn: 'learnCompact', browse: 'get' },
    },
    learnCompact: {
      description: 'Explains wallets, in the compact layout.',
      entry: { type: 'arrive', params: 'learnCompact' },
      on: { browse: 'get', back: 'none' },
    },
    picked: {
      description: 'Decides whether the wallet can be connected here.',
      entry: { type: 'beginTrail', params: [] },
      always: [{ guard: 'mustBeDownloaded', target: 'downloadOptions' }, { target: 'connect' }],
    },
    get: {
      description: 'Up to five wallets that the visitor can download.',
      entry: ['clearChosen', { type: 'arrive', params: 'get' }],
      on: {
        get: { target: 'wanted', actions: { type: 'setChosen', params: ({ event }) => event.id } },
        back: 'returning',
      },
    },
    wanted: {
      description: 'Decides how the wallet can be downloaded.',
      always: [
        { guard: { type: 'isDownloaded', params: 'choice' }, target: 'downloadOptions' },
        { guard: { type: 'isDownloaded', params: 'phone' }, target: 'download' },
        { guard: 'isConnecting', target: 'downloadOptions' },
        { guard: { type: 'isDownloaded', params: 'desktop' }, target: 'instructionsDesktop' },
        { target: 'instructionsExtension' },
      ],
    },
    connect: {
      description: 'An attempt with the chosen wallet runs. Leaving this step ends it.',
      entry: [{ type: 'beginTrail', params: ['connect'] }, 'storeChoice'],
      invoke: {
        id: 'attempt',
        src: 'attempt',
        input: ({ context }) => ({ wallet: findWallet(context, context.chosen)! }),
        onDone: 'done',
      },
      on: {
        pick: {
          guard: { type: 'isChosen', params: ({ event }) => event.id },
          actions: 'retryAttempt',
          description: 'A second press changes nothing while the attempt runs, and retries it after a failure.',
        },
        get: 'wanted',
        open: {
          guard: { type: 'hasLink', params: ({ event }) => event.id },
          actions: { type: 'nameWallet', params: ({ event }) => event.id },
          description: "The visitor follows the link into the wallet's app. The code stays in sight.",
        },
        back: 'none',
      },
    },
    downloadOptions: {
      description: 'The ways to get the chosen wallet, by kind of device.',
      entry: { type: 'arrive', params: 'downloadOptions' },
      on: {
        extension: [
          { guard: { type: 'hasInstructions', params: 'extension' }, target: 'instructionsExtension' },
          { target: 'connect' },
        ],
        desktop: [
          { guard: { type: 'hasInstructions', params: 'desktop' }, target: 'instructionsDesktop' },
          { target: 'connect' },
        ],
        mobile: 'download',
        back: 'returning',
      },
    },
    download: {
      description: 'A QR code that leads a phone to the app store.',
      entry: { type: 'arrive', params: 'download' },
      on: {
        continue: [
          { guard: { type: 'hasInstructions', params: 'mobile' }, target: 'instructionsMobile' },
          { target: 'connect' },
        ],
        back: 'returning',
      },
    },
    instructionsMobile: {
      description: 'The steps that set up the wallet on a phone.',
      on: { continue: 'connect', back: 'download' },
    },
    instructionsExtension: {
      description: 'The steps that set up the wallet in this browser. The page finds it only after a reload.',
      entry: { type: 'arrive', params: 'instructions' },
      on: { refresh: 'refreshing', back: 'returning' },
    },
    instructionsDesktop: {
      description: 'The steps that set up the wallet on this computer.',
      entry: { type: 'arrive', params: 'instructions' },
      on: { continue: 'connect', back: 'returning' },
    },
    refreshing: {
      description: 'The page reloads.',
      tags: 'busy',
      invoke: { id: 'refresh', src: 'refresh', onDone: 'instructionsExtension', onError: 'instructionsExtension' },
      after: { refreshTimeout: 'instructionsExtension' },
    },
    returning: {
      description: 'Leads Back to the step before the current one.',
      always: [
        { guard: { type: 'cameFrom', params: 'learnCompact' }, target: 'learnCompact' },
        { guard: { type: 'cameFrom', params: 'get' }, target: 'get' },
        { guard: { type: 'cameFrom', params: 'connect' }, target: 'connect' },
        { guard: { type: 'cameFrom', params: 'downloadOptions' }, target: 'downloadOptions' },
        { target: 'none' },
      ],
    },
    done: { type: 'final', description: 'The visitor connected a wallet, or closed the dialog.' },
  },
});
