import { assign, emit, enqueueActions, sendTo, setup } from 'xstate';
import { type Connection, connectionOf, isReachedAlike, type OpenConnector } from '#domain/connection';
import type { Session } from '#domain/records';
import type { Wallet } from '#domain/wallet';
import { port, watcher } from './port';

/**
 * Decides which wallet counts. At most one does; every other connector that opens is closed at once.
 *
 * A wallet library cannot take a request back: a wallet may say yes long after its visitor has turned to another. An
 * attempt claims its wallet, and ends by what this machine emits about that claim. The stored connection is restored
 * while nothing else counts, and follows other tabs. A wallet that names no account is locked: its record and its
 * permission stay, and it counts again once it names one.
 */
export const connectionMachine = setup({
  types: {
    context: {} as {
      /** The stored connection, as this tab last saw it. */
      record: Session | null;
      /** The connectors that are open, as the wallet library last said. */
      open: OpenConnector[];
      /** The wallet that counts. */
      wallet: Wallet | null;
      /** The attempt that claims it. */
      attempt: string | null;
      connection: Connection | null;
    },
    children: {} as {
      watchRecord: 'watchRecord';
      watchWagmi: 'watchWagmi';
      watchAnnouncements: 'watchAnnouncements';
      watchAccounts: 'watchAccounts';
      watchReturn: 'watchReturn';
      openConnector: 'openConnector';
      reopenConnector: 'reopenConnector';
      askWallet: 'askWallet';
    },
    events: {} as
      | { type: 'claim'; wallet: Wallet; attempt: string }
      | { type: 'withdraw' | 'leave'; attempt: string }
      | { type: 'name'; wallet: Wallet }
      | { type: 'disconnect' | 'wake' | 'check' }
      | { type: 'record.changed'; record: Session | null }
      | { type: 'wallets.announced'; wallet: Wallet }
      | { type: 'wagmi.changed'; open: OpenConnector[] }
      | { type: 'accounts.named' | 'visitor.returned' },
    emitted: {} as
      | { type: 'wallet.connected'; connection: Connection }
      | { type: 'wallet.disconnected'; locked: boolean }
      | { type: 'restore.ended' }
      | { type: 'claim.approved'; attempt: string }
      | { type: 'claim.refused'; attempt: string; error: unknown },
  },
  actors: {
    /** Tells the stored connection at once and whenever another tab changes it. Takes `record.store`, `record.clear`. */
    watchRecord: watcher('watch the stored connection'),
    /** Tells which connectors are open whenever that changes. Takes `connector.close`, `connector.forget`. */
    watchWagmi: watcher('watch the open connectors'),
    watchAnnouncements: watcher<{ record: Session | null }>('wait for the wallet of the stored connection'),
    watchAccounts: watcher<{ wallet: Wallet }>('wait for a wallet to name its accounts'),
    watchReturn: watcher('notice that the visitor returns to the page'),
    openConnector: port<void, { wallet: Wallet }>('ask a wallet to connect'),
    reopenConnector: port<void, { wallet: Wallet }>('connect a wallet that knows the page, without asking its owner'),
    askWallet: port<void, { wallet: Wallet }>('ask a wallet for its accounts and its network'),
  },
  actions: {
    noteRecord: assign((_, record: Session | null) => ({ record })),
    noteOpen: assign((_, open: OpenConnector[]) => ({ open })),
    takeClaim: assign((_, { wallet, attempt }: { wallet: Wallet; attempt: string }) => ({ wallet, attempt })),
    takeWallet: assign((_, wallet: Wallet) => ({ wallet })),
    takeAccount: assign(({ context: { wallet, open } }) => {
      const { account } = open.find((one) => isReachedAlike(one, wallet!))!;
      const record = { id: wallet!.id, connector: wallet!.connector, account: account! };
      return { connection: connectionOf(wallet!, account!), record, attempt: null };
    }),
    takeRecord: assign(({ context: { wallet, record } }) => ({ connection: connectionOf(wallet!, record!.account!) })),
    dropConnection: assign({ connection: null }),
    dropWallet: assign({ wallet: null, attempt: null, connection: null }),
    dropRecord: assign({ record: null }),
    storeRecord: sendTo('watchRecord', ({ context }) => ({ type: 'record.store', connection: context.connection })),
    clearRecord: sendTo('watchRecord', { type: 'record.clear' }),
    /** Closes each open connector but the one that counts, which is forgotten if it names no account. */
    closeStrays: enqueueActions(({ context: { wallet, open }, enqueue }) => {
      for (const { account, ...reach } of open) {
        const counts = wallet !== null && isReachedAlike(reach, wallet);
        if (!counts) enqueue.sendTo('watchWagmi', { type: 'connector.close', reach });
        else if (!account) enqueue.sendTo('watchWagmi', { type: 'connector.forget', reach });
      }
    }),
    tellConnected: emit(({ context }) => ({ type: 'wallet.connected' as const, connection: context.connection! })),
    tellLocked: emit({ type: 'wallet.disconnected', locked: true }),
    tellDisconnected: emit({ type: 'wallet.disconnected', locked: false }),
    tellRestoreEnded: emit({ type: 'restore.ended' }),
    tellApproved: emit(({ context }) => ({ type: 'claim.approved' as const, attempt: context.attempt! })),
    tellRefused: emit(({ context: { attempt } }, { error }: { error: unknown }) => ({
      type: 'claim.refused' as const,
      attempt: attempt!,
      error,
    })),
  },
  guards: {
    hasRecord: ({ context }) => context.record !== null,
    isInjected: ({ context }) => context.wallet?.connector === 'injected',
    isRemote: ({ context: { wallet } }) => wallet?.connector === 'walletConnect' || wallet?.connector === 'coinbase',
    isRemembered: ({ context: { record } }, { connector }: Wallet) =>
      (connector === 'walletConnect' || connector === 'coinbase') && record?.account !== undefined,
    isUnreached: (_, { connector }: Wallet) => connector === 'walletConnect' || connector === 'coinbase',
    isMissing: (_, record: Session | null) => record === null,
    isSameRecord: ({ context: { record } }, other: Session | null) =>
      record?.id === other?.id && record?.connector === other?.connector,
    isUnrecorded: ({ context: { record, wallet } }) =>
      record?.id !== wallet?.id || record?.connector !== wallet?.connector,
    isClaimant: ({ context }, attempt: string) => attempt === context.attempt,
    isOpen: ({ context: { wallet, open } }) =>
      open.some((one) => wallet !== null && one.account !== null && isReachedAlike(one, wallet)),
    isClosed: ({ context: { wallet, open } }) => !open.some((one) => isReachedAlike(one, wallet!)),
    isLocked: ({ context: { wallet, open } }) =>
      open.some((one) => one.account === null && isReachedAlike(one, wallet!)),
    hasChanged: ({ context: { wallet, open, connection } }) =>
      open.some(
        ({ account, ...reach }) =>
          isReachedAlike(reach, wallet!) &&
          (account?.address !== connection?.address || account?.chainId !== connection?.chainId),
      ),
  },
  delays: {
    /** After that a visitor who waits for the connection is no longer told to. */
    restoreTimeout: 5_000,
    walletReplyTimeout: 5_000,
    /** The library of such a wallet has to be loaded first, and then the net is asked. */
    wakeTimeout: 20_000,
    /** Longer than an attempt waits for any answer. */
    claimTimeout: 600_000,
  },
}).createMachine({
  id: 'connection',
  context: { record: null, open: [], wallet: null, attempt: null, connection: null },
  invoke: [
    { id: 'watchRecord', src: 'watchRecord' },
    { id: 'watchWagmi', src: 'watchWagmi' },
  ],
  initial: 'reading',
  on: {
    'record.changed': { actions: { type: 'noteRecord', params: ({ event }) => event.record } },
    'wagmi.changed': { actions: [{ type: 'noteOpen', params: ({ event }) => event.open }, 'closeStrays'] },
  },
  states: {
    reading: {
      description: 'The stored connection is being read.',
      on: {
        'record.changed': [
          {
            guard: { type: 'isMissing', params: ({ event }) => event.record },
            target: 'none',
            actions: 'tellRestoreEnded',
          },
          { target: 'restoring', actions: { type: 'noteRecord', params: ({ event }) => event.record } },
        ],
      },
    },
    none: {
      description: 'No wallet counts, and there is none to restore.',
      entry: ['dropWallet', 'closeStrays'],
      always: { guard: 'hasRecord', target: 'restoring' },
      on: { claim: { target: 'claimed', actions: { type: 'takeClaim', params: ({ event }) => event } } },
    },
    restoring: {
      description: 'The wallet of the stored connection is to be connected again, without asking its owner.',
      always: { guard: 'isOpen', target: 'connected' },
      initial: 'waiting',
      on: {
        claim: { target: 'claimed', actions: { type: 'takeClaim', params: ({ event }) => event } },
        'record.changed': [
          { guard: { type: 'isSameRecord', params: ({ event }) => event.record } },
          {
            target: 'none',
            actions: [{ type: 'noteRecord', params: ({ event }) => event.record }, 'tellRestoreEnded'],
          },
        ],
      },
      states: {
        waiting: {
          description: 'Its wallet has not announced itself yet.',
          invoke: {
            id: 'watchAnnouncements',
            src: 'watchAnnouncements',
            input: ({ context }) => ({ record: context.record }),
          },
          after: { restoreTimeout: { actions: 'tellRestoreEnded' } },
          on: {
            'wallets.announced': [
              {
                guard: { type: 'isRemembered', params: ({ event }) => event.wallet },
                target: '#connection.remembered',
                actions: { type: 'takeWallet', params: ({ event }) => event.wallet },
              },
              {
                guard: { type: 'isUnreached', params: ({ event }) => event.wallet },
                target: '#connection.locked',
                actions: { type: 'takeWallet', params: ({ event }) => event.wallet },
              },
              { target: 'asking', actions: { type: 'takeWallet', params: ({ event }) => event.wallet } },
            ],
          },
        },
        asking: {
          description: 'The wallet is asked whether it still knows the page.',
          invoke: {
            id: 'reopenConnector',
            src: 'reopenConnector',
            input: ({ context }) => ({ wallet: context.wallet! }),
            onDone: [
              {
                guard: 'isRemote',
                target: '#connection.none',
                actions: ['clearRecord', 'dropRecord', 'tellRestoreEnded'],
              },
              { target: '#connection.locked' },
            ],
            onError: '#connection.locked',
          },
          after: { walletReplyTimeout: '#connection.locked' },
        },
      },
    },
    remembered: {
      description: 'The account is shown as it was stored. Its wallet is reached over the net, so nobody asks it yet.',
      entry: ['takeRecord', 'tellConnected'],
      always: [
        { guard: 'isUnrecorded', target: 'none', actions: 'tellDisconnected' },
        { guard: 'isOpen', target: 'connected' },
      ],
      on: { disconnect: { target: 'none', actions: ['clearRecord', 'dropRecord', 'tellDisconnected'] } },
      initial: 'idle',
      states: {
        idle: { description: 'The visitor asks for nothing.', on: { wake: 'waking' } },
        waking: {
          description: 'The visitor has requested a dialog, so the wallet is connected again.',
          invoke: {
            id: 'reopenConnector',
            src: 'reopenConnector',
            input: ({ context }) => ({ wallet: context.wallet! }),
            onDone: { target: '#connection.none', actions: ['clearRecord', 'dropRecord', 'tellDisconnected'] },
            onError: { target: '#connection.locked', actions: 'tellLocked' },
          },
          after: { wakeTimeout: { target: '#connection.locked', actions: 'tellLocked' } },
        },
      },
    },
    claimed: {
      description: 'One attempt counts, until it leaves, its wallet connects, or another attempt claims.',
      always: { guard: 'isOpen', target: 'connected', actions: 'tellApproved' },
      initial: 'asking',
      on: {
        claim: { target: 'claimed', reenter: true, actions: { type: 'takeClaim', params: ({ event }) => event } },
        name: { actions: { type: 'takeWallet', params: ({ event }) => event.wallet } },
        withdraw: { guard: { type: 'isClaimant', params: ({ event }) => event.attempt }, target: '.unasked' },
        leave: { guard: { type: 'isClaimant', params: ({ event }) => event.attempt }, target: 'none' },
      },
      states: {
        asking: {
          description: 'The wallet is asked to connect.',
          invoke: {
            id: 'openConnector',
            src: 'openConnector',
            input: ({ context }) => ({ wallet: context.wallet! }),
            onError: { target: 'unasked', actions: { type: 'tellRefused', params: ({ event }) => event } },
          },
          after: { claimTimeout: 'unasked' },
        },
        unasked: { description: 'No attempt waits for an answer. A late yes still counts.' },
      },
    },
    connected: {
      description: 'One wallet counts, until it, another tab, or the visitor ends that.',
      entry: ['takeAccount', 'storeRecord', 'tellConnected'],
      always: [
        { guard: 'isLocked', target: 'locked', actions: 'tellLocked' },
        { guard: 'isClosed', target: 'none', actions: ['clearRecord', 'dropRecord', 'tellDisconnected'] },
        { guard: 'hasChanged', target: 'connected', reenter: true },
        { guard: 'isUnrecorded', target: 'none', actions: 'tellDisconnected' },
      ],
      invoke: { id: 'watchReturn', src: 'watchReturn' },
      initial: 'idle',
      on: { disconnect: { target: 'none', actions: ['clearRecord', 'dropRecord', 'tellDisconnected'] } },
      states: {
        idle: {
          description: 'The page shows what the wallet said last.',
          on: { 'visitor.returned': 'checking', check: 'checking' },
        },
        checking: {
          description: 'The wallet is asked for its account and its network. A change may have gone unheard.',
          invoke: {
            id: 'askWallet',
            src: 'askWallet',
            input: ({ context }) => ({ wallet: context.wallet! }),
            onDone: 'idle',
            onError: 'idle',
          },
          after: { walletReplyTimeout: 'idle' },
        },
      },
    },
    locked: {
      description: 'The wallet of the stored connection names no account. It is not asked to.',
      entry: ['dropConnection', 'tellRestoreEnded'],
      always: [
        { guard: 'isUnrecorded', target: 'none' },
        { guard: 'isOpen', target: 'connected' },
      ],
      invoke: [
        { id: 'watchAccounts', src: 'watchAccounts', input: ({ context }) => ({ wallet: context.wallet! }) },
        { id: 'watchReturn', src: 'watchReturn' },
      ],
      on: {
        claim: { target: 'claimed', actions: { type: 'takeClaim', params: ({ event }) => event } },
        'accounts.named': 'restoring.asking',
        'visitor.returned': { guard: 'isInjected', target: 'restoring.asking' },
        wake: { guard: 'isRemote', target: 'restoring.asking' },
      },
    },
  },
});
