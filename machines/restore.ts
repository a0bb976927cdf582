import { assign, emit, setup } from 'xstate';
import { isRemoteWallet } from '#domain/connection';
import type { StoredConnection } from '#domain/records';
import type { Wallet } from '#domain/wallet';
import { type ChildIds, port, watcher } from './port';

/**
 * Connects the wallet of the stored connection again, without asking its owner.
 *
 * A missing wallet that was last connected long ago is gone for good. A wallet that is reached through a server is
 * asked only once the visitor requests a dialog. A wallet without an account is asked again once it has one. wagmi
 * reports the connector that opens, and this machine emits everything else.
 */
export const restoreMachine = setup({
  types: {
    input: {} as { record: StoredConnection; wallet: Wallet | null },
    context: {} as { record: StoredConnection; wallet: Wallet | null },
    children: {} as ChildIds<'watchAnnouncements' | 'watchAccounts' | 'watchReturn' | 'reopenConnector'>,
    events: {} as
      | { type: 'wallets.announced'; wallet: Wallet }
      | { type: 'accounts.named' | 'visitor.returned' }
      | { type: 'wake' },
    emitted: {} as
      | { type: 'wallet.found'; wallet: Wallet }
      | { type: 'wallet.remembered' | 'wallet.locked' | 'wallet.gone' },
  },
  actors: {
    watchAnnouncements: watcher<{ record: StoredConnection }>('wait for the wallet of the stored connection'),
    watchAccounts: watcher<{ wallet: Wallet }>('wait for a wallet to name its accounts'),
    watchReturn: watcher('notice that the visitor returns to the page'),
    reopenConnector: port<void, { wallet: Wallet }>('connect a wallet that knows the page, without asking its owner'),
  },
  actions: {
    takeWallet: assign((_, wallet: Wallet) => ({ wallet })),
    tellFound: emit((_, wallet: Wallet) => ({ type: 'wallet.found' as const, wallet })),
    tellRemembered: emit({ type: 'wallet.remembered' }),
    tellLocked: emit({ type: 'wallet.locked' }),
    tellGone: emit({ type: 'wallet.gone' }),
  },
  guards: {
    hasWallet: ({ context }) => context.wallet !== null,
    isAbandoned: ({ context }) => context.record.abandoned === true,
    isInjected: ({ context }) => context.wallet?.connector === 'injected',
    isRemote: ({ context }) => isRemoteWallet(context.wallet),
    isRemembered: ({ context }) => isRemoteWallet(context.wallet) && context.record.account !== undefined,
  },
  delays: {
    walletReplyTimeout: 5_000,
    /** Long, because a wallet behind a server needs its library loaded first, and then answers over the network. */
    wakeTimeout: 20_000,
  },
}).createMachine({
  id: 'restore',
  context: ({ input }) => input,
  initial: 'begun',
  states: {
    begun: {
      description: 'Decides at once whether the wallet is already there.',
      always: [{ guard: 'hasWallet', target: 'locked' }, { target: 'waiting' }],
    },
    waiting: {
      description: 'The wallet has not announced itself yet.',
      initial: 'fresh',
      states: {
        fresh: {
          description: 'Most wallets announce themselves at once.',
          after: { walletReplyTimeout: [{ guard: 'isAbandoned', target: '#restore.gone' }, { target: 'missing' }] },
        },
        missing: { description: 'The wallet is turned off, or was removed. It stays on record.', entry: 'tellLocked' },
      },
      invoke: {
        id: 'watchAnnouncements',
        src: 'watchAnnouncements',
        input: ({ context }) => ({ record: context.record }),
      },
      on: {
        'wallets.announced': {
          target: 'found',
          actions: [
            { type: 'takeWallet', params: ({ event }) => event.wallet },
            { type: 'tellFound', params: ({ event }) => event.wallet },
          ],
        },
      },
    },
    found: {
      description: 'Decides at once whether the wallet can be asked now.',
      always: [
        { guard: 'isRemembered', target: 'remembered' },
        { guard: 'isRemote', target: 'locked' },
        { target: 'asking' },
      ],
    },
    asking: {
      description: 'The wallet is asked whether it still gives permission.',
      invoke: {
        id: 'reopenConnector',
        src: 'reopenConnector',
        input: ({ context }) => ({ wallet: context.wallet! }),
        onDone: [{ guard: 'isRemote', target: 'gone' }, { target: 'locked' }],
        onError: 'locked',
      },
      after: { walletReplyTimeout: 'locked' },
    },
    remembered: {
      description: 'The account is shown as it was stored. Its wallet is remote, so it is not asked yet.',
      entry: 'tellRemembered',
      initial: 'idle',
      states: {
        idle: { description: 'The visitor has requested no dialog.', on: { wake: 'waking' } },
        waking: {
          description: 'The visitor has requested a dialog, so the wallet is connected again.',
          invoke: {
            id: 'reopenConnector',
            src: 'reopenConnector',
            input: ({ context }) => ({ wallet: context.wallet! }),
            onDone: '#restore.gone',
            onError: '#restore.locked',
          },
          after: { wakeTimeout: '#restore.locked' },
        },
      },
    },
    locked: {
      description: 'The wallet names no account, or did not answer. Its owner is not asked.',
      entry: 'tellLocked',
      invoke: [
        { id: 'watchAccounts', src: 'watchAccounts', input: ({ context }) => ({ wallet: context.wallet! }) },
        { id: 'watchReturn', src: 'watchReturn' },
      ],
      on: {
        'accounts.named': 'asking',
        'visitor.returned': { guard: 'isInjected', target: 'asking' },
        wake: { guard: 'isRemote', target: 'asking' },
      },
    },
    gone: { type: 'final', description: 'The wallet has ended the connection.', entry: 'tellGone' },
  },
});
